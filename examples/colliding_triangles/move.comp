#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation per vertex: computes its position from the poses of this frame.
#include "bodies.h"

layout(local_size_x = BODIES_THREADS) in;
layout(set = 0, binding = 0, std430) readonly buffer Poses { Pose poses[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Positions { float positions[]; };
layout(push_constant) uniform Push { BodiesPush push; };

const vec3 corners[BODIES_CORNERS] = vec3[](vec3(1, 1, 1), vec3(1, -1, -1), vec3(-1, 1, -1), vec3(-1, -1, 1));

void main() {
    const uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= push.bodies * BODIES_CORNERS) {
        return;
    }
    const Pose pose = poses[vertex / BODIES_CORNERS];
    const vec3 corner = corners[vertex % BODIES_CORNERS] * (pose.centre.w / sqrt(3.0));
    const vec3 turned = corner + 2.0 * cross(pose.turn.xyz, cross(pose.turn.xyz, corner) + pose.turn.w * corner);
    for (uint axis = 0; axis < 3; ++axis) {
        positions[3 * vertex + axis] = pose.centre[axis] + turned[axis];
    }
}
