#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation per particle: writes 1 if the particle is not too near and the square around its disc meets the
// picture, else 0; and writes the particle's depth.
#include "camera.glsl"

layout(local_size_x = PARTICLES_THREADS) in;
layout(set = 0, binding = 0, std430) readonly buffer Particles { Particle particles[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Shown { uint shown[]; };
layout(set = 0, binding = 2, std430) writeonly buffer Depths { float depths[]; };
layout(push_constant) uniform Push { Camera camera; };

void main() {
    const uint index = gl_GlobalInvocationID.x;
    if (index >= camera.particles) {
        return;
    }
    const Disc disc = see(camera, particles[index]);
    const vec2 size = vec2(camera.width, camera.height);
    const bool inside =
        all(greaterThan(disc.centre + disc.radius, vec2(0.0))) && all(lessThan(disc.centre - disc.radius, size));
    shown[index] = uint(disc.depth > PARTICLES_NEAR && inside);
    depths[index] = disc.depth;
}
