// Shared by this example's shaders and its C++: no number is written twice.
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

// A body is a tetrahedron: so many vertices, and as many triangles.
#define BODIES_CORNERS 4

// Where a body is in a frame.
struct Pose {
    vec4 place;  // of its middle; w: from there to a vertex
    vec4 turn;   // a quaternion of length 1, its real part last
};

struct BodiesPush {
    uint bodies;
    uint capacity;  // pairs that there is room for
};

#endif
