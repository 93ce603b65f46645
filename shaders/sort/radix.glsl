// Shared by the kernels of a radix sort: tiles of gl_WorkGroupSize.x * kEach items, and the digits of items.
#ifndef VKALGO_SORT_RADIX_GLSL
#define VKALGO_SORT_RADIX_GLSL

#include "common/grid.glsl"
#include "sort/item.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SORT_CONSTANT_EACH) const uint kEach = 8;
layout(constant_id = VKALGO_SORT_CONSTANT_BITS) const uint kBits = 8;
layout(constant_id = VKALGO_SORT_CONSTANT_BEGIN_BIT) const uint kBeginBit = 0;
layout(constant_id = VKALGO_SORT_CONSTANT_END_BIT) const uint kEndBit = 64;

const uint kTileItems = gl_WorkGroupSize.x * kEach;
const uint kDigits = 1u << kBits;

// Returns the digit of kBits bits that begins at `bit`. Bits of the digit outside the range of bits to sort by are 0. A
// digit never spans two words, since kBits divides 32. At least one bit of the digit must be in that range, because the
// shift counts below are right only then.
uint digit_at(Item item, uint bit) {
    uint digit = bitfieldExtract(bit < 32 ? item.low : item.high, int(bit % 32), int(kBits));
    if (kBeginBit % kBits != 0 && bit < kBeginBit) digit &= ~0u << kBeginBit % kBits;
    if (kEndBit % kBits != 0 && bit + kBits > kEndBit) digit &= ~(~0u << kEndBit % kBits);
    return digit;
}

#endif
