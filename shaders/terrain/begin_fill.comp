#version 460
// Before a surface is filled: a forest in which every cell is linked to its lowest neighbour, of equal ones the first
// of the grid, if that is lower than itself or as low and before it. Cells beside the outside, and those without data,
// are linked to the outside. What is left are roots, each linked to itself; the cells of a root are its basin.
//   An invocation owns a cell: up to nine loads, three stores.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
layout(std430, set = 0, binding = 1) writeonly buffer Levels { uint levels[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Saddles { uint saddles[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (index >= push.count) return;
    const ivec2 cell = ivec2(index % push.width, index / push.width);
    uint link = VKALGO_FILL_OUTSIDE, level = VKALGO_FILL_OUTSIDE;
    if (has_height(heights[index])) {
        level = level_of_height(heights[index]);
        uint least = level;
        link = index + 1u;
        for (uint code = 1u; code <= VKALGO_FLOW_LAST; ++code) {
            const ivec2 beside = cell + flow_step(code);
            const uint bits = height_bits(beside);
            if (!has_height(bits)) {
                link = VKALGO_FILL_OUTSIDE;
                break;
            }
            const uint other = level_of_height(bits), other_link = cell_index(beside) + 1u;
            if (other < least || (other == least && other_link < link)) {
                least = other;
                link = other_link;
            }
        }
    }
    levels[index] = level;
    links[index] = link;
    saddles[index] = VKALGO_FILL_NONE;
}
