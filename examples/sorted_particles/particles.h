// Shared by this example's shaders and its C++: no number is written twice.
#ifndef SORTED_PARTICLES_H
#define SORTED_PARTICLES_H

#ifdef __cplusplus
#include <cstdint>
using uint = std::uint32_t;
struct alignas(16) vec4 {
    float x, y, z, w;
};
#endif

// Invocations per workgroup.
#define PARTICLES_THREADS 64

// What is nearer than this is not drawn, and what is not PARTICLES_FADE farther away is fainter.
#define PARTICLES_NEAR 0.2
#define PARTICLES_FADE 0.4

// A ball's colour at its rim, relative to that in its middle.
#define PARTICLES_RIM 0.35

// A ball, seen as a disc that fades towards its rim.
struct Particle {
    vec4 place;   // x, y, z, radius
    vec4 colour;  // linear red, green, blue; alpha in the middle
};

struct Camera {
    vec4 eye;    // w is unused, here and below
    vec4 right;  // these three are perpendicular and of length 1
    vec4 up;
    vec4 forward;
    float focal;  // pixels: how large a length of 1 looks at a distance of 1
    uint width;   // of the picture
    uint height;
    uint particles;
};

#endif
