// Radix sort by runs, second kernel of a pass: converts the counts of each digit in each run to the output index of the
// run's first item with that digit. There is one workgroup. An invocation handles neighbouring digits.
//   Cost per digit and run: two reads, one write.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "sort/radix.glsl"

layout(push_constant) uniform Push { RadixPush push; };

layout(set = 0, binding = VKALGO_SORT_TABLE, std430) readonly buffer Table { uint table[]; };
layout(set = 0, binding = VKALGO_SORT_TABLE_STARTS, std430) writeonly buffer Starts { uint starts[]; };

shared uint sums[gl_WorkGroupSize.x];

void main() {
    if (vkalgo_workgroup_index() != 0u) return;
    const uint runs = push.tiles * VKALGO_SORT_RUN_THREADS;
    const uint words = (kDigits + gl_WorkGroupSize.x - 1u) / gl_WorkGroupSize.x * runs;
    const uint first = min(gl_LocalInvocationIndex * words, kDigits * runs);
    const uint end = min(first + words, kDigits * runs);
    uint sum = 0u;
    for (uint at = first; at < end; ++at) sum += table[at];
    sums[gl_LocalInvocationIndex] = sum;
    barrier();
    uint start = 0u;
    for (uint before = 0u; before < gl_LocalInvocationIndex; ++before) start += sums[before];
    for (uint at = first; at < end; ++at) {
        const uint here = table[at];
        starts[at] = start;
        start += here;
    }
}
