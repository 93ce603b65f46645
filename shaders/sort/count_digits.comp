// Top k, a round: counts the digits at one digit position. Counts only keys whose higher bits equal the bits that
// earlier rounds chose.
//   A workgroup owns push.items neighbouring keys. Cost: one read per key, one shared atomic per counted key, and at
//   most one global atomic per digit and workgroup.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/any_item.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { DigitsPush push; };
#define SORT_COUNT_BINDING VKALGO_COUNT_DIGITS_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_COUNT_DIGITS_STATE, std430) readonly buffer State { uint state[]; };
layout(set = 0, binding = VKALGO_COUNT_DIGITS_TOTALS, std430) buffer Totals { uint totals[]; };  // Atomics only

const uint kDigits = 1u << VKALGO_SELECT_DIGIT_BITS;
shared uint digit_counts[kDigits];

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    for (uint d = gl_LocalInvocationIndex; d < kDigits; d += gl_WorkGroupSize.x) digit_counts[d] = 0u;
    barrier();
    const uint low = state[push.round * VKALGO_STATE_WORDS + VKALGO_STATE_LOW];
    const uint high = state[push.round * VKALGO_STATE_WORDS + VKALGO_STATE_HIGH];
    const uint count = key_count();
    const uint begin = min(group * push.items, count);
    // The loop counts keys from the workgroup's first key, because an index near 2^32 would overflow.
    const uint present = min(push.items, count - begin);
    for (uint i = gl_LocalInvocationIndex; i < present; i += gl_WorkGroupSize.x) {
        const Item item = load_any_item(begin + i);
        if ((item.low & push.mask_low) != low || (item.high & push.mask_high) != high) continue;
        const uint word = push.bit < 32 ? item.low : item.high;
        atomicAdd(digit_counts[bitfieldExtract(word, int(push.bit % 32), VKALGO_SELECT_DIGIT_BITS)], 1u);
    }
    barrier();
    for (uint d = gl_LocalInvocationIndex; d < kDigits; d += gl_WorkGroupSize.x) {
        if (digit_counts[d] != 0) atomicAdd(totals[push.round * kDigits + d], digit_counts[d]);
    }
}
