// Radix sort, first kernel of a pass: counts each digit in each tile.
//   A workgroup owns a tile. Cost per key: one read, one shared atomic. Per tile and digit: one write.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "sort/radix.glsl"

layout(push_constant) uniform Push { RadixPush push; };
#define SORT_COUNT_BINDING VKALGO_SORT_RADIX_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_SORT_COUNTS, std430) writeonly buffer Table { uint table[]; };

shared uint digit_counts[kDigits];

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    const uint count = key_count();
    for (uint d = gl_LocalInvocationIndex; d < kDigits; d += gl_WorkGroupSize.x) digit_counts[d] = 0u;
    barrier();
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint at = tile * kTileItems + k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        if (at < count) atomicAdd(digit_counts[digit_at(load_item(at), push.bit)], 1u);
    }
    barrier();
    for (uint d = gl_LocalInvocationIndex; d < kDigits; d += gl_WorkGroupSize.x)
        table[d * push.tiles + tile] = digit_counts[d];
}
