// Radix sort by sweeps, first kernel: counts each digit at each digit position that a pass sorts by, over all keys.
//   A workgroup owns push.items neighbouring keys. Cost per key: one read, and one shared atomic per digit position;
//   per workgroup at most one global atomic per position and digit.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "sort/radix.glsl"

layout(push_constant) uniform Push { TotalsPush push; };
#define SORT_COUNT_BINDING VKALGO_SORT_RADIX_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_SORT_COUNTS, std430) buffer Totals { uint totals[]; };  // By atomics only

const uint kPositions = kKeyWords * 32 / kBits;

shared uint digit_counts[kPositions * kDigits];

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    for (uint c = gl_LocalInvocationIndex; c < kPositions * kDigits; c += gl_WorkGroupSize.x) digit_counts[c] = 0u;
    barrier();
    const uint count = key_count();
    const uint begin = min(group * push.items, count);
    const uint end = begin + min(push.items, count - begin);
    for (uint at = begin + gl_LocalInvocationIndex; at < end; at += gl_WorkGroupSize.x) {
        const Item item = load_item(at);
        [[unroll]] for (uint position = 0; position < kPositions; ++position) {
            if ((position + 1) * kBits > kBeginBit && position * kBits < kEndBit)
                atomicAdd(digit_counts[position << kBits | digit_at(item, position * kBits)], 1u);
        }
    }
    barrier();
    for (uint c = gl_LocalInvocationIndex; c < kPositions * kDigits; c += gl_WorkGroupSize.x) {
        if (digit_counts[c] != 0) atomicAdd(totals[c], digit_counts[c]);
    }
}
