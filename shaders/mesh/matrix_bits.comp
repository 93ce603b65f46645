// The matrix: bit c % 32 of word c / 32 of a row tells whether the row's box meets that of triangle c, a later one.
// Workgroup (r, c) makes a tile of one row per invocation by 256 columns, whose boxes lie in shared memory.
// Cost per pair: six comparisons and a bit.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/declare.glsl"

layout(set = 0, binding = VKALGO_MESH_MATRIX_BOXES, std430) readonly buffer Boxes { vec4 boxes[]; };
layout(set = 0, binding = VKALGO_MESH_MATRIX_BITS, std430) writeonly buffer Bits { uint bits[]; };

const uint kWidth = 256u;
shared vec4 tile_low[kWidth];
shared vec4 tile_high[kWidth];

void main() {
    const uint words = (push.triangles + 31u) / 32u;
    const uint columns = (push.triangles + kWidth - 1u) / kWidth;
    const uint group = vkalgo_workgroup_index();
    const uint first_row = push.first + group / columns * gl_WorkGroupSize.x;
    const uint first_column = group % columns * kWidth;
    if (first_row >= push.end) return;
    const uint row = first_row + gl_LocalInvocationID.x;
    const bool later = first_column + kWidth > first_row + 1u;
    if (later) {
        for (uint k = gl_LocalInvocationID.x; k < kWidth; k += gl_WorkGroupSize.x) {
            const uint own = min(first_column + k, push.triangles - 1u);
            tile_low[k] = boxes[2u * own];
            tile_high[k] = boxes[2u * own + 1u];
        }
    }
    barrier();
    if (row >= push.end) return;
    const vec3 low = boxes[2u * row].xyz, high = boxes[2u * row + 1u].xyz;
    for (uint word = 0; word < kWidth / 32u && first_column / 32u + word < words; ++word) {
        uint met = 0;
        const uint begin = first_column + 32u * word;
        if (begin + 31u > row) {
            for (uint bit = 0; bit < 32u; ++bit) {
                const uint k = 32u * word + bit;
                if (mesh_meet(low, high, tile_low[k].xyz, tile_high[k].xyz)) met |= 1u << bit;
            }
            if (begin <= row) met &= ~0u << (row - begin) << 1;
            if (begin + 32u > push.triangles) met &= ~(~0u << (push.triangles - begin));
        }
        bits[(row - push.first) * words + first_column / 32u + word] = met;
    }
}
