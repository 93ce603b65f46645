#version 460
// Before the first iteration: makes two copies of the volume, and computes the flags of each brick.
//   A workgroup owns a brick, an invocation one of its words: one load, two stores. Bricks with voxels that are not
//   set, and bricks at an end of the volume, count as changed, because everything outside is not set.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/thinning.h"
layout(local_size_x = VKALGO_BRICK_ROWS) in;
layout(push_constant) uniform Push { ThinningPush push; };
layout(std430, set = 0, binding = 0) readonly buffer Volume { uint volume[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Skeleton { uint skeleton[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Other { uint other[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Flags { uint flags[]; };
#include "volume/bricks.glsl"

shared uint known;

void main() {
    const uint brick = vkalgo_workgroup_index();
    if (brick >= push.bricks) return;
    if (gl_LocalInvocationIndex == 0u) known = 0u;
    barrier();
    const uvec3 position = word_position(brick);
    uint word = 0u;
    if (in_volume(position)) {
        const uint index = word_index(position);
        word = volume[index];
        skeleton[index] = word;
        other[index] = word;
    }
    const bool ends = position.x == 0u || position.y == 0u || position.z == 0u || position.x + 1u >= push.row_words ||
                      position.y + 1u >= push.rows || position.z + 1u >= push.slices;
    uint mine = word != 0u ? VKALGO_BRICK_OCCUPIED : 0u;
    if (word != ~0u || ends) mine |= VKALGO_BRICK_CHANGED_EVERYWHERE;
    atomicOr(known, mine);
    barrier();
    if (gl_LocalInvocationIndex == 0u) flags[brick] = known;
}
