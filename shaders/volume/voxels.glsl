// Reads 32 voxels of a row as a word of a bit volume, from voxels of any type.
//   The including file defines VOXEL_BITS: 8, 16, 32 or 64 for buffers of such voxels, 1 for a bit volume; or
//   VOXEL_IMAGE (the GLSL type of a 3-D image; with VOXEL_IMAGE_FLAT, of a 2-D image) and VOXEL_TEXEL_BITS(texel), the
//   32 bits of the texel's value. `voxel_push` is the VoxelPush of its push constants; kOrder and kLie are declared
//   here.
//   Voxels are compared by keys, which are unsigned numbers in the same order, so that no kernel needs 64-bit or 16-bit
//   types. Bytes are compared four at a time within a word: with y = (x | 0x80) - c and c below 128, bit 7 of y says
//   whether the low seven bits of x are at least c, and no byte borrows from the next.
#ifndef VKALGO_VOLUME_VOXELS_GLSL
#define VKALGO_VOLUME_VOXELS_GLSL

layout(constant_id = VKALGO_VOXELS_CONSTANT_LIE) const uint kLie = VKALGO_VOXELS_LIE_ANYWHERE;
layout(constant_id = VKALGO_VOXELS_CONSTANT_ORDER) const uint kOrder = VKALGO_VOXELS_ORDER_UNSIGNED;

#ifdef VOXEL_IMAGE
#define VOXEL_BITS 32
layout(set = 0, binding = VKALGO_VOXELS_WORDS) uniform VOXEL_IMAGE voxel_texels;
#else
layout(std430, set = 0, binding = VKALGO_VOXELS_WORDS) readonly buffer VoxelWords { uint voxel_words[]; };
#if VOXEL_BITS != 1
layout(std430, set = 0, binding = VKALGO_VOXELS_VECTORS) readonly buffer VoxelVectors { uvec4 voxel_vectors[]; };
#endif
#endif

// Loops over bytes and bits are short, so they are unrolled. Unrolled loops over wider voxels would make large kernels.
#if VOXEL_BITS <= 8
#define VOXEL_UNROLL [[unroll]]
#else
#define VOXEL_UNROLL
#endif

#if VOXEL_BITS == 1

// Returns word `word` of row `row` of the bit volume.
uint selected_word(uint word, uint row) { return voxel_words[row * voxel_push.row_words + word]; }

#else

// Returns whether a voxel of up to 32 bits is inside.
bool voxel_inside(uint bits) {
    const uint sign = 1u << (min(VOXEL_BITS, 32) - 1);
    uint key = bits;
    if (kOrder == VKALGO_VOXELS_ORDER_SIGNED) {
        key = bits ^ sign;
    } else if (kOrder == VKALGO_VOXELS_ORDER_FLOAT) {
        key = bits ^ ((bits & sign) != 0u ? sign | (sign - 1u) : sign);
    } else if (kOrder == VKALGO_VOXELS_ORDER_MAGNITUDE) {
        key = bits & ~sign;
    }
    return key >= voxel_push.low && key <= voxel_push.high;
}

// Returns whether a voxel of 64 bits is inside; x is the low word.
bool voxel_inside_wide(uvec2 bits) {
    uvec2 key = bits;
    if (kOrder == VKALGO_VOXELS_ORDER_SIGNED) {
        key.y ^= 0x80000000u;
    } else if (kOrder == VKALGO_VOXELS_ORDER_FLOAT) {
        key = (bits.y & 0x80000000u) != 0u ? ~bits : uvec2(bits.x, bits.y ^ 0x80000000u);
    } else if (kOrder == VKALGO_VOXELS_ORDER_MAGNITUDE) {
        key.y &= 0x7fffffffu;
    }
    const bool from_low = key.y > voxel_push.low_high || (key.y == voxel_push.low_high && key.x >= voxel_push.low);
    return from_low && (key.y < voxel_push.high_high || (key.y == voxel_push.high_high && key.x <= voxel_push.high));
}

uint voxels_selected;  // The bits of the voxels read so far
uint voxel_low_word;

// Adds the voxels of `word`, which is word `index`, from 0, of the 32 voxels.
void select_voxels(uint word, uint index) {
#if VOXEL_BITS == 8
    const uint x = word ^ voxel_push.VKALGO_BYTES_FLIP;
    const uint y = (x | 0x80808080u) - voxel_push.VKALGO_BYTES_LEAST;
    const uint inside = ((x & y) | ((x | y) & voxel_push.VKALGO_BYTES_BELOW_128)) ^ voxel_push.VKALGO_BYTES_INVERT;
    // Sets bit 8 * byte + position. order_bytes() then brings all bits into the order of the voxels.
    const uint position = (index & 1u) << 2 | (index >> 1 & 2u) | (index >> 1 & 1u);
    voxels_selected |= (inside & 0x80808080u) >> (7u - position);
#elif VOXEL_BITS == 16
    voxels_selected |= (voxel_inside(word & 0xffffu) ? 1u : 0u) << (2u * index);
    voxels_selected |= (voxel_inside(word >> 16) ? 2u : 0u) << (2u * index);
#elif VOXEL_BITS == 32
    voxels_selected |= (voxel_inside(word) ? 1u : 0u) << index;
#else
    if ((index & 1u) == 0u) {
        voxel_low_word = word;
    } else {
        voxels_selected |= (voxel_inside_wide(uvec2(voxel_low_word, word)) ? 1u : 0u) << (index >> 1);
    }
#endif
}

// Brings the bits of eight words of four bytes into the order of the voxels. The index of a bit has five bits. Before,
// they are, from the highest down: the byte (2 bits), the low bit of the word's index, the high bits of the word's
// index (2 bits). Afterwards they are the word's index (3 bits) and the byte. So bits 4 and 1 of each index are
// swapped, and bits 3 and 0.
uint order_bytes(uint bits) {
    uint moved = ((bits >> 14) ^ bits) & 0x0000ccccu;
    bits ^= moved ^ (moved << 14);
    moved = ((bits >> 7) ^ bits) & 0x00aa00aau;
    return bits ^ moved ^ (moved << 7);
}

// Returns voxels 32 * word to 32 * word + 31 of row `row`, of the buffer or the image. The bits after the end of the
// row are 0.
uint selected_word(uint word, uint row) {
    voxels_selected = 0u;
    const uint rest = voxel_push.width - 32u * word;
#ifdef VOXEL_IMAGE
#ifdef VOXEL_IMAGE_FLAT
    const ivec2 first = ivec2(32u * word, row);
#define VOXEL_STEP ivec2(k, 0)
#else
    const ivec3 first = ivec3(32u * word, row % voxel_push.height, row / voxel_push.height);
#define VOXEL_STEP ivec3(k, 0, 0)
#endif
    for (uint k = 0u; k < 32u; ++k) {
        if (k < rest) select_voxels(VOXEL_TEXEL_BITS(texelFetch(voxel_texels, first + VOXEL_STEP, 0)), k);
    }
#else
    const uint voxel = row * voxel_push.width + 32u * word;
#if VOXEL_BITS == 64
    const uint first = 2u * voxel;
#else
    const uint first = voxel / (32 / VOXEL_BITS);
#endif
    if (kLie == VKALGO_VOXELS_LIE_VECTORS) {
        const uint last = voxel_push.last_word / 4u;
        VOXEL_UNROLL for (uint k = 0u; k < VOXEL_BITS / 4; ++k) {
            const uvec4 four = voxel_vectors[min(first / 4u + k, last)];
            select_voxels(four.x, 4u * k);
            select_voxels(four.y, 4u * k + 1u);
            select_voxels(four.z, 4u * k + 2u);
            select_voxels(four.w, 4u * k + 3u);
        }
#if VOXEL_BITS < 32
    } else if (kLie == VKALGO_VOXELS_LIE_ANYWHERE) {
        const uint shift = voxel % (32 / VOXEL_BITS) * VOXEL_BITS;
        uint low = voxel_words[first];
        VOXEL_UNROLL for (uint k = 0u; k < VOXEL_BITS; ++k) {
            const uint high = voxel_words[min(first + k + 1u, voxel_push.last_word)];
            select_voxels(shift == 0u ? low : low >> shift | high << (32u - shift), k);
            low = high;
        }
#endif
    } else {
        VOXEL_UNROLL for (uint k = 0u; k < VOXEL_BITS; ++k)
            select_voxels(voxel_words[min(first + k, voxel_push.last_word)], k);
    }
#endif
#if VOXEL_BITS == 8
    voxels_selected = order_bytes(voxels_selected);
#endif
    return rest < 32u ? voxels_selected & ((1u << rest) - 1u) : voxels_selected;
}

#endif
#endif
