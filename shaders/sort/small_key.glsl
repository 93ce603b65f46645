// The order of keys of 8 and 16 bits, as unsigned integers of the same width. The including text declares kKeyBits (if
// it is more than 16, the kernel uses nothing of this file) and kKey, a constant VKALGO_SORT_KEY_... of sort.h. Floats
// of 16 bits have the format of IEEE 754.
#ifndef VKALGO_SORT_SMALL_KEY_GLSL
#define VKALGO_SORT_SMALL_KEY_GLSL

#include "sort/sort.h"

const uint kSmallKeys = kKeyBits < 32 ? (1u << kKeyBits % 32) - 1 : 0u;  // A word with all bits of a small key set
const uint kSmallSign = (kSmallKeys >> 1) + 1;
// The number of negative NaNs. Subtracting it moves them from the first to the last positions, as in item.glsl.
const uint kSmallSignedNans = 0x03ffu;

// Converts the bits of a key to an unsigned integer that ascends with the key.
uint small_as_ordered(uint bits) {
    if (kKey == VKALGO_SORT_KEY_SIGNED) return bits ^ kSmallSign;
    if (kKey != VKALGO_SORT_KEY_FLOAT) return bits;
    return (((bits & kSmallSign) != 0 ? ~bits : bits | kSmallSign) - kSmallSignedNans) & kSmallKeys;
}

// Reverts small_as_ordered.
uint small_as_stored(uint ordered) {
    if (kKey == VKALGO_SORT_KEY_SIGNED) return ordered ^ kSmallSign;
    if (kKey != VKALGO_SORT_KEY_FLOAT) return ordered;
    const uint turned = ordered + kSmallSignedNans;
    return ((turned & kSmallSign) != 0 ? turned ^ kSmallSign : ~turned) & kSmallKeys;
}

#endif
