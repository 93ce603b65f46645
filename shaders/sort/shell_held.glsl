// Elements in shared memory: the low words of all of them, then the high words, then the values.
#ifndef VKALGO_SORT_SHELL_HELD_GLSL
#define VKALGO_SORT_SHELL_HELD_GLSL

#include "sort/shell_insert.glsl"

layout(constant_id = VKALGO_SORT_CONSTANT_HELD) const uint kHeld = 1024;

shared uint held_words[kHeld * kItemWords];

Item element(uint i) {
    return Item(held_words[i], kKeyWords == 2 ? held_words[kHeld + i] : 0u,
                kHasValues ? held_words[kHeld * kKeyWords + i] : 0u);
}
void set_element(uint i, Item item) {
    held_words[i] = item.low;
    if (kKeyWords == 2) held_words[kHeld + i] = item.high;
    if (kHasValues) held_words[kHeld * kKeyWords + i] = item.value;
}

#endif
