// Shellsort by runs, variant E of the paper: like D, with a workgroup per class if a class fits in shared memory.
#include "algorithms/sort/shell_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_shell_e();
const SortMethod& sort_method_shell_e() {
    static const SortMethod method = shell_method<ShellVariant::e>(
        "shell-e", "shell-d with a workgroup per class, in shared memory; classes that do not fit there as by shell-d");
    return method;
}

}  // namespace vkalgo
