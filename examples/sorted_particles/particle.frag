#version 460
#extension GL_GOOGLE_include_directive : require
// A ball's colour and alpha at a pixel: darker at the rim, where it fades out.
#include "particles.h"

layout(location = 0) flat in vec3 disc;  // Centre and radius, pixels
layout(location = 1) flat in vec4 colour;
layout(location = 0) out vec4 drawn;

void main() {
    const vec2 offset = (gl_FragCoord.xy - disc.xy) / disc.z;
    const float inside = max(1.0 - dot(offset, offset), 0.0);
    const float cover = inside * inside * (3.0 - 2.0 * inside);
    drawn = vec4(colour.rgb * mix(PARTICLES_RIM, 1.0, inside), colour.a * cover);
}
