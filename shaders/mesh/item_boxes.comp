// Computes the box of each triangle, without a margin, for BoundingVolumeHierarchy::record_triangle_boxes. Cost per
// triangle: 12 bytes of indices and 36 of positions are read, 32 bytes are written.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "mesh/hierarchy.h"
#include "mesh/mesh.h"

layout(local_size_x_id = VKALGO_MESH_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { QueryPush push; };

#define MESH_POSITIONS_BINDING VKALGO_ITEM_BOXES_POSITIONS
#define MESH_TRIANGLES_BINDING VKALGO_ITEM_BOXES_TRIANGLES
#include "mesh/triangle.glsl"

layout(set = 0, binding = VKALGO_ITEM_BOXES_BOXES, std430) writeonly buffer Boxes { vec4 boxes[]; };

void main() {
    const uint triangle = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (triangle >= push.items) return;
    const uvec3 vertices = mesh_vertices(triangle);
    const vec3 a = mesh_position(vertices.x), b = mesh_position(vertices.y), c = mesh_position(vertices.z);
    boxes[2u * triangle] = vec4(min(min(a, b), c), 0.0);
    boxes[2u * triangle + 1u] = vec4(max(max(a, b), c), 0.0);
}
