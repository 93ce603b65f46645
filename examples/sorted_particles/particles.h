// Shared by this example's shaders and its C++, so that no number is written twice.
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

// Particles nearer than PARTICLES_NEAR are not drawn; over the next PARTICLES_FADE they fade in.
#define PARTICLES_NEAR 0.2
#define PARTICLES_FADE 0.4

// A ball's colour at its rim, relative to that at its centre.
#define PARTICLES_RIM 0.35

// A ball, seen as a disc that fades towards its rim.
struct Particle {
    vec4 ball;    // Centre x, y, z; w: radius
    vec4 colour;  // Linear red, green, blue; alpha at the centre
};

struct Camera {
    vec4 eye;    // Position; w is unused, here and below
    vec4 right;  // These three are perpendicular and of length 1
    vec4 up;
    vec4 forward;
    float focal;  // Size in pixels of a length of 1 at a distance of 1
    uint width;   // Size of the picture
    uint height;
    uint particles;
};

#endif
