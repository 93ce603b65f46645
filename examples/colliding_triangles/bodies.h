// Shared by this example's shaders and its C++, so that no number is written twice.
#ifndef COLLIDING_TRIANGLES_H
#define COLLIDING_TRIANGLES_H

#ifdef __cplusplus
#include <cstdint>
using uint = std::uint32_t;
struct alignas(16) vec4 {
    float x, y, z, w;
};
#endif

// Invocations per workgroup.
#define BODIES_THREADS 64

// A body is a tetrahedron, with this many vertices and as many triangles.
#define BODIES_CORNERS 4

// The pose of a body in a frame.
struct Pose {
    vec4 centre;  // x, y, z; w: distance from the centre to a vertex
    vec4 turn;    // A quaternion of length 1, its real part last
};

struct BodiesPush {
    uint bodies;
    uint capacity;  // Maximum number of pairs in the buffer
};

#endif
