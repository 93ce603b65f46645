#version 460
// Counts the boxes of all sides 1, 2, 4, ... that contain one of the points, from their sorted codes, in one pass.
//   A code begins a new box of side 2^k if it differs from the previous code in bit kAxes * k or a higher bit. So the
//   highest bit that differs decides for all sides. A workgroup counts codes by that bit, then sums up the counts from
//   the highest bit down. Between the barriers shared memory is accessed by atomics only.
//   Cost: each code is read twice, by neighbouring invocations; one atomic per size and workgroup.
//   Source: Hou, Gilmore, Mindlin, Solari: An efficient algorithm for fast O(N log N) box counting, Phys. Lett. A 151,
//   1990; Jimenez, Ruiz de Miras: Fast box-counting algorithm on GPU, Comput. Methods Programs Biomed. 108, 2012.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/boxes.h"

layout(local_size_x_id = VKALGO_BOXES_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { CodesPush push; };
#include "volume/codes.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Codes { uint codes[]; };
layout(std430, set = 0, binding = 1) readonly buffer Counted { uint counted[]; };
layout(std430, set = 0, binding = 2) buffer Counts { uint counts[]; };  // Accessed by atomics only

shared uint begun[VKALGO_CODES_MOST_LEVELS];

uvec2 code_at(uint at) { return kWide != 0 ? uvec2(codes[2u * at], codes[2u * at + 1u]) : uvec2(codes[at], 0u); }

void main() {
    const uint group = vkalgo_workgroup_index();
    const uint self = gl_LocalInvocationIndex;
    for (uint level = self; level < push.levels; level += gl_WorkGroupSize.x) begun[level] = 0u;
    barrier();
    const uint count = push.counted == 0u ? push.count : min(push.count, counted[push.counted - 1u]);
    for (uint k = 0u; k < VKALGO_CODES_EACH; ++k) {
        const uint at = (group * VKALGO_CODES_EACH + k) * gl_WorkGroupSize.x + self;
        if (at >= count) break;
        if (at == 0u) {
            atomicAdd(begun[push.levels - 1u], 1u);
            continue;
        }
        const uvec2 differ = code_at(at) ^ code_at(at - 1u);
        if (differ == uvec2(0u)) continue;
        const uint bit = differ.y != 0u ? 32u + uint(findMSB(differ.y)) : uint(findMSB(differ.x));
        atomicAdd(begun[min(bit / kAxes, push.levels - 1u)], 1u);
    }
    barrier();
    for (uint level = self; level < push.levels; level += gl_WorkGroupSize.x) {
        uint number = 0u;
        for (uint above = level; above < push.levels; ++above) number += begun[above];
        if (number == 0u) continue;
        const uint before = atomicAdd(counts[2u * level], number);
        if (before + number < number) atomicAdd(counts[2u * level + 1u], 1u);
    }
}
