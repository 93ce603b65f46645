// Workgroup g takes part g % slices of triangle g / slices of a list: push.part samples of its box, side by side.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/raster.glsl"

layout(set = 0, binding = VKALGO_RASTER_LIST, std430) readonly buffer List { uint list[]; };
layout(set = 0, binding = VKALGO_RASTER_COUNTS, std430) readonly buffer Counts { uint counts[]; };

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= counts[push.slices == 1u ? VKALGO_RASTER_COUNT_MEDIUM : VKALGO_RASTER_COUNT_HUGE]) return;
    const uint triangle = list[group / push.slices];
    const Seen seen = see(triangle);
    const uint begin = group % push.slices * push.part;
    const uint end = min(begin + push.part, seen.size.x * seen.size.y);
    for (uint index = begin + gl_LocalInvocationID.x; index < end; index += gl_WorkGroupSize.x) {
        draw_sample(seen, triangle, index);
    }
}
