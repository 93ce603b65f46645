// Computes the bounding box of all boxes, as ordered keys. Cost per box: 32 bytes.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "mesh/bounds.glsl"
#include "mesh/hierarchy.h"

layout(local_size_x_id = VKALGO_MESH_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { QueryPush push; };

layout(set = 0, binding = VKALGO_BOUND_BOXES_BOXES, std430) readonly buffer Boxes { vec4 boxes[]; };
layout(set = 0, binding = VKALGO_BOUND_BOXES_BOUNDS, std430) coherent buffer Bounds { uint bounds[]; };

void main() {
    mesh_begin_bounds();
    const uint item = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (item < push.items) mesh_take_bounds(boxes[2u * item].xyz, boxes[2u * item + 1u].xyz);
    const uint greatest = mesh_end_bounds();
    if (gl_LocalInvocationID.x < VKALGO_MESH_BOUND_ROOT) atomicMax(bounds[gl_LocalInvocationID.x], greatest);
}
