// One accessor for a stored table, whatever its order and size: by binding, or ("-wide" modules) by 64-bit device
// address. Needs `VkalgoTablePlace vkalgo_place()` declared, and frame.glsl.
#ifndef VKALGO_DP_TABLE_GLSL
#define VKALGO_DP_TABLE_GLSL

#ifdef VKALGO_WIDE
#define vkalgo_index_t uint64_t
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer VkalgoReadCell { cell_t value; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer VkalgoWriteCell { cell_t value; };
uint64_t vkalgo_cell_address(uint64_t index) {
    return pack64(uvec2(vkalgo_place().address_low, vkalgo_place().address_high)) + index * (4 * VKALGO_CELL_WORDS);
}
cell_t vkalgo_load_cell(vkalgo_index_t index) { return VkalgoReadCell(vkalgo_cell_address(index)).value; }
void vkalgo_store_cell(vkalgo_index_t index, cell_t value) {
    VkalgoWriteCell(vkalgo_cell_address(index)).value = value;
}
#else
#define vkalgo_index_t uint
layout(std430, set = 0, binding = 0) readonly buffer VkalgoTableIn { cell_t vkalgo_cells_in[]; };
layout(std430, set = 0, binding = 1) writeonly buffer VkalgoTableOut { cell_t vkalgo_cells_out[]; };
cell_t vkalgo_load_cell(vkalgo_index_t index) { return vkalgo_cells_in[index]; }
void vkalgo_store_cell(vkalgo_index_t index, cell_t value) { vkalgo_cells_out[index] = value; }
#endif

// Cells on the diagonals before `d` of a canonical R x C table.
vkalgo_index_t vkalgo_diagonal_start(int d) {
    const vkalgo_index_t a = vkalgo_index_t(min(vkalgo_canonical_rows(), vkalgo_canonical_columns()));
    const vkalgo_index_t b = vkalgo_index_t(max(vkalgo_canonical_rows(), vkalgo_canonical_columns()));
    const vkalgo_index_t e = vkalgo_index_t(d);
    if (e <= a) return e * (e + vkalgo_index_t(1)) / vkalgo_index_t(2);
    if (e <= b) return a * (a + vkalgo_index_t(1)) / vkalgo_index_t(2) + (e - a) * a;
    const vkalgo_index_t left = a + b - vkalgo_index_t(1) - e;
    return a * b - left * (left + vkalgo_index_t(1)) / vkalgo_index_t(2);
}

vkalgo_index_t vkalgo_table_index(ivec2 c) {
    const VkalgoTablePlace place = vkalgo_place();
    if (place.pitch > 0)
        return vkalgo_index_t(c.x - place.first_row) * vkalgo_index_t(place.pitch) + vkalgo_index_t(c.y + place.lead);
    const int stage = vkalgo_stage_of(c);
    if (place.ring > 0)
        return vkalgo_index_t(stage % place.ring) * vkalgo_index_t(place.ring_width) +
               vkalgo_index_t(vkalgo_kDiagonal ? c.x : c.y);
    if (vkalgo_kDiagonal) return vkalgo_diagonal_start(stage) + vkalgo_index_t(c.x - vkalgo_stage_first_row(stage));
    return vkalgo_index_t(c.x) * vkalgo_index_t(vkalgo_canonical_columns()) + vkalgo_index_t(c.y);
}

#endif
