// Shellsort by runs, variant F of the paper: like D, with a workgroup per run.
#include "algorithms/sort/shell_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_shell_f();
const SortMethod& sort_method_shell_f() {
    static const SortMethod method =
        shell_method<ShellVariant::f>("shell-f", "shell-d with a workgroup per run, one dispatch per pass");
    return method;
}

}  // namespace vkalgo
