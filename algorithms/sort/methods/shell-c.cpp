// Shellsort by runs, variant C of the paper: like B, but keys are inserted from the greater end of each run. The result
// is not sorted.
#include "algorithms/sort/shell_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_shell_c();
const SortMethod& sort_method_shell_c() {
    static const SortMethod method = shell_method<ShellVariant::c>(
        "shell-c", "shell-b, inserting from the greater end of each run; the result may be unsorted");
    return method;
}

}  // namespace vkalgo
