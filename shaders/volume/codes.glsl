// Morton codes: the interleaved bits of the coordinates, with the bits of x lowest. The codes of the voxels of a box of
// side 2^k differ only in the lowest kAxes * k bits.
#ifndef VKALGO_VOLUME_CODES_GLSL
#define VKALGO_VOLUME_CODES_GLSL

layout(constant_id = VKALGO_BOXES_CONSTANT_AXES) const uint kAxes = 3;
layout(constant_id = VKALGO_BOXES_CONSTANT_WIDE) const uint kWide = 0;

// Returns the low 16 bits, each followed by a 0 bit.
uint spread_2(uint bits) {
    bits &= 0xffffu;
    bits = (bits | bits << 8) & 0x00ff00ffu;
    bits = (bits | bits << 4) & 0x0f0f0f0fu;
    bits = (bits | bits << 2) & 0x33333333u;
    return (bits | bits << 1) & 0x55555555u;
}
// Returns the low 10 bits, each followed by two 0 bits.
uint spread_3(uint bits) {
    bits &= 0x3ffu;
    bits = (bits | bits << 16) & 0x030000ffu;
    bits = (bits | bits << 8) & 0x0300f00fu;
    bits = (bits | bits << 4) & 0x030c30c3u;
    return (bits | bits << 2) & 0x09249249u;
}

// Returns the code; x is the low word. Coordinates have up to 32 bits with two axes, up to 21 with three.
uvec2 code_of(uvec3 at) {
    if (kAxes == 2) {
        return uvec2(spread_2(at.x) | spread_2(at.y) << 1, spread_2(at.x >> 16) | spread_2(at.y >> 16) << 1);
    }
    const uint low = spread_3(at.x) | spread_3(at.y) << 1 | spread_3(at.z) << 2;
    const uvec3 above = at >> 10;
    const uint middle = spread_3(above.x) | spread_3(above.y) << 1 | spread_3(above.z) << 2;
    const uvec3 top = at >> 20;
    return uvec2(low | middle << 30, middle >> 2 | (top.x & 1u) << 28 | (top.y & 1u) << 29 | (top.z & 1u) << 30);
}

#endif
