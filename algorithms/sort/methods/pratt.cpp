// Shellsort with Pratt's increments. Increments below a limit are done in tiles. Then halves of neighbouring tiles are
// merged.
#include "algorithms/sort/pratt_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_pratt();
const SortMethod& sort_method_pratt() {
    static const SortMethod method = pratt_method<PrattKind::merging>(
        "pratt", "Shellsort by increments 2^p 3^q; makes the same comparisons for any keys");
    return method;
}

}  // namespace vkalgo
