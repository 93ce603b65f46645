#version 460
// D8: where the water of each cell goes, by the steepest drop to one of its eight neighbours.
//   An invocation owns four cells in a row, whose codes are one word: it reads them and their neighbours (9 heights per
//   cell) and stores the word. Cells beyond the grid in the last word get VKALGO_FLOW_NO_DATA.
//   The slope is (z - z of the neighbour) * weight, two operations of f32, each rounded to nearest; the greatest wins,
//   of equal ones the one with the lowest code. FlowDirections says what happens beside the outside and in flats.
//   Cost per cell: 9 loads, most of them cached; a cell beside the outside without a lower neighbour up to 64 more.
//   Source: O'Callaghan, Mark, The extraction of drainage networks from digital elevation data, 1984.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainPush push; };
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
layout(std430, set = 0, binding = 1) writeonly buffer Codes { uint codes[]; };
layout(std430, set = 0, binding = 2) readonly buffer Weights { vec4 row_weights[]; };

bool has_lower(ivec2 cell, float height) {
    bool lower = false;
    for (uint code = 1u; code <= 8u; ++code) {
        const uint bits = height_bits(cell + flow_step(code));
        lower = lower || (has_height(bits) && effective_height(bits) < height);
    }
    return lower;
}

// A cell beside the outside without a lower neighbour: `outside` and `level` have bit `code` set where the neighbour is
// outside, or as high as the cell.
uint leave(ivec2 cell, float height, uint outside, uint level) {
    for (uint code = 1u; code <= 8u; ++code) {
        if ((level >> code & 1u) != 0u && has_lower(cell + flow_step(code), height)) return VKALGO_FLOW_STAYS;
    }
    for (uint rank = 0u; rank < 8u; ++rank) {
        const uint code = flow_near_first(rank);
        if ((outside >> code & 1u) != 0u) return code;
    }
    return VKALGO_FLOW_STAYS;
}

uint direction_of(ivec2 cell) {
    const uint own = heights[cell_index(cell)];
    if (!has_height(own)) return VKALGO_FLOW_NO_DATA;
    const float height = effective_height(own);
    vec3 weights = vec3(push.east, push.south, push.diagonal);
    if ((push.flags & VKALGO_TERRAIN_ROW_WEIGHTS) != 0u) weights = row_weights[cell.y].xyz;
    float best = 0.0;
    uint way = VKALGO_FLOW_STAYS;
    uint outside = 0u, level = 0u;
    for (uint code = 1u; code <= 8u; ++code) {
        const ivec2 step = flow_step(code);
        const uint bits = height_bits(cell + step);
        if (!has_height(bits)) {
            outside |= 1u << code;
            continue;
        }
        const float there = effective_height(bits);
        precise const float drop = height - there;
        precise const float slope = drop * (step.y == 0 ? weights.x : step.x == 0 ? weights.y : weights.z);
        if (slope > best) {
            best = slope;
            way = code;
        }
        level |= there == height ? 1u << code : 0u;
    }
    return way == VKALGO_FLOW_STAYS && outside != 0u ? leave(cell, height, outside, level) : way;
}

void main() {
    const uint word = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (word >= push.count) return;
    uint four = 0u;
    for (uint k = 0u; k < 4u; ++k) {
        const uint index = 4u * word + k;
        uint code = VKALGO_FLOW_NO_DATA;
        if (index < push.width * push.height) code = direction_of(ivec2(index % push.width, index / push.width));
        four |= code << (8u * k);
    }
    codes[word] = four;
}
