// Shellsort by runs, variant B of the paper: a thread per run of a class. The result is not sorted.
#include "algorithms/sort/shell_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_shell_b();
const SortMethod& sort_method_shell_b() {
    static const SortMethod method = shell_method<ShellVariant::b>(
        "shell-b", "Shellsort, a thread per run (a part of a class, see shell-a); the result may be unsorted");
    return method;
}

}  // namespace vkalgo
