// Shellsort by runs, variant E of the paper: like D, with a workgroup per class.
#include "algorithms/sort/shell_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_shell_e();
const SortMethod& sort_method_shell_e() {
    static const SortMethod method = shell_method<ShellVariant::e>(
        "shell-e", "shell-d with a workgroup per class, which is in shared memory if it fits");
    return method;
}

}  // namespace vkalgo
