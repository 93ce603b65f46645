// The borders of blocks (walk_tiles.glsl): those that the tile method keeps of a region and of the table, and those
// that are saved of the blocks that the walk visits. Also where regions and blocks begin.
#ifndef VKALGO_DP_WALK_BORDERS_GLSL
#define VKALGO_DP_WALK_BORDERS_GLSL

// Of the region: [block row][column of the region] and [block column][row of the region].
layout(std430, set = 0, binding = 0) readonly buffer VkalgoKeptRows { cell_t vkalgo_kept_rows[]; };
layout(std430, set = 0, binding = 1) readonly buffer VkalgoKeptColumns { cell_t vkalgo_kept_columns[]; };
// Of the table: [row of regions][column] and [column of regions][row], the interior's first at 0.
layout(std430, set = 0, binding = 6) readonly buffer VkalgoCoarseRows { cell_t vkalgo_coarse_rows[]; };
layout(std430, set = 0, binding = 7) readonly buffer VkalgoCoarseColumns { cell_t vkalgo_coarse_columns[]; };
// Of the visited blocks: [visit][corner, kColumns of the row above, kRows of the column to the left].
layout(std430, set = 0, binding = 8) readonly buffer VkalgoSavedIn { cell_t vkalgo_saved_in[]; };
layout(std430, set = 0, binding = 9) writeonly buffer VkalgoSavedOut { cell_t vkalgo_saved_out[]; };

cell_t vkalgo_base_of(ivec2 c) {
    const ivec2 u = vkalgo_to_user(c);
    vkalgo_tile_i = u.x;
    vkalgo_tile_j = u.y;
    vkalgo_tile_row = vkalgo_load_row_inputs(u.x);  // base() reads inputs by the same accessors as cell()
    vkalgo_tile_column = vkalgo_load_column_inputs(u.y);
    return base(u.x, u.y);
}

const ivec2 vkalgo_kFirst = ivec2(vkalgo_kFirstRow, vkalgo_kFirstColumn);
const ivec2 vkalgo_kBlock = ivec2(vkalgo_kRows, vkalgo_kColumns);
ivec2 vkalgo_region_size() { return ivec2(vkalgo_push.region_rows, vkalgo_push.region_columns); }
// The first cell of the region of `c`.
ivec2 vkalgo_region_of(ivec2 c) {
    return vkalgo_kFirst + (c - vkalgo_kFirst) / vkalgo_region_size() * vkalgo_region_size();
}

// The cell just outside the interior's upper or left edge, or on a kept border of the block at `origin`.
cell_t vkalgo_border_cell(ivec2 c, ivec2 origin) {
    if (c.x < 0 || c.y < 0 || c.x >= vkalgo_canonical_rows() || c.y >= vkalgo_canonical_columns()) return cell_t(0);
    if (c.x < vkalgo_kFirstRow || c.y < vkalgo_kFirstColumn) return vkalgo_base_of(c);
    const ivec2 region = vkalgo_region_of(origin);
    const ivec2 number = (region - vkalgo_kFirst) / vkalgo_region_size() - 1;  // of the coarse borders
    const ivec2 kept = (origin - region) / vkalgo_kBlock - 1;
    const ivec2 inside = c - vkalgo_kFirst;
    if (c.x < region.x) return vkalgo_coarse_rows[number.x * vkalgo_canonical_columns() + inside.y];
    if (c.y < region.y) return vkalgo_coarse_columns[number.y * vkalgo_canonical_rows() + inside.x];
    const ivec2 local = c - region;
    if (c.x < origin.x) return vkalgo_kept_rows[kept.x * vkalgo_push.region_columns + local.y];
    return vkalgo_kept_columns[kept.y * vkalgo_push.region_rows + local.x];
}

ivec2 vkalgo_entry() { return ivec2(vkalgo_walk.row, vkalgo_walk.column); }
ivec2 vkalgo_block_of(ivec2 c) { return (c - vkalgo_kFirst) / vkalgo_kBlock; }
ivec2 vkalgo_origin_of(ivec2 block) { return vkalgo_kFirst + block * vkalgo_kBlock; }
ivec2 vkalgo_size_until(ivec2 origin, ivec2 last) { return min(vkalgo_kBlock, last - origin + 1); }

const int vkalgo_kSaved = vkalgo_kColumns + 1 + vkalgo_kRows;
// Where the borders of this workgroup's block are saved; paths.
int vkalgo_saved_at = 0;
// The cell above the block's column c, or its corner for c = -1; the cell left of the block's row r >= 0.
cell_t vkalgo_above_cell(ivec2 origin, int c) {
    if (vkalgo_kPaths) return vkalgo_saved_in[vkalgo_saved_at + c + 1];
    return vkalgo_border_cell(origin + ivec2(-1, c), origin);
}
cell_t vkalgo_left_cell(ivec2 origin, int r) {
    if (vkalgo_kPaths) return vkalgo_saved_in[vkalgo_saved_at + vkalgo_kColumns + 1 + r];
    return vkalgo_border_cell(origin + ivec2(r, -1), origin);
}

// Of every block that the walk visited in the region whose borders are kept.
void vkalgo_save_borders() {
    const int visit = vkalgo_walk.region_visits + int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
    if (visit >= vkalgo_walk.count) return;
    const ivec2 entry = vkalgo_visits[visit].xy;
    const ivec2 origin = vkalgo_origin_of(vkalgo_block_of(entry));
    const ivec2 size = entry - origin + 1;
    for (int k = int(gl_LocalInvocationID.x); k < size.y + 1 + size.x; k += vkalgo_kLanes) {
        const bool above = k <= size.y;
        const ivec2 c = above ? ivec2(-1, k - 1) : ivec2(k - size.y - 1, -1);
        vkalgo_saved_out[visit * vkalgo_kSaved + (above ? k : k - size.y + vkalgo_kColumns)] =
            vkalgo_border_cell(origin + c, origin);
    }
}

#endif
