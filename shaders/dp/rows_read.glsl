// How a cell of method `rows` reads the previous row, and which tests it makes.
//   Most cells read their own column, which an invocation has in a register, and columns at the distances that
// `decisions` defines for the row. The cells at these distances are loaded from shared memory before the cell reads
// them. The distances are the same for every column, so one address per row is enough. Compilers then see that each
// read is one of the loaded cells and needs no test. Any other read is compared with `reach`. Only near the ends of a
// workgroup's columns can a read go beyond an end of the table.
//   A read that breaks a rule only sets a mark. The second pass (vkalgo_explain) finds out what was wrong.
#ifndef VKALGO_DP_ROWS_READ_GLSL
#define VKALGO_DP_ROWS_READ_GLSL

int vkalgo_origin;      // Column of the first cell in shared memory
uint vkalgo_above;      // Where the previous row begins in shared memory
cell_t vkalgo_own;      // The previous row's cell in the current column
cell_t vkalgo_fresh;    // The current cell, during step()
uint vkalgo_turn = 0u;  // Index of the current column among the invocation's columns
bool vkalgo_stepping = false;
bool vkalgo_without_above = false;  // True in base() and in row 0, which read no row above

// Return the line of the current stage (a row or, if transposed, a column), the current cell's index along this line,
// and the line of the stage before. All are the user's.
int vkalgo_line() { return vkalgo_kTranspose ? vkalgo_tile_j : vkalgo_tile_i; }
int vkalgo_along() { return vkalgo_kTranspose ? vkalgo_tile_i : vkalgo_tile_j; }
int vkalgo_line_before() { return vkalgo_line() + (vkalgo_kReflect ? 1 : -1); }

void vkalgo_refuse(int i, int j) {
    const int line = vkalgo_kTranspose ? j : i;
    const int back = vkalgo_kReflect ? line - vkalgo_line() : vkalgo_line() - line;
    uint flag = back > 0 ? VKALGO_STATUS_TOO_FAR : VKALGO_STATUS_NOT_EARLIER;
    if (!vkalgo_in_table(ivec4(i, j, 0, 0))) flag = VKALGO_STATUS_OUTSIDE;
    vkalgo_raise(flag, i, j);
}

// Returns a cell of the previous row. `lane` minus this invocation's index is the distance of its column from the
// current column, which must be within reach. If no such column exists, returns some cell of the previous row.
cell_t vkalgo_shared_cell(int lane) {
    const bool first = vkalgo_turn < vkalgo_kLeft, last = vkalgo_turn + vkalgo_kRight >= vkalgo_kCells;
    // The columns of an invocation are at constant distances from each other, and so are their addresses.
    if (!first && !last) return vkalgo_rows[uint(int(vkalgo_above) + lane) + vkalgo_turn * gl_WorkGroupSize.x];
    int slot = lane + int(vkalgo_turn * gl_WorkGroupSize.x);
    if (first) slot = max(slot, 0);
    if (last) slot = min(slot, int(vkalgo_kSpan) - 1);
    return vkalgo_rows[vkalgo_above + uint(slot)];
}

// Marks a read beyond an end of the table. Only columns near the workgroup's ends can read that far.
void vkalgo_mark_outside(int along) {
    if (vkalgo_turn < vkalgo_kLeft) vkalgo_mark |= min(along, 0);
    if (vkalgo_kRight != 0u) vkalgo_mark |= min(vkalgo_push.columns - 1 - along, 0);
}

#ifdef VKALGO_DECISIONS
int vkalgo_distances[VKALGO_DECISIONS];  // The distance of each decision in the current row
int vkalgo_lanes[VKALGO_DECISIONS];      // The invocation's lane minus each distance, limited to reach
cell_t vkalgo_at_distances[VKALGO_DECISIONS];

int vkalgo_within_reach(int distance) { return clamp(distance, -vkalgo_push.after, vkalgo_push.before); }
// Returns true if a distance exceeds reach. If reach covers a whole row, a longer distance leads out of the table,
// which other tests detect.
bool vkalgo_breaks_reach(int distance) {
    const int reach = distance > 0 ? vkalgo_push.before : vkalgo_push.after;
    return vkalgo_within_reach(distance) != distance && reach < vkalgo_push.columns - 1;
}

void vkalgo_find_distances() {
    [[unroll]] for (uint d = 0u; d < VKALGO_DECISIONS; ++d) {
        vkalgo_distances[d] = vkalgo_distance(vkalgo_line(), d);
        vkalgo_lanes[d] = int(gl_LocalInvocationID.x) - vkalgo_within_reach(vkalgo_distances[d]);
    }
}
void vkalgo_read_distances() {
    [[unroll]] for (uint d = 0u; d < VKALGO_DECISIONS; ++d)
        vkalgo_at_distances[d] = vkalgo_shared_cell(vkalgo_lanes[d]);
}
#endif

// Returns cell (i, j) of the previous row. `own`: the user's text names the current column in the call, so this column
// is tried first. The call may still mean another column.
cell_t vkalgo_read(int i, int j, const bool own) {
    const int line = vkalgo_kTranspose ? j : i;
    const int along = vkalgo_kTranspose ? i : j;
    const int away = along - vkalgo_along();
    if (vkalgo_stepping && line == vkalgo_line() && away == 0) return vkalgo_fresh;
    if (vkalgo_without_above || line != vkalgo_line_before()) {
        vkalgo_refuse(i, j);
        return vkalgo_no_cell();
    }
    if (own && away == 0) return vkalgo_own;
    if (!vkalgo_marks) {
        const int last = vkalgo_push.columns - 1;
        if (along < 0 || along > last || away < -vkalgo_push.before || away > vkalgo_push.after) vkalgo_refuse(i, j);
        return vkalgo_rows[vkalgo_above + min(uint(along - vkalgo_origin), vkalgo_kSpan - 1u)];
    }
#ifdef VKALGO_DECISIONS
    // In reverse order: the first distance is compared last. It is usually 0, which means the cell's own column.
    [[unroll]] for (int d = VKALGO_DECISIONS - 1; d >= 0; --d) {
        if (along + vkalgo_distances[d] == vkalgo_along()) {
            vkalgo_mark_outside(along);
            return vkalgo_at_distances[d];
        }
    }
#endif
    if (away == 0) return vkalgo_own;
    const int near = clamp(away, -vkalgo_push.before, vkalgo_push.after);
    vkalgo_mark |= away ^ near;
    vkalgo_mark_outside(along);
    return vkalgo_shared_cell(int(gl_LocalInvocationID.x) + near);
}

#ifdef VKALGO_DECISIONS
cell_t at(int i, int j) { return vkalgo_read(i, j, false); }
#else
cell_t at(int i, int j) { return vkalgo_read(i, j, true); }
#endif
// Replaces `at` in the user's text where the call names the current column of the previous row.
cell_t vkalgo_own_at(int i, int j) { return vkalgo_read(i, j, true); }

#endif
