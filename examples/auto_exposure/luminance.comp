#version 460
#extension GL_GOOGLE_include_directive : require
// Meters the scene: every pixel's luminance as a code of 8 bits, row by row, packed four to a word.
// One invocation owns one word; 8 bytes read and 1 written a pixel.
#include "exposure.h"

layout(local_size_x = 64) in;
layout(set = 0, binding = 0) uniform sampler2D scene;
layout(set = 0, binding = 1, std430) writeonly buffer Codes { uint codes[]; };
layout(push_constant) uniform Push { LuminancePush push; };

uint code_of(uint pixel) {
    if (pixel >= push.width * push.height) {
        return 0;  // fills the last word up; the histogram is told how many codes count
    }
    vec3 radiance = texelFetch(scene, ivec2(pixel % push.width, pixel / push.width), 0).rgb;
    float luminance = dot(radiance, vec3(0.2126, 0.7152, 0.0722));
    float step_of = (log2(max(luminance, 1e-9)) - EXPOSURE_LOWEST) * (EXPOSURE_BINS / EXPOSURE_RANGE);
    return uint(clamp(step_of, 0.0, EXPOSURE_BINS - 1.0));
}

void main() {
    uint word = gl_GlobalInvocationID.x;
    uint first = word * 4;
    if (first >= push.width * push.height) {
        return;
    }
    codes[word] = code_of(first) | code_of(first + 1) << 8 | code_of(first + 2) << 16 | code_of(first + 3) << 24;
}
