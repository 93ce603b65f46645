// Shellsort by runs, variant 0 of the paper: one class after another.
#include "algorithms/sort/shell_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_shell_0();
const SortMethod& sort_method_shell_0() {
    static const SortMethod method = shell_method<ShellVariant::zero>(
        "shell-0", "Shellsort, one class (for an increment h, every h-th key) after another, each by one thread");
    return method;
}

}  // namespace vkalgo
