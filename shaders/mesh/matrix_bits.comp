// Computes the matrix. Bit c % 32 of word c / 32 of row r is 1 if triangle c comes after triangle r and their boxes
// meet. Rows are padded to a multiple of four words. A workgroup makes a tile of VKALGO_MESH_MATRIX_ROWS rows
// per invocation by kWidth columns, whose boxes are in shared memory. Cost per pair: six comparisons and a bit.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/declare.glsl"

layout(set = 0, binding = VKALGO_MESH_MATRIX_BOXES, std430) readonly buffer Boxes { vec4 boxes[]; };
layout(set = 0, binding = VKALGO_MESH_MATRIX_BITS, std430) writeonly buffer Bits { uvec4 bits[]; };

const uint kWidth = VKALGO_MESH_MATRIX_WIDTH;
const uint kRows = VKALGO_MESH_MATRIX_ROWS;
shared vec4 tile_low[kWidth];
shared vec4 tile_high[kWidth];

void main() {
    const uint columns = (push.triangles + kWidth - 1u) / kWidth;
    const uint group = vkalgo_workgroup_index();
    const uint first_row = push.first + group / columns * gl_WorkGroupSize.x * kRows + gl_LocalInvocationID.x;
    const uint column = group % columns, first_column = column * kWidth;
    if (first_row - gl_LocalInvocationID.x >= push.end) return;
    for (uint k = gl_LocalInvocationID.x; k < kWidth; k += gl_WorkGroupSize.x) {
        const uint own = min(first_column + k, push.triangles - 1u);
        tile_low[k] = boxes[2u * own];
        tile_high[k] = boxes[2u * own + 1u];
    }
    barrier();
    vec3 low[kRows], high[kRows];
    uvec4 met[kRows];
    for (uint k = 0u; k < kRows; ++k) {
        const uint row = min(first_row + k * gl_WorkGroupSize.x, push.triangles - 1u);
        low[k] = boxes[2u * row].xyz;
        high[k] = boxes[2u * row + 1u].xyz;
        met[k] = uvec4(0u);
    }
    // Boxes are compared only if the tile has a later column for some of its rows.
    if (first_column + kWidth > first_row - gl_LocalInvocationID.x + 1u) {
        for (uint word = 0u; word < 4u; ++word) {
            uint bits_now[kRows];
            for (uint k = 0u; k < kRows; ++k) bits_now[k] = 0u;
            for (uint bit = 0u; bit < 32u; ++bit) {
                const vec3 column_low = tile_low[32u * word + bit].xyz, column_high = tile_high[32u * word + bit].xyz;
                for (uint k = 0u; k < kRows; ++k) {
                    if (mesh_meet(low[k], high[k], column_low, column_high)) bits_now[k] |= 1u << bit;
                }
            }
            const uint begin = first_column + 32u * word;
            for (uint k = 0u; k < kRows; ++k) {
                const uint row = first_row + k * gl_WorkGroupSize.x;
                if (begin <= row) bits_now[k] = begin + 31u <= row ? 0u : bits_now[k] & ~0u << (row - begin) << 1;
                if (begin >= push.triangles) bits_now[k] = 0u;
                else if (begin + 32u > push.triangles) bits_now[k] &= ~(~0u << (push.triangles - begin));
                met[k][word] = bits_now[k];
            }
        }
    }
    for (uint k = 0u; k < kRows; ++k) {
        const uint row = first_row + k * gl_WorkGroupSize.x;
        if (row < push.end) bits[(row - push.first) * columns + column] = met[k];
    }
}
