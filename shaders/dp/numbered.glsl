// Converts a cell's number, counted row by row, to the cell, and computes its value. Needs order.glsl.
#ifndef VKALGO_DP_NUMBERED_GLSL
#define VKALGO_DP_NUMBERED_GLSL

ivec4 vkalgo_cell_numbered(uint number) {
    ivec4 cell = ivec4(0);
    [[unroll]] for (int d = VKALGO_INDICES - 1; d > 0; --d) {
        const uint extent = uint(vkalgo_extent(d));
        cell[d] = int(number % extent);
        number /= extent;
    }
    cell.x = int(number);
    return cell;
}

cell_t vkalgo_value_of_cell(ivec4 cell) {
    if (vkalgo_in_base(cell)) return vkalgo_base(cell);
#ifdef VKALGO_HAS_REDUCE
    return vkalgo_reduce_part(cell.x, cell.y, 0, 1);
#else
    return vkalgo_cell(cell);
#endif
}

#endif
