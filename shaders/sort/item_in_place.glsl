// Items that one invocation reads again after it wrote them, and that no other invocation of the dispatch accesses. One
// binding serves reads and writes, since the compiler may assume that two bindings are different memory.
#ifndef VKALGO_SORT_ITEM_IN_PLACE_GLSL
#define VKALGO_SORT_ITEM_IN_PLACE_GLSL

#define VKALGO_SORT_ACCESS  // Neither readonly nor writeonly
#include "sort/item.glsl"

void store_item(uint at, Item item) {
    item = as_stored(item);
    key_words[at * kKeyWords] = item.low;
    if (kKeyWords == 2) key_words[at * kKeyWords + 1] = item.high;
    if (kHasValues) values[at] = item.value;
}

#endif
