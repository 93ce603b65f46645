// Widens keys of 8 or 16 bits to words. The words are bin numbers, which ascend in the requested order.
//   An invocation owns one word of keys, and writes them as consecutive words. Cost: one read per word of keys, and one
//   write of a word per key.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/counting.h"

layout(local_size_x_id = VKALGO_COUNTING_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_COUNTING_CONSTANT_KEY_BITS) const uint kKeyBits = 16;
layout(constant_id = VKALGO_COUNTING_CONSTANT_KEY) const uint kKey = 0;
layout(constant_id = VKALGO_COUNTING_CONSTANT_DESCENDING) const bool kDescending = false;

layout(push_constant) uniform Push { CountingPush push; };
#define SORT_COUNT_BINDING VKALGO_WIDEN_COUNT
#include "sort/count.glsl"
#include "sort/small_key.glsl"

layout(set = 0, binding = VKALGO_WIDEN_WORDS, std430) readonly buffer Words { uint words[]; };
layout(set = 0, binding = VKALGO_WIDEN_WIDE, std430) writeonly buffer Wide { uint wide[]; };

const uint kWordKeys = 32 / kKeyBits;

void main() {
    const uint count = key_count();
    const uint at = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (count == 0 || at > (count - 1) / kWordKeys) return;
    const uint word = words[at];
    for (uint k = 0; k < kWordKeys; ++k) {
        uint key = small_as_ordered(bitfieldExtract(word, int(k * kKeyBits), int(kKeyBits)));
        if (kDescending) key ^= kSmallKeys;
        if (at * kWordKeys + k < count) wide[at * kWordKeys + k] = key;
    }
}
