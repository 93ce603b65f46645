// Shellsort by runs, variant D of the paper: like B, with exchanges between neighbouring runs.
#include "algorithms/sort/shell_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_shell_d();
const SortMethod& sort_method_shell_d() {
    static const SortMethod method =
        shell_method<ShellVariant::d>("shell-d", "shell-b; then runs exchange keys until all keys are in order");
    return method;
}

}  // namespace vkalgo
