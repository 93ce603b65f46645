#version 460
// Lists the bricks that an iteration processes. A brick that had set voxels at the beginning is listed if the iteration
// before changed something in the brick or in a neighbour. No other brick can change now: six subiterations change only
// voxels within six voxels of a change by the six subiterations before, and a brick's sides are longer than six voxels
// or reach across the volume. The first list follows from the flags of begin_thinning.
//   An invocation owns a brick: up to 28 loads, one store, and one more store if the brick is listed; an atomic per
//   workgroup. The order of the list varies from run to run, and has no meaning.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/thinning.h"
layout(local_size_x = VKALGO_THINNING_LIST_THREADS) in;
layout(push_constant) uniform Push { ThinningPush push; };
layout(std430, set = 0, binding = 0) readonly buffer Occupied { uint occupied[]; };
layout(std430, set = 0, binding = 1) readonly buffer Before { uint changed_before[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Now { uint changed_now[]; };
layout(std430, set = 0, binding = 3) writeonly buffer List { uint list[]; };
layout(std430, set = 0, binding = 4) buffer Status { uint status[]; };  // Atomics
#include "volume/bricks.glsl"

shared uint listed, listed_before;

uint brick_flags(uint brick) { return push.first != 0u ? occupied[brick] : changed_before[brick]; }
#include "volume/near_change.glsl"

void main() {
    if (gl_LocalInvocationIndex == 0u) listed = 0u;
    barrier();
    const uint brick = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    bool wanted = false;
    uint rank = 0u;
    if (brick < push.bricks) {
        changed_now[brick] = 0u;
        wanted = (occupied[brick] & VKALGO_BRICK_OCCUPIED) != 0u && near_change(brick);
        if (wanted) rank = atomicAdd(listed, 1u);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u && listed != 0u) {
        listed_before = atomicAdd(status[VKALGO_THINNING_LISTED], listed);
    }
    barrier();
    if (wanted) list[listed_before + rank] = brick;
}
