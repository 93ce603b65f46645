// The accessor of a stored table of any order and size: by binding or, in "-wide" modules, by 64-bit device address.
// Needs order.glsl. A template that reads what its own dispatch has written defines VKALGO_READS_OWN_WRITES.
#ifndef VKALGO_DP_TABLE_GLSL
#define VKALGO_DP_TABLE_GLSL

#ifdef VKALGO_WIDE
#define vkalgo_index_t int64_t
#define vkalgo_table_origin() int64_t(packUint2x32(uvec2(vkalgo_layout.origin_low, vkalgo_layout.origin_high)))
#include "dp/table_address.glsl"
layout(buffer_reference, std430, buffer_reference_align = 4) readonly buffer VkalgoReadCell { cell_t value; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly buffer VkalgoWriteCell { cell_t value; };
uint64_t vkalgo_cell_address(vkalgo_index_t index) {
    return vkalgo_address_of(uvec2(vkalgo_layout.address_low, vkalgo_layout.address_high), uint64_t(index));
}
cell_t vkalgo_load_cell(vkalgo_index_t index) { return VkalgoReadCell(vkalgo_cell_address(index)).value; }
void vkalgo_store_cell(vkalgo_index_t index, cell_t value) {
    VkalgoWriteCell(vkalgo_cell_address(index)).value = value;
}
#else
#define vkalgo_index_t int
#define vkalgo_table_origin() int(vkalgo_layout.origin_low)
#if defined(VKALGO_SEQUENTIAL) || defined(VKALGO_READS_OWN_WRITES)
layout(std430, set = 0, binding = 0) buffer VkalgoTable {
    cell_t vkalgo_cells[];
};  // Read-write: a dispatch also reads its own cells
layout(std430, set = 0, binding = 1) buffer VkalgoTableAgain { cell_t vkalgo_cells_again[]; };  // Read-write: unused
cell_t vkalgo_load_cell(vkalgo_index_t index) { return vkalgo_cells[index]; }
void vkalgo_store_cell(vkalgo_index_t index, cell_t value) { vkalgo_cells[index] = value; }
#else
layout(std430, set = 0, binding = 0) readonly buffer VkalgoTableIn { cell_t vkalgo_cells_in[]; };
layout(std430, set = 0, binding = 1) writeonly buffer VkalgoTableOut { cell_t vkalgo_cells_out[]; };
cell_t vkalgo_load_cell(vkalgo_index_t index) { return vkalgo_cells_in[index]; }
void vkalgo_store_cell(vkalgo_index_t index, cell_t value) { vkalgo_cells_out[index] = value; }
#endif
#endif

vkalgo_index_t vkalgo_table_index(ivec4 c) {
    vkalgo_index_t index = vkalgo_table_origin();
    [[unroll]] for (int d = 0; d < VKALGO_INDICES; ++d)
        index += vkalgo_index_t(c[d]) * vkalgo_index_t(vkalgo_layout.strides[d]);
    return index;
}

#endif
