// Items whose keys may also have 8 or 16 bits. An item holds such a key in the low bits of `low`.
#ifndef VKALGO_SORT_ANY_ITEM_GLSL
#define VKALGO_SORT_ANY_ITEM_GLSL

#include "sort/item.glsl"
#include "sort/select.h"

layout(constant_id = VKALGO_SELECT_CONSTANT_KEY_BITS) const uint kKeyBits = 32;
const uint kKeysPerWord = kKeyBits < 32 ? 32 / kKeyBits : 1u;
#include "sort/small_key.glsl"
const uint kSmallFlips = kDescending ? kSmallKeys : 0u;

Item load_any_item(uint at) {
    if (kKeyBits >= 32) return load_item(at);
    const uint bits =
        bitfieldExtract(key_words[at / kKeysPerWord], int(at % kKeysPerWord * kKeyBits), int(min(kKeyBits, 16)));
    return Item(small_as_ordered(bits) ^ kSmallFlips, 0u, kHasValues ? values[at] : 0u);
}

// Returns an item of load_any_item with its key as it is in memory. A key of 8 or 16 bits is in the low bits of `low`.
Item any_as_stored(Item item) {
    if (kKeyBits >= 32) return as_stored(item);
    return Item(small_as_stored(item.low ^ kSmallFlips), 0u, item.value);
}

#endif
