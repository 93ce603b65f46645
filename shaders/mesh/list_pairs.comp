// Compares each triangle with the later triangles. Workgroup (r, c) compares tile r of rows with tile c of columns,
// whose boxes are in shared memory; pairs that meet are appended. An invocation keeps VKALGO_MESH_LIST_ROWS boxes in
// registers. Cost per pair: six comparisons.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/declare.glsl"
#include "mesh/candidate.glsl"

layout(set = 0, binding = VKALGO_MESH_FIND_BOXES, std430) readonly buffer Boxes { vec4 boxes[]; };

shared vec4 tile_low[gl_WorkGroupSize.x];
shared vec4 tile_high[gl_WorkGroupSize.x];

void main() {
    const uint width = gl_WorkGroupSize.x;
    const uint height = width * VKALGO_MESH_LIST_ROWS;
    const uint columns = (push.triangles + width - 1u) / width;
    const uint group = vkalgo_workgroup_index();
    const uint first_row = push.first + group / columns * height;
    const uint first_column = group % columns * width;
    if (first_row >= push.end || first_column + width <= first_row + 1u) return;
    const uint own = first_column + gl_LocalInvocationID.x;
    if (own < push.triangles) {
        tile_low[gl_LocalInvocationID.x] = boxes[2u * own];
        tile_high[gl_LocalInvocationID.x] = boxes[2u * own + 1u];
    }
    barrier();
    vec3 low[VKALGO_MESH_LIST_ROWS], high[VKALGO_MESH_LIST_ROWS];
    uint rows[VKALGO_MESH_LIST_ROWS];
    for (uint k = 0; k < VKALGO_MESH_LIST_ROWS; ++k) {
        const uint row = first_row + k * width + gl_LocalInvocationID.x;
        // A row beyond the end gets an index that no column exceeds.
        rows[k] = row < push.end ? row : ~0u;
        low[k] = boxes[2u * min(row, push.triangles - 1u)].xyz;
        high[k] = boxes[2u * min(row, push.triangles - 1u) + 1u].xyz;
    }
    const uint count = min(width, push.triangles - first_column);
    for (uint k = 0; k < count; ++k) {
        const vec3 column_low = tile_low[k].xyz, column_high = tile_high[k].xyz;
        bool met[VKALGO_MESH_LIST_ROWS];
        bool any = false;
        for (uint row = 0; row < VKALGO_MESH_LIST_ROWS; ++row) {
            met[row] = mesh_meet(low[row], high[row], column_low, column_high);
            const bool one = met[row];
            any = any || one;
        }
        if (!any) continue;
        for (uint row = 0; row < VKALGO_MESH_LIST_ROWS; ++row) {
            if (met[row] && first_column + k > rows[row]) mesh_candidate(rows[row], first_column + k);
        }
    }
    mesh_append_candidates();
}
