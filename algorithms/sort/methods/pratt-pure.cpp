// Shellsort with Pratt's increments and nothing else: no merges.
#include "algorithms/sort/pratt_method.hpp"

namespace vkalgo {

const SortMethod& sort_method_pratt_pure();
const SortMethod& sort_method_pratt_pure() {
    static const SortMethod method = pratt_method<PrattKind::pure>(
        "pratt-pure", "pratt without merges; each increment passes over all keys before the next increment");
    return method;
}

}  // namespace vkalgo
