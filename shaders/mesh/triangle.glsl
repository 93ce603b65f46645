// Triangles as floats. The including file defines MESH_POSITIONS_BINDING and MESH_TRIANGLES_BINDING.
layout(set = 0, binding = MESH_POSITIONS_BINDING, std430) readonly buffer Positions { float positions[]; };
layout(set = 0, binding = MESH_TRIANGLES_BINDING, std430) readonly buffer Triangles { uint triangles[]; };

uvec3 mesh_vertices(uint triangle) {
    const uint at = 3u * triangle;
    return min(uvec3(triangles[at], triangles[at + 1u], triangles[at + 2u]), uvec3(push.vertices - 1u));
}

vec3 mesh_position(uint vertex) {
    const uint at = 3u * vertex;
    return vec3(positions[at], positions[at + 1u], positions[at + 2u]);
}
