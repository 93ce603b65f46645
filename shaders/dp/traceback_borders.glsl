// The block borders that the tile method keeps, of a region and of the table, and the cells at which regions, windows
// and blocks begin. For traceback_tiles.glsl and traceback_windows.glsl.
#ifndef VKALGO_DP_TRACEBACK_BORDERS_GLSL
#define VKALGO_DP_TRACEBACK_BORDERS_GLSL

// Borders of the region: [block row][column of the region] and [block column][row of the region].
layout(std430, set = 0, binding = 0) readonly buffer VkalgoKeptRows { cell_t vkalgo_kept_rows[]; };
layout(std430, set = 0, binding = 1) readonly buffer VkalgoKeptColumns { cell_t vkalgo_kept_columns[]; };
// Borders of the table: [row of regions][column] and [column of regions][row], where columns and rows are counted from
// the interior's first.
layout(std430, set = 0, binding = 6) readonly buffer VkalgoCoarseRows { cell_t vkalgo_coarse_rows[]; };
layout(std430, set = 0, binding = 7) readonly buffer VkalgoCoarseColumns { cell_t vkalgo_coarse_columns[]; };

cell_t vkalgo_base_of(ivec2 c) {
    const ivec2 u = vkalgo_to_user(c);
    vkalgo_tile_i = u.x;
    vkalgo_tile_j = u.y;
    vkalgo_tile_row = vkalgo_load_row_inputs(u.x);  // base() reads inputs through the same accessors as cell()
    vkalgo_tile_column = vkalgo_load_column_inputs(u.y);
    return base(u.x, u.y);
}

const ivec2 vkalgo_kFirst = ivec2(vkalgo_kFirstRow, vkalgo_kFirstColumn);
const ivec2 vkalgo_kBlock = ivec2(vkalgo_kRows, vkalgo_kColumns);
ivec2 vkalgo_region_size() { return ivec2(vkalgo_push.region_rows, vkalgo_push.region_columns); }
// Returns the first cell of the region of `c`.
ivec2 vkalgo_region_of(ivec2 c) {
    return vkalgo_kFirst + (c - vkalgo_kFirst) / vkalgo_region_size() * vkalgo_region_size();
}

// Returns a cell just outside the interior's upper or left edge, or on a kept border of the block at `origin`.
cell_t vkalgo_border_cell(ivec2 c, ivec2 origin) {
    if (c.x < 0 || c.y < 0 || c.x >= vkalgo_canonical_rows() || c.y >= vkalgo_canonical_columns()) return cell_t(0);
    if (c.x < vkalgo_kFirstRow || c.y < vkalgo_kFirstColumn) return vkalgo_base_of(c);
    const ivec2 region = vkalgo_region_of(origin);
    const ivec2 number = (region - vkalgo_kFirst) / vkalgo_region_size() - 1;  // Indices of the coarse borders
    const ivec2 kept = (origin - region) / vkalgo_kBlock - 1;
    const ivec2 inside = c - vkalgo_kFirst;
    if (c.x < region.x) return vkalgo_coarse_rows[number.x * vkalgo_canonical_columns() + inside.y];
    if (c.y < region.y) return vkalgo_coarse_columns[number.y * vkalgo_canonical_rows() + inside.x];
    const ivec2 local = c - region;
    if (c.x < origin.x) return vkalgo_kept_rows[kept.x * vkalgo_push.region_columns + local.y];
    return vkalgo_kept_columns[kept.y * vkalgo_push.region_rows + local.x];
}

ivec2 vkalgo_entry() { return ivec2(vkalgo_traceback.row, vkalgo_traceback.column); }
ivec2 vkalgo_block_of(ivec2 c) { return (c - vkalgo_kFirst) / vkalgo_kBlock; }
ivec2 vkalgo_origin_of(ivec2 block) { return vkalgo_kFirst + block * vkalgo_kBlock; }
ivec2 vkalgo_size_until(ivec2 origin, ivec2 last) { return min(vkalgo_kBlock, last - origin + 1); }

bool vkalgo_is_interior(ivec2 c) {
    if (c.x < vkalgo_kFirstRow || c.y < vkalgo_kFirstColumn) return false;
    if (!vkalgo_kRegionTest) return true;
    const ivec2 u = vkalgo_to_user(c);
    return vkalgo_in_domain(u.x, u.y) && !vkalgo_in_base(u.x, u.y);
}

cell_t vkalgo_compute(bool exists, bool interior) {
    if (!vkalgo_kRegionTest || interior) return cell(vkalgo_tile_i, vkalgo_tile_j);
    return exists && vkalgo_in_domain(vkalgo_tile_i, vkalgo_tile_j) ? base(vkalgo_tile_i, vkalgo_tile_j) : cell_t(0);
}

// Returns the upper left block of the window that the traceback enters at `c`.
ivec2 vkalgo_window_of(ivec2 c) {
    const ivec2 size = ivec2(vkalgo_push.window_rows, vkalgo_push.window_columns);
    return max(vkalgo_block_of(c) - size + 1, vkalgo_block_of(vkalgo_region_of(c)));
}
// Returns whether the traceback continues in the region whose borders are kept.
bool vkalgo_in_region() {
    const ivec2 region = ivec2(vkalgo_traceback.region_row, vkalgo_traceback.region_column);
    return vkalgo_traceback.done == 0u && (vkalgo_push.begin != 0u || vkalgo_region_of(vkalgo_entry()) == region);
}

// Finds the block of the window that this workgroup computes: its position in the window, counted in blocks, its first
// cell, and its numbers of rows and columns up to the cell at which the traceback enters. Returns false if there is no
// such block.
bool vkalgo_take_block(out ivec2 in_window, out ivec2 origin, out ivec2 size) {
    const ivec2 last = vkalgo_entry();
    const int number = int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
    in_window = ivec2(number / vkalgo_push.window_columns, number % vkalgo_push.window_columns);
    const ivec2 block = vkalgo_window_of(last) + in_window;
    origin = vkalgo_origin_of(block);
    size = vkalgo_size_until(origin, last);
    return vkalgo_in_region() && vkalgo_is_interior(last) && all(lessThanEqual(block, vkalgo_block_of(last)));
}

#endif
