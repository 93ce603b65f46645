// Shellsort by runs, variant A of the paper: a thread per class.
#include "algorithms/sort/shell_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_shell_a();
const SortMethod& sort_method_shell_a() {
    static const SortMethod method =
        shell_method<ShellVariant::a>("shell-a", "Shellsort, a thread per class (for an increment h, every h-th key)");
    return method;
}

}  // namespace vkalgo
