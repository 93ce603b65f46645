// Counting sort of f16 keys: takes the counts of the bit patterns and writes them in the order of the numbers that the
// patterns represent.
//   An invocation owns a bit pattern. Cost per pattern: one read, one write.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/counting.h"

layout(local_size_x_id = VKALGO_COUNTING_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_COUNTING_CONSTANT_KEY_BITS) const uint kKeyBits = 16;
layout(constant_id = VKALGO_COUNTING_CONSTANT_KEY) const uint kKey = 0;
#include "sort/small_key.glsl"

layout(push_constant) uniform Push { OrderPush push; };
layout(set = 0, binding = VKALGO_ORDER_BY_BITS, std430) readonly buffer ByBits { uint by_bits[]; };
layout(set = 0, binding = VKALGO_ORDER_BY_BINS, std430) writeonly buffer ByBins { uint by_bins[]; };

void main() {
    const uint bits = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (bits <= push.bins) by_bins[bits == push.bins ? bits : small_as_ordered(bits)] = by_bits[bits];
}
