// The functions that write items to the bindings for output.
#ifndef VKALGO_SORT_ITEM_OUT_GLSL
#define VKALGO_SORT_ITEM_OUT_GLSL

#include "sort/item.glsl"

layout(set = 0, binding = VKALGO_SORT_SORTED, std430) writeonly buffer Sorted { uint sorted_words[]; };
layout(set = 0, binding = VKALGO_SORT_MOVED, std430) writeonly buffer Moved { uint moved[]; };

void store_key(uint at, Item item) {
    item = as_stored(item);
    sorted_words[at * kKeyWords] = item.low;
    if (kKeyWords == 2) sorted_words[at * kKeyWords + 1] = item.high;
}
void store_item(uint at, Item item) {
    store_key(at, item);
    if (kHasValues) moved[at] = item.value;
}

#endif
