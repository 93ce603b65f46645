// The borders of the blocks that the traceback visits. Task save of traceback_tiles.glsl copies them, before the
// borders of the next region overwrite them; task paths reads the copies.
#ifndef VKALGO_DP_TRACEBACK_SAVED_GLSL
#define VKALGO_DP_TRACEBACK_SAVED_GLSL

// Borders of the visited blocks: [visit][corner, kColumns of the row above, kRows of the column to the left].
layout(std430, set = 0, binding = 8) readonly buffer VkalgoSavedIn { cell_t vkalgo_saved_in[]; };
layout(std430, set = 0, binding = 9) writeonly buffer VkalgoSavedOut { cell_t vkalgo_saved_out[]; };

const int vkalgo_kSaved = vkalgo_kColumns + 1 + vkalgo_kRows;
// Task paths: the index in vkalgo_saved_in at which the borders of this workgroup's block begin.
int vkalgo_saved_at = 0;
// Return the cell above the block's column c (the block's corner if c is -1), and the cell left of the block's row r.
cell_t vkalgo_above_cell(ivec2 origin, int c) {
    if (vkalgo_kPaths) return vkalgo_saved_in[vkalgo_saved_at + c + 1];
    return vkalgo_border_cell(origin + ivec2(-1, c), origin);
}
cell_t vkalgo_left_cell(ivec2 origin, int r) {
    if (vkalgo_kPaths) return vkalgo_saved_in[vkalgo_saved_at + vkalgo_kColumns + 1 + r];
    return vkalgo_border_cell(origin + ivec2(r, -1), origin);
}

// Saves the borders of every block that the traceback visited in the region whose borders are kept.
void vkalgo_save_borders() {
    const int visit = vkalgo_traceback.region_visits + int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
    if (visit >= vkalgo_traceback.count) return;
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
