// Shellsort with Pratt's increments. Large increments are done on whole columns, smaller ones in tiles; then the second
// half of each tile is merged with the first half of the next tile (plan_pratt).
#include "algorithms/sort/pratt_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_pratt();
const SortMethod& sort_method_pratt() {
    static const SortMethod method = pratt_method<PrattKind::merging>(
        "pratt", "Shellsort by increments 2^p 3^q; makes the same comparisons for any keys");
    return method;
}

}  // namespace vkalgo
