// The projection of a particle by a camera.

#include "particles.h"

struct Disc {
    vec2 centre;   // Pixels, y downwards
    float radius;  // Pixels
    float depth;   // Along the camera's direction
};

Disc see(Camera camera, Particle particle) {
    const vec3 from_eye = particle.ball.xyz - camera.eye.xyz;
    const float depth = dot(from_eye, camera.forward.xyz);
    const float scale = camera.focal / depth;
    const vec2 offset = vec2(dot(from_eye, camera.right.xyz), -dot(from_eye, camera.up.xyz));
    const vec2 size = vec2(camera.width, camera.height);
    return Disc(0.5 * size + scale * offset, scale * particle.ball.w, depth);
}
