#version 460
// Pascal's triangle modulo a number, by hand: one dispatch per row, one invocation per cell.
//   Reads two cells of the row above, one of them from a cache, and writes one cell. This is 8 bytes read and 8 bytes
//   written per cell.
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 256) in;
layout(push_constant) uniform Push {
    uint row;
    uint side;    // Number of columns
    uint modulo;  // 2 to 2^32 - 1
};
layout(std430, set = 0, binding = 0) readonly buffer Above { uint64_t above[]; };
layout(std430, set = 0, binding = 1) writeonly buffer Cells { uint64_t cells[]; };

void main() {
    const uint j = gl_GlobalInvocationID.x;
    if (j >= side) return;
    uint64_t value = j == 0u ? 1ul : 0ul;
    if (row > 0u && j > 0u) {
        const uint before = (row - 1u) * side + j;
        value = above[before - 1u] + above[before];
        if (value >= uint64_t(modulo)) value -= uint64_t(modulo);
    }
    cells[row * side + j] = value;
}
