#version 460
// Lists the codes of all voxels of a bit volume that are inside, in no particular order.
//   An invocation owns a word of bits. A workgroup reserves room for all of its codes by one atomic. Codes that do not
//   fit are still counted. Between the barriers shared memory is accessed by atomics only.
//   Cost: 4 bytes read per 32 voxels, 4 or 8 written per voxel inside.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/boxes.h"

layout(local_size_x_id = VKALGO_BOXES_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { CodesPush push; };
#include "volume/codes.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Bits { uint bits[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Codes { uint codes[]; };
layout(std430, set = 0, binding = 2) buffer Found { uint found[]; };  // Accessed by atomics only

shared uint own_codes;
shared uint first_code;

void main() {
    const uint word = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint self = gl_LocalInvocationIndex;
    if (self == 0u) own_codes = 0u;
    barrier();
    uint rest = word < push.count ? bits[word] : 0u;
    uint index = 0u;
    if (rest != 0u) index = atomicAdd(own_codes, bitCount(rest));
    barrier();
    if (self == 0u && own_codes != 0u) first_code = atomicAdd(found[0], own_codes);
    barrier();
    if (rest == 0u) return;
    index += first_code;
    const uint row = word / push.row_words;
    const uvec3 first = uvec3(32u * (word % push.row_words), row % push.height, row / push.height);
    while (rest != 0u) {
        const uint bit = uint(findLSB(rest));
        rest &= rest - 1u;
        if (index < push.most) {
            const uvec2 code = code_of(uvec3(first.x + bit, first.yz));
            if (kWide != 0) {
                codes[2u * index] = code.x;
                codes[2u * index + 1u] = code.y;
            } else {
                codes[index] = code.x;
            }
        }
        ++index;
    }
}
