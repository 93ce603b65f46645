// Draws large triangles. Workgroup g takes part g % 4^c of large triangle g / 4^c of class c: push.part successive
// samples of its box, row by row. Cost per sample of the box: three areas, and a depth if the triangle covers the
// sample.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/raster.glsl"

layout(set = 0, binding = VKALGO_RASTER_COUNTS, std430) readonly buffer Counts { uint counts[]; };
layout(set = 0, binding = VKALGO_RASTER_LARGE, std430) readonly buffer Large { uint large[]; };

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= counts[push.size_class]) return;
    const uint slices = 1u << (2u * push.size_class);
    const uint triangle = large[push.size_class * push.room + group / slices];
    const Seen seen = see(triangle);
    const uint begin = group % slices * push.part;
    const uint end = min(begin + push.part, seen.size.x * seen.size.y);
    for (uint index = begin + gl_LocalInvocationID.x; index < end; index += gl_WorkGroupSize.x) {
        draw_sample(seen, triangle, index);
    }
}
