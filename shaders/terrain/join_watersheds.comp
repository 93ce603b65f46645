#version 460
// Watersheds, one round of pointer doubling: each cell's pointer is replaced by the pointer of the cell that it names.
// After round r (from 0) a pointer spans 2^(r + 1) steps, or it has VKALGO_WATER_END and names the last cell of the
// flow path.
//   An invocation owns a cell: up to two loads, one store. The round in which nothing changes copies all pointers, so
//   both buffers contain the result.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { WaterPush push; };
#define VKALGO_STATUS 2
#include "terrain/rounds.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Pointers { uint pointers[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Next { uint next_pointers[]; };

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (!round_begins(index == 0u) || index >= push.count) return;
    uint pointer = pointers[index];
    if ((pointer & VKALGO_WATER_END) == 0u) {
        pointer = pointers[pointer];
        round_changes();
    }
    next_pointers[index] = pointer;
}
