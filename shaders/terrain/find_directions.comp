#version 460
// D8: the direction in which the water of each cell flows, by the steepest drop to one of its eight neighbours.
//   An invocation owns four cells with consecutive indices, whose codes are one word. It reads them and their
//   neighbours (9 heights per cell) and stores the word. Entries of the last word beyond the grid become
//   VKALGO_FLOW_NO_DATA.
//   The slope is (z - z of the neighbour) / distance, two operations of f64, each rounded to nearest. The greatest
//   slope wins; among equal slopes it is the one with the lowest code. FlowDirections describes the rules beside the
//   outside and in flats.
//   Slopes in f32 decide if their error cannot matter, that is, if no slope of another height or distance comes near
//   the greatest. Otherwise slopes are computed in f64 (terrain/doubles.glsl). They are also computed in f64 if heights
//   are ranks; the heights themselves are then in `values` (kWords is 2).
//   Cost per cell: 9 loads, most of them cached; up to 64 more for a cell beside the outside without a lower neighbour.
//   In f64, two loads and 40 to 500 operations for each lower neighbour.
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
// FlowWeights: weights in f32; distances in f64, two words each.
struct Row {
    vec4 weights;
    uvec4 east_south;
    uvec4 diagonal;
};
layout(std430, set = 0, binding = 2) readonly buffer Rows { Row rows[]; };
// If kWords is 2: the heights in f64, by rank or by cell.
layout(std430, set = 0, binding = 3) readonly buffer Values { uvec2 values[]; };
layout(constant_id = VKALGO_TERRAIN_CONSTANT_WORDS) const uint kWords = 1;
#include "terrain/doubles.glsl"

// Slopes in f32 with a ratio above this may be in another order in f64. Their relative error is at most 2^-22.
const float kNear = 0.999999;

bool has_lower(ivec2 cell, float height) {
    bool lower = false;
    for (uint code = 1u; code <= 8u; ++code) {
        const uint bits = height_bits(cell + flow_step(code));
        lower = lower || (has_height(bits) && effective_height(bits) < height);
    }
    return lower;
}

// Returns the code of a cell beside the outside without a lower neighbour. Bit `code` of `outside` is set if the
// neighbour in that direction is outside; bit `code` of `level` is set if the neighbour is as high as the cell.
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

Row row_of(ivec2 cell) {
    if ((push.flags & VKALGO_TERRAIN_ROW_WEIGHTS) != 0u) return rows[cell.y];
    return Row(vec4(push.east, push.south, push.diagonal, 0.0),
               uvec4(push.to_east_low, push.to_east_high, push.to_south_low, push.to_south_high),
               uvec4(push.to_diagonal_low, push.to_diagonal_high, 0u, 0u));
}

// Returns the height in f64. The cell must have data.
uvec2 value_of(ivec2 cell) {
    const uint index = cell_index(cell);
    if (kWords == 1u) return double_of(effective_bits(heights[index]));
    return values[(push.flags & VKALGO_TERRAIN_VALUES_BY_CELL) != 0u ? index : rank_of_height(heights[index])];
}

// Returns the code of the steepest descent, computed in f64; VKALGO_FLOW_STAYS if no neighbour is lower.
uint steepest(ivec2 cell, float level, Row row) {
    const uvec2 height = value_of(cell);
    uvec2 best = uvec2(0u), best_drop = uvec2(0u), best_distance = uvec2(0u);
    uint way = VKALGO_FLOW_STAYS;
    for (uint code = 1u; code <= 8u; ++code) {
        const ivec2 step = flow_step(code);
        const uint bits = height_bits(cell + step);
        if (!has_height(bits) || effective_height(bits) >= level) continue;
        const uvec2 distance = step.y == 0 ? row.east_south.xy : step.x == 0 ? row.east_south.zw : row.diagonal.xy;
        const uvec2 drop = drop_of(height, value_of(cell + step));
        // If the drop is at most the best drop, and the distance is at least the best distance, the slope is not
        // steeper.
        if (!is_less(best_drop, drop) && !is_less(distance, best_distance)) continue;
        const uvec2 slope = slope_of(drop, distance);
        if (way != VKALGO_FLOW_STAYS && !is_less(best, slope)) continue;
        best = slope;
        best_drop = drop;
        best_distance = distance;
        way = code;
    }
    return way;
}

uint direction_of(ivec2 cell) {
    const uint own = heights[cell_index(cell)];
    if (!has_height(own)) return VKALGO_FLOW_NO_DATA;
    const float height = effective_height(own);
    vec3 weights = vec3(push.east, push.south, push.diagonal);
    if ((push.flags & VKALGO_TERRAIN_ROW_WEIGHTS) != 0u) weights = rows[cell.y].weights.xyz;
    float best = 0.0, best_height = height, best_weight = 0.0;
    float rival = 0.0;  // The greatest slope to a neighbour with another height or distance than the best
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
        level |= there == height ? 1u << code : 0u;
        if (kWords != 1u) continue;
        const float weight = step.y == 0 ? weights.x : step.x == 0 ? weights.y : weights.z;
        const float slope = (height - there) * weight;
        if (slope > best) {
            rival = best;
            best = slope;
            best_height = there;
            best_weight = weight;
            way = code;
        } else if (there != best_height || weight != best_weight) {
            rival = max(rival, slope);
        }
    }
    if (kWords != 1u || (way != VKALGO_FLOW_STAYS && rival >= best * kNear)) way = steepest(cell, height, row_of(cell));
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
