// Counts the texels of a sampled image in place: one channel, or the luminance, of each texel of a region.
//   A workgroup owns push.tiles_per_group neighbouring tiles of kTileWidth x kTileHeight texels, with one texel per
//   invocation and tile. With kCopies above 0 it counts in shared memory, with kCopies counters per bin, and adds the
//   sums to global memory at the end, as count_copies does. With kCopies 0 it counts in global memory. Between the
//   barriers shared memory is accessed only by atomics.
//   The including text defines IMAGE (the GLSL type of the image), TEXEL (the type of a texel) and TEXEL_FLOAT (1 or
//   0).
//   Cost: one fetch and one atomic per texel; with kCopies above 0 at most one global atomic per bin and workgroup.
#extension GL_EXT_samplerless_texture_functions : require
#include "common/grid.glsl"
#include "histogram/bins.glsl"

layout(constant_id = VKALGO_CONSTANT_SHARED_WORDS) const uint kSharedWords = 1;
layout(constant_id = VKALGO_CONSTANT_COPIES) const uint kCopies = 0;
layout(constant_id = VKALGO_CONSTANT_CLAMP) const uint kClamp = 0;
layout(constant_id = VKALGO_CONSTANT_LOG2) const uint kLog2 = 0;

// A workgroup has fewer than 16 invocations, or a multiple of 16.
const uint kTileWidth = kThreads >= 16 ? 16 : 1;
const uint kTileHeight = kThreads / kTileWidth;

layout(set = 0, binding = VKALGO_IMAGE_TEXELS) uniform IMAGE texels;
layout(std430, set = 0, binding = VKALGO_IMAGE_COUNTS) buffer Counts { uint counts[]; };  // Accessed by atomics only

layout(push_constant) uniform Push { ImagePush push; };

shared uint counters[kSharedWords];  // bin * kCopies + copy
shared uint outside_here;

uint outside = 0;

// Returns the bits of the number that is counted: a channel, the luminance, or the logarithm of either.
uint bits_of(TEXEL texel) {
#if TEXEL_FLOAT
    float value = texel[push.channel & 3];
    if (push.channel == VKALGO_IMAGE_LUMINANCE) {
        precise const float red_green = texel.r * push.red + texel.g * push.green;
        precise const float luminance = red_green + texel.b * push.blue;
        value = luminance;
    }
    const uint bits = floatBitsToUint(value);
    const bool number = (bits & 0x7fffffffu) <= 0x7f800000u;
    if (kLog2 != 0 && number) return value > 0.0 ? floatBitsToUint(log2(value)) : 0xff800000u;
    return bits;
#else
    return uint(texel[push.channel & 3]);
#endif
}

// Returns the bin. With kClamp, values below the range belong to the first bin and values above it to the last; NaN is
// still outside.
uint bin_of_texel(uint bits) {
    const uint bin = bin_of(bits);
    if (bin == kNan) return kOutside;
    if (kClamp == 0 || bin != kOutside) return bin;
#if TEXEL_FLOAT
    const uint ordinal = bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
#else
    const uint ordinal = bits ^ kSign;
#endif
    return ordinal < kLow ? 0 : kBins - 1;
}

void main() {
    const uint self = gl_LocalInvocationIndex;
    if (kCopies != 0) {
        for (uint word = self; word < kSharedWords; word += kThreads) counters[word] = 0;
    }
    if (self == 0) outside_here = 0;
    barrier();

    const uint columns = (push.width + kTileWidth - 1) / kTileWidth;
    const uint tiles = columns * ((push.height + kTileHeight - 1) / kTileHeight);
    const uint begin = min(vkalgo_workgroup_index() * push.tiles_per_group, tiles);
    const uint end = begin + min(push.tiles_per_group, tiles - begin);
    for (uint tile = begin; tile < end; ++tile) {
        const uint x = tile % columns * kTileWidth + self % kTileWidth;
        const uint y = tile / columns * kTileHeight + self / kTileWidth;
        if (x >= push.width || y >= push.height) continue;
        const uint bin = bin_of_texel(bits_of(texelFetch(texels, ivec2(push.x + int(x), push.y + int(y)), 0)));
        if (bin == kOutside) {
            outside += 1;
        } else if (kCopies != 0) {
            atomicAdd(counters[bin * kCopies + self % kCopies], 1);
        } else {
            atomicAdd(counts[bin], 1);
        }
    }

    if (outside != 0) atomicAdd(outside_here, outside);
    barrier();
    if (kCopies != 0) {
        for (uint bin = self; bin < kBins; bin += kThreads) {
            uint sum = 0;
            // Each invocation starts at a different copy, and thus at a different bank.
            for (uint copy = 0; copy < kCopies; ++copy) sum += counters[bin * kCopies + (copy + self) % kCopies];
            if (sum != 0) atomicAdd(counts[bin], sum);
        }
    }
    if (self == 0 && outside_here != 0) atomicAdd(counts[kBins], outside_here);
}
