#version 460
// Before a surface is filled: builds a forest. Every cell is linked to its lowest neighbour (among equal ones the first
// in the grid) if this neighbour is lower than the cell, or has the same height and comes earlier in the grid. The
// remaining cells are roots; no two roots are neighbours. Each root gets a basin; the numbers of basins depend on the
// order in which workgroups run. Cells beside the outside, and those without data, are linked to the basin of the
// outside.
//   An invocation owns a cell: up to nine loads, one store; a root makes four more stores.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
layout(std430, set = 0, binding = 1) writeonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 2) buffer Status { uint status[]; };  // Atomics
layout(std430, set = 0, binding = 3) writeonly buffer Roots { uint roots[]; };
layout(std430, set = 0, binding = 4) writeonly buffer Lowest { uint lowest[]; };
layout(std430, set = 0, binding = 5) writeonly buffer Chosen { uint chosen[]; };
layout(std430, set = 0, binding = 6) writeonly buffer Levels { uint levels[]; };

shared uint group_roots;
shared uint group_first;

// Returns the link of a cell. For a root, it is the link to the cell itself.
uint link_of(uint index) {
    if (!has_height(heights[index])) return VKALGO_FILL_BASIN | VKALGO_FILL_OUTSIDE;
    const ivec2 cell = ivec2(index % push.width, index / push.width);
    uint least = level_of_height(heights[index]), link = index + 1u;
    for (uint code = 1u; code <= VKALGO_FLOW_LAST; ++code) {
        const ivec2 beside = cell + flow_step(code);
        const uint bits = height_bits(beside);
        if (!has_height(bits)) return VKALGO_FILL_BASIN | VKALGO_FILL_OUTSIDE;
        const uint other = level_of_height(bits), other_link = cell_index(beside) + 1u;
        if (other < least || (other == least && other_link < link)) {
            least = other;
            link = other_link;
        }
    }
    return link;
}

void begin_basin(uint basin) {
    roots[basin] = basin;
    lowest[basin] = VKALGO_FILL_NONE;
    chosen[basin] = VKALGO_FILL_NONE;
    levels[basin] = VKALGO_FILL_OUTSIDE;
}

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex == 0u) group_roots = 0u;
    barrier();
    const uint link = index < push.count ? link_of(index) : VKALGO_FILL_OUTSIDE;
    const bool is_root = link == index + 1u;
    uint basin = 0u;
    if (is_root) basin = atomicAdd(group_roots, 1u);
    barrier();
    if (gl_LocalInvocationIndex == 0u && group_roots != 0u) {
        group_first = 1u + atomicAdd(status[VKALGO_FILL_BASINS], group_roots);
    }
    barrier();
    basin += group_first;
    if (is_root) begin_basin(basin);
    if (index == 0u) begin_basin(VKALGO_FILL_OUTSIDE);
    if (index < push.count) links[index] = is_root ? VKALGO_FILL_BASIN | basin : link;
}
