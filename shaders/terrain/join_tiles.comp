#version 460
// Tiled accumulation, second part: one round of pointer doubling over the nodes.
//   An invocation owns a node. Of the three sections of sums it reads one, adds to the next by atomics (to its own
//   node, and to the node that its pointer names) and clears the third. Of the two buffers of pointers it reads one and
//   writes the other. Once all pointers have ended, one round only copies, and the round after it ends the rounds. The
//   result is then in section (status[VKALGO_TERRAIN_ROUNDS] + 1) % 3.
//   Cost per node and round: up to three loads, two atomics, two stores.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterTilesPush push; };
#define VKALGO_STATUS 5
#include "terrain/rounds.glsl"
#include "terrain/water.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Before { uint sums[]; };
layout(std430, set = 0, binding = 1) buffer After { uint next_sums[]; };  // Atomics
layout(std430, set = 0, binding = 2) writeonly buffer Cleared { uint cleared[]; };
layout(std430, set = 0, binding = 3) readonly buffer Pointers { uint pointers[]; };
layout(std430, set = 0, binding = 4) writeonly buffer NextPointers { uint next_pointers[]; };

void main() {
    const uint node = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (!round_begins(node == 0u) || node >= push.nodes) return;
    const uvec2 water = WATER_AT(sums, node);
    uint pointer = pointers[node];
    if (is_water(water)) ADD_WATER(next_sums, node, water)
    PUT_WATER(cleared, node, uvec2(0u))
    if ((pointer & VKALGO_WATER_END) == 0u) {
        if (is_water(water)) ADD_WATER(next_sums, pointer, water)
        pointer = pointers[pointer];
        round_changes();
    }
    next_pointers[node] = pointer;
}
