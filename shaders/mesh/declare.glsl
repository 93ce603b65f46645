// The declarations of the kernels whose push constants are a MeshPush.
#ifndef VKALGO_MESH_DECLARE_GLSL
#define VKALGO_MESH_DECLARE_GLSL

#include "common/grid.glsl"
#include "mesh/mesh.h"

layout(local_size_x_id = VKALGO_MESH_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { MeshPush push; };

uint mesh_invocation() { return vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// Returns whether two boxes (least and greatest corner) share a point.
bool mesh_meet(vec3 low, vec3 high, vec3 other_low, vec3 other_high) {
    const bool begins = all(lessThanEqual(low, other_high)), ends = all(lessThanEqual(other_low, high));
    return begins && ends;
}

// Returns whether this pair of triangles is to be tested. With two meshes, only pairs with one triangle of each mesh
// are tested.
bool mesh_wanted(uint a, uint b) { return push.split == 0 || (a < push.split) != (b < push.split); }

#endif
