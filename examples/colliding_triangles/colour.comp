#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation per triangle: writes its body's colour, or that of a collision.
#include "bodies.h"

layout(local_size_x = BODIES_THREADS) in;
layout(set = 0, binding = 0, std430) readonly buffer Collides { uint collides[]; };
layout(set = 0, binding = 1, std430) readonly buffer Plain { uint plain[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Colours { uint colours[]; };
layout(push_constant) uniform Push {
    BodiesPush push;
    uint collision;
};

void main() {
    const uint triangle = gl_GlobalInvocationID.x;
    if (triangle < push.bodies * BODIES_CORNERS) {
        colours[triangle] = collides[triangle] != 0 ? collision : plain[triangle / BODIES_CORNERS];
    }
}
