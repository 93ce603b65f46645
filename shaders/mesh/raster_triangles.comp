// One invocation per triangle. It draws a small triangle itself, and appends a large one to the large triangles of its
// class. A large triangle is drawn by at least the number of workgroups that its box needs, and by less than four times
// that number. Cost per triangle and phase: 12 bytes of indices, 36 of positions, 4 of colour; per sample of a small
// triangle's box three areas, and per sample that it covers a depth.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/raster.glsl"

layout(set = 0, binding = VKALGO_RASTER_COUNTS, std430) coherent buffer Counts { uint counts[]; };
layout(set = 0, binding = VKALGO_RASTER_LARGE, std430) writeonly buffer Large { uint large[]; };

void main() {
    const uint triangle = push.first + vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (triangle >= push.end) return;
    const Seen seen = see(triangle);
    if (seen.is_marked) draw_middle(seen, triangle);
    const uint box = seen.size.x * seen.size.y;
    if (box <= VKALGO_RASTER_SMALL) {
        for (uint index = 0; index < box; ++index) draw_sample(seen, triangle, index);
        return;
    }
    uint size_class = 0, slices = 1;
    for (; slices * push.part < box; slices *= 4u) ++size_class;
    large[size_class * push.room + atomicAdd(counts[size_class], slices) / slices] = triangle;
}
