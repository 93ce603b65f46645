#version 460
// target texel = source texel + addend of a uniform buffer. The source is read twice, by a combined image sampler and
// by a separate image and sampler. One word of a storage buffer counts the texels.
layout(local_size_x = 8, local_size_y = 8) in;
layout(set = 0, binding = 0) uniform Constants { uint addend; };
layout(set = 0, binding = 1) uniform usampler2D combined;
layout(set = 0, binding = 2) uniform utexture2D texture_only;
layout(set = 0, binding = 3) uniform sampler nearest;
layout(set = 0, binding = 4, r32ui) writeonly uniform uimage2D target;
layout(std430, set = 0, binding = 5) buffer Count { uint counted; };

void main() {
    const ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    const ivec2 size = imageSize(target);
    if (at.x >= size.x || at.y >= size.y) {
        return;
    }
    const uint one = texelFetch(combined, at, 0).x;
    const vec2 middle = (vec2(at) + 0.5) / vec2(size);
    const uint same = textureLod(usampler2D(texture_only, nearest), middle, 0).x;
    imageStore(target, at, uvec4((one + same) / 2 + addend));
    atomicAdd(counted, 1);
}
