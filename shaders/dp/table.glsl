// One accessor for a stored table, whatever its order and size: by binding, or ("-wide" modules) by 64-bit device
// address. Needs `TablePlace vkalgo_place()` declared, and frame.glsl.
#ifndef VKALGO_DP_TABLE_GLSL
#define VKALGO_DP_TABLE_GLSL

#ifdef VKALGO_WIDE
#define index_t uint64_t
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer ReadCell { cell_t value; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer WriteCell { cell_t value; };
uint64_t cell_address(uint64_t index) {
    return pack64(uvec2(vkalgo_place().address_low, vkalgo_place().address_high)) + index * (4 * VKALGO_CELL_WORDS);
}
cell_t load_cell(index_t index) { return ReadCell(cell_address(index)).value; }
void store_cell(index_t index, cell_t value) { WriteCell(cell_address(index)).value = value; }
#else
#define index_t uint
layout(std430, set = 0, binding = 0) readonly buffer TableIn { cell_t cells_in[]; };
layout(std430, set = 0, binding = 1) writeonly buffer TableOut { cell_t cells_out[]; };
cell_t load_cell(index_t index) { return cells_in[index]; }
void store_cell(index_t index, cell_t value) { cells_out[index] = value; }
#endif

// Cells on the diagonals before `d` of a canonical R x C table.
index_t diagonal_start(int d) {
    const index_t a = index_t(min(canonical_rows(), canonical_columns()));
    const index_t b = index_t(max(canonical_rows(), canonical_columns()));
    const index_t e = index_t(d);
    if (e <= a) return e * (e + index_t(1)) / index_t(2);
    if (e <= b) return a * (a + index_t(1)) / index_t(2) + (e - a) * a;
    const index_t left = a + b - index_t(1) - e;
    return a * b - left * (left + index_t(1)) / index_t(2);
}

index_t table_index(ivec2 c) {
    const TablePlace place = vkalgo_place();
    if (place.pitch > 0) return index_t(c.x - place.first_row) * index_t(place.pitch) + index_t(c.y + place.lead);
    const int stage = stage_of(c);
    if (place.ring > 0) return index_t(stage % place.ring) * index_t(place.ring_width) + index_t(kDiagonal ? c.x : c.y);
    if (kDiagonal) return diagonal_start(stage) + index_t(c.x - stage_first_row(stage));
    return index_t(c.x) * index_t(canonical_columns()) + index_t(c.y);
}

#endif
