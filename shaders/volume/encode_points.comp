#version 460
// Computes the codes of points with integer coordinates. An invocation owns a point. Cost per point: 4 bytes read per
// axis, a code written.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "volume/boxes.h"

layout(local_size_x_id = VKALGO_BOXES_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { CodesPush push; };
#include "volume/codes.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Coordinates { uint coordinates[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Codes { uint codes[]; };

void main() {
    const uint point = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (point >= push.count) return;
    const uint at = kAxes * point;
    const uvec2 code =
        code_of(uvec3(coordinates[at], coordinates[at + 1u], kAxes == 2 ? 0u : coordinates[at + kAxes - 1u]));
    if (kWide != 0) {
        codes[2u * point] = code.x;
        codes[2u * point + 1u] = code.y;
    } else {
        codes[point] = code.x;
    }
}
