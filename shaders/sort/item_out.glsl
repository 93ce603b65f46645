// Where items go.
#ifndef VKALGO_SORT_ITEM_OUT_GLSL
#define VKALGO_SORT_ITEM_OUT_GLSL

#include "sort/item.glsl"

layout(set = 0, binding = VKALGO_SORT_SORTED, std430) writeonly buffer Sorted { uint sorted_words[]; };
layout(set = 0, binding = VKALGO_SORT_MOVED, std430) writeonly buffer Moved { uint moved[]; };

void store_item(uint at, Item item) {
    if (kDescending) item = complement(item);
    if (kKey == VKALGO_SORT_KEY_FLOAT) {
        item = plus_signed_nans(item);
        item = (top_word(item) & kSignBit) != 0 ? with_top(item, top_word(item) ^ kSignBit) : complement(item);
    }
    if (kKey == VKALGO_SORT_KEY_SIGNED) item = with_top(item, top_word(item) ^ kSignBit);
    sorted_words[at * kKeyWords] = item.low;
    if (kKeyWords == 2) sorted_words[at * kKeyWords + 1] = item.high;
    if (kHasValues) moved[at] = item.value;
}

#endif
