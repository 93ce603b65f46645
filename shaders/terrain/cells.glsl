// Cells and their neighbours. This file needs `push.width` and `push.height`.
#ifndef VKALGO_TERRAIN_CELLS_GLSL
#define VKALGO_TERRAIN_CELLS_GLSL

// Returns the step of a code of 1 to 8: what it adds to the column and to the row. Each constant holds two bits per
// code, the step plus 1.
ivec2 flow_step(uint code) {
    const uint shift = 2u * (code - 1u);
    return ivec2((0x901au >> shift) & 3u, (0x01a9u >> shift) & 3u) - 1;
}

// Returns the code at rank 0 to 7 of the order in which the neighbours that share an edge come first.
uint flow_near_first(uint rank) { return (VKALGO_FLOW_NEAR_FIRST >> (4u * rank)) & 15u; }

bool in_grid(ivec2 cell) {
    return cell.x >= 0 && cell.y >= 0 && uint(cell.x) < push.width && uint(cell.y) < push.height;
}
uint cell_index(ivec2 cell) { return uint(cell.y) * push.width + uint(cell.x); }

bool has_height(uint bits) { return (bits & 0x7fffffffu) < VKALGO_TERRAIN_NO_HEIGHT; }
// Returns the bits of the height that is used in computations; never -0.
uint effective_bits(uint bits) { return (bits & 0x7fffffffu) < VKALGO_TERRAIN_LEAST_HEIGHT ? 0u : bits; }
float effective_height(uint bits) { return uintBitsToFloat(effective_bits(bits)); }
// Returns the rank that a height stands for (RankedHeights), from the height's bits.
uint rank_of_height(uint bits) {
    const uint size = (bits & 0x7fffffffu) - VKALGO_TERRAIN_LEAST_HEIGHT;
    return (bits & 0x80000000u) != 0u ? VKALGO_TERRAIN_MIDDLE_RANK - 1u - size : VKALGO_TERRAIN_MIDDLE_RANK + size;
}

#endif
