#ifndef VKALGO_MATRIX_HALF_GLSL
#define VKALGO_MATRIX_HALF_GLSL

// The nearest half, of two the even one: what packHalf2x16 makes of it is the device's affair.
uint half_bits(float value) {
    const uint bits = floatBitsToUint(value);
    const uint sign = bits >> 16 & 0x8000u;
    const uint magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return sign | 0x7e00u;
    if (magnitude >= 0x477ff000u) return sign | 0x7c00u;
    if (magnitude < 0x38800000u) {
        // Below the least normal one: a multiple of 2^-24, which the sum with 0.5 has as its last place.
        return sign | (floatBitsToUint(uintBitsToFloat(magnitude) + 0.5) - 0x3f000000u);
    }
    return sign | (magnitude + 0xfffu + (magnitude >> 13 & 1u) - 0x38000000u) >> 13;
}

#endif
