#version 460
#extension GL_GOOGLE_include_directive : require
// Instance k is the k-th particle from the back: a square of four vertices around its disc, without vertex buffers.
#include "camera.glsl"

layout(set = 0, binding = 0, std430) readonly buffer Particles { Particle particles[]; };
layout(set = 0, binding = 1, std430) readonly buffer Order { uint order[]; };
layout(push_constant) uniform Push { Camera camera; };
layout(location = 0) flat out vec3 disc_of;  // Centre and radius, pixels
layout(location = 1) flat out vec4 colour;

void main() {
    const Particle particle = particles[order[gl_InstanceIndex]];
    const Disc disc = see(camera, particle);
    const float near = clamp((disc.depth - PARTICLES_NEAR) / PARTICLES_FADE, 0.0, 1.0);
    disc_of = vec3(disc.centre, disc.radius);
    colour = vec4(particle.colour.rgb, particle.colour.a * near);
    const vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2.0 - 1.0;
    const vec2 pixel = disc.centre + corner * (disc.radius + 1.0);  // One pixel larger, so that the disc is always
                                                                    // inside
    gl_Position = vec4(2.0 * pixel / vec2(camera.width, camera.height) - 1.0, 0.0, 1.0);
}
