// Finds the segment of each index.
//   A workgroup owns kEach indices per invocation, and finds the segments of the first and the last of these indices.
//   Then it searches between these two segments for the segment of each index. The first segment begins at 0, whatever
//   the offsets say.
//   Cost per index: one write, and a binary search among the workgroup's segments; per workgroup, each invocation makes
//   a few reads of offsets.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/grid.glsl"
#include "sort/segments.h"

layout(local_size_x_id = VKALGO_SEGMENTS_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_EACH) const uint kEach = 16;

layout(push_constant) uniform Push { SegmentsPush push; };
#define SORT_COUNT_BINDING VKALGO_MARK_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_MARK_OFFSETS, std430) readonly buffer Offsets { uint offsets[]; };
layout(set = 0, binding = VKALGO_MARK_SEGMENTS, std430) writeonly buffer Segments { uint segments[]; };

uint table_start(uint segment) { return segment == 0 ? 0u : offsets[segment]; }
#include "sort/find_entry.glsl"

void main() {
    const uint count = key_count();
    const uint group = vkalgo_workgroup_index();
    const uint first = group * gl_WorkGroupSize.x * kEach;
    if (group >= push.groups || first >= count) return;
    const uint present = min(gl_WorkGroupSize.x * kEach, count - first);
    const uvec2 ends = find_entries(uvec2(first, first + present - 1), push.segments);
    for (uint k = 0; k < kEach; ++k) {
        const uint at = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        if (at < present) segments[first + at] = find_entry(first + at, ends.x, ends.y);
    }
}
