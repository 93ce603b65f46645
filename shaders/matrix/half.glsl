#ifndef VKALGO_MATRIX_HALF_GLSL
#define VKALGO_MATRIX_HALF_GLSL

// Returns the nearest half, ties to even. The rounding of packHalf2x16 depends on the device.
uint half_bits(float value) {
    const uint bits = floatBitsToUint(value);
    const uint sign = bits >> 16 & 0x8000u;
    const uint magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return sign | 0x7e00u;
    if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
    if (magnitude < 0x38800000u) {
        // Below the smallest normal half: round to a multiple of 2^-24, which is the last bit of the sum with 0.5.
        return sign | (floatBitsToUint(uintBitsToFloat(magnitude) + 0.5) - 0x3f000000u);
    }
    return sign | (magnitude + 0xfffu + (magnitude >> 13 & 1u) - 0x38000000u) >> 13;
}

#endif
