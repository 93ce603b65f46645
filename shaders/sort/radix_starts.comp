// Radix sort by sweeps, second kernel: converts the count of each digit to the output index of the first key with that
// digit. A workgroup owns a digit position.
//   Cost: negligible compared with the kernels that read the keys.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "sort/radix.glsl"

layout(set = 0, binding = VKALGO_SORT_TOTALS, std430) readonly buffer Totals { uint totals[]; };
layout(set = 0, binding = VKALGO_SORT_TOTAL_STARTS, std430) writeonly buffer Starts { uint starts[]; };

shared uint counts[kDigits];

void main() {
    const uint first = vkalgo_workgroup_index() << kBits;
    if (vkalgo_workgroup_index() >= kKeyWords * 32 / kBits) return;
    for (uint d = gl_LocalInvocationIndex; d < kDigits; d += gl_WorkGroupSize.x) counts[d] = totals[first + d];
    barrier();
    for (uint d = gl_LocalInvocationIndex; d < kDigits; d += gl_WorkGroupSize.x) {
        uint start = 0;
        for (uint before = 0; before < d; ++before) start += counts[before];
        starts[first + d] = start;
    }
}
