// A workgroup's part of the bounding box of all boxes, as ordered keys. The keys of the least corner are complemented.
// So each word keeps the greatest key, and all words start at 0.
#include "mesh/mesh.h"

shared uint mesh_greatest[VKALGO_MESH_BOUND_ROOT];

// Returns keys in the order of the numbers; -0 and 0 differ.
uvec3 mesh_ordered(vec3 value) {
    const uvec3 bits = floatBitsToUint(value);
    return mix(bits | 0x80000000u, ~bits, notEqual(bits & 0x80000000u, uvec3(0)));
}

void mesh_begin_bounds() {
    if (gl_LocalInvocationID.x < VKALGO_MESH_BOUND_ROOT) mesh_greatest[gl_LocalInvocationID.x] = 0u;
    barrier();
}

void mesh_take_bounds(vec3 low, vec3 high) {
    const uvec3 least = ~mesh_ordered(low), most = mesh_ordered(high);
    for (uint axis = 0; axis < 3u; ++axis) {
        atomicMax(mesh_greatest[axis], least[axis]);
        atomicMax(mesh_greatest[3u + axis], most[axis]);
    }
}

// Returns word i of the workgroup's bounding box to invocation i, for the first VKALGO_MESH_BOUND_ROOT invocations.
uint mesh_end_bounds() {
    barrier();
    return mesh_greatest[min(gl_LocalInvocationID.x, VKALGO_MESH_BOUND_ROOT - 1u)];
}
