// What all queries to a hierarchy share.
#include "common/grid.glsl"
#include "mesh/hierarchy.h"
#include "mesh/mesh.h"

layout(local_size_x_id = VKALGO_MESH_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { QueryPush push; };

layout(set = 0, binding = VKALGO_QUERY_BOUNDS, std430) readonly buffer Bounds { uint bounds[]; };
layout(set = 0, binding = VKALGO_QUERY_NODES, std430) readonly buffer Nodes { uvec4 nodes[]; };

uint query_invocation() { return vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// The two children of a node.
struct Children {
    vec3 left_low, left_high, right_low, right_high;
    uint left, right;
};
Children children_of(uint node) {
    const uvec4 a = nodes[4u * node], b = nodes[4u * node + 1u];
    const uvec4 c = nodes[4u * node + 2u], d = nodes[4u * node + 3u];
    return Children(uintBitsToFloat(a.xyz), uintBitsToFloat(b.xyz), uintBitsToFloat(c.xyz), uintBitsToFloat(d.xyz), a.w,
                    c.w);
}

bool is_leaf(uint child) { return (child & VKALGO_MESH_LEAF) != 0u; }
uint item_of(uint child) { return child & ~VKALGO_MESH_LEAF; }

// Children that the traversal still has to visit.
uint waiting[VKALGO_MESH_LEVELS + 1u];
uint waiting_count = 0u;
