#version 460
#extension GL_GOOGLE_include_directive : require
// Writes two pictures of one scene, as RGBA with 8 bits per channel: one with constant exposure, one with metered
// exposure.
#include "exposure.h"

layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform sampler2D scene;
layout(set = 0, binding = 1, std430) readonly buffer Metered { Exposure metered; };
layout(set = 0, binding = 2, std430) writeonly buffer Fixed { uint fixed_picture[]; };
layout(set = 0, binding = 3, std430) writeonly buffer Adapted { uint adapted_picture[]; };
layout(push_constant) uniform Push { TonePush push; };

// Maps radiance from 0 .. infinity to 0 .. 1 with a toe and a shoulder (K. Narkowicz's fit to the ACES curve, 2015),
// then to sRGB.
uint develop(vec3 radiance, float exposure) {
    vec3 x = radiance * exposure;
    vec3 linear = clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    vec3 encoded = mix(12.92 * linear, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, linear));
    return packUnorm4x8(vec4(encoded, 1.0));
}

void main() {
    uvec2 pixel = gl_GlobalInvocationID.xy;
    if (pixel.x >= push.width || pixel.y >= push.height) {
        return;
    }
    vec3 radiance = texelFetch(scene, ivec2(pixel), 0).rgb;
    uint index = pixel.y * push.width + pixel.x;
    fixed_picture[index] = develop(radiance, push.fixed_exposure);
    adapted_picture[index] = develop(radiance, metered.exposure);
}
