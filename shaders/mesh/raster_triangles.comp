// One invocation per triangle: draws it if it is small, else appends it to the list of medium ones, which a workgroup
// draws, or of huge ones, which several do. Cost per triangle and phase: 12 bytes of indices, 36 of positions, 4 of
// colour; per sample of a small one's box three areas, and per sample that it covers a depth.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/raster.glsl"

layout(set = 0, binding = VKALGO_RASTER_COUNTS, std430) coherent buffer Counts { uint counts[]; };
layout(set = 0, binding = VKALGO_RASTER_MEDIUM, std430) writeonly buffer Medium { uint medium[]; };
layout(set = 0, binding = VKALGO_RASTER_HUGE, std430) writeonly buffer Huge { uint huge[]; };

void main() {
    const uint triangle =
        push.first + vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (triangle >= push.end) return;
    const Seen seen = see(triangle);
    if (seen.is_marked) draw_middle(seen, triangle);
    const uint box = seen.size.x * seen.size.y;
    if (box > push.part) {
        huge[atomicAdd(counts[VKALGO_RASTER_COUNT_HUGE], push.slices) / push.slices] = triangle;
    } else if (box > VKALGO_RASTER_SMALL) {
        medium[atomicAdd(counts[VKALGO_RASTER_COUNT_MEDIUM], 1u)] = triangle;
    } else {
        for (uint index = 0; index < box; ++index) draw_sample(seen, triangle, index);
    }
}
