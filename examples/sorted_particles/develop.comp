#version 460
#extension GL_EXT_samplerless_texture_functions : require
// One invocation per pixel: converts linear colour to sRGB with 8 bits per channel.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform texture2D scene;
layout(set = 0, binding = 1, std430) writeonly buffer Picture { uint picture[]; };
layout(push_constant) uniform Push { uvec2 size; };

void main() {
    const uvec2 pixel = gl_GlobalInvocationID.xy;
    if (any(greaterThanEqual(pixel, size))) {
        return;
    }
    const vec3 linear = clamp(texelFetch(scene, ivec2(pixel), 0).rgb, 0.0, 1.0);
    const vec3 encoded = mix(12.92 * linear, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, linear));
    picture[pixel.y * size.x + pixel.x] = packUnorm4x8(vec4(encoded, 1.0));
}
