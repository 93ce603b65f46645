// Follows step() without a stored table if the cell by which a traceback leaves a block cannot be computed in advance.
// This is so for recurrences with states, which may be any numbers, and for recurrences without a base, in which a
// traceback may end at any cell. As in traceback_tiles.glsl, the cells are computed again window by window, from the
// borders that the tile method kept. Tasks:
//   cells  Computes every block of the window again, all at once, and writes its cells. So the window becomes a small
//          stored table, with the row above it and the column left of it.
//   steps  One invocation follows step() in the window, as traceback.glsl does in a whole table, until the traceback
//          leaves the window.
//   In task cells a workgroup owns a block of kRows x kColumns cells: invocation r holds kRegisters rows, and at
// iteration t it computes the columns of column group t - r in these rows. Bottom rows go to the invocation below
// through shared memory.
//   Reads: a block's upper and left border. Writes: the window's cells; the path. Cost: all cells of the windows that
// the traceback enters, at most twice as many windows as lie on a diagonal of the table; per block, columns /
// VKALGO_TRACEBACK_TILES_GROUP + invocations iterations with one barrier each; per path cell, one dependent read of the
// window.
//   Rows and columns of the window are counted from -1, those of the border. Cell (p, q) has the index (p + 1) *
// (cells of a window's row + 1) + q + 1. No block reaches beyond the row and column at which the traceback enters the
// window, since a traceback only goes up and left.
// inputs from binding 10
// module traceback_windows: needs-local, needs-number, needs-step, keeps-inputs
#include "dp/dp.h"
#include "dp/traceback_windows.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoTracebackWindowsPush vkalgo_push;
    VKALGO_PARAMS
};

int rows() { return vkalgo_push.rows; }
int columns() { return vkalgo_push.columns; }

#include "dp/frame.glsl"
#include "dp/traceback_constants.glsl"

const bool vkalgo_kTracebacks = vkalgo_kTask == VKALGO_TRACEBACK_WINDOWS_TASK_STEPS;

// Only task steps reports errors: the tile kernel has already checked the cells that task cells computes again.
ivec4 vkalgo_current_cell() { return ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0); }
#define VKALGO_CELL_COUNTS vkalgo_kTracebacks
#define VKALGO_NOTES_FAULTS
#include "dp/status.glsl"
bool vkalgo_checks_kept() { return true; }
#include "dp/path.glsl"

layout(std430, set = 0, binding = 4) readonly buffer VkalgoWindowIn { cell_t vkalgo_window_in[]; };
layout(std430, set = 0, binding = 5) writeonly buffer VkalgoWindowOut { cell_t vkalgo_window_out[]; };
layout(std430, set = 0, binding = 8) buffer VkalgoTraceback {  // Read-write: a dispatch continues the previous one
    VkalgoTracebackWindowsHead vkalgo_traceback;
};
layout(std430, set = 0, binding = 9) readonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };

shared cell_t vkalgo_above[vkalgo_kColumns + 1];  // The border row, from the corner on
shared VkalgoColumnInputs vkalgo_inputs_of[vkalgo_kColumns];
shared cell_t
    vkalgo_handed[2 * vkalgo_kLanes * vkalgo_kGroup];  // The bottom row of each invocation, by parity of the iteration

cell_t vkalgo_cell_left, vkalgo_cell_up, vkalgo_cell_diagonal;
cell_t vkalgo_window_cell(ivec2 canonical);
// Reads a cell for step(), which may read its own cell and neighbours that exist.
cell_t vkalgo_at_of_step(int a, int b) {
    const ivec2 from = vkalgo_to_canonical(vkalgo_tile_i, vkalgo_tile_j);
    const ivec2 to = vkalgo_to_canonical(a, b);
    const ivec2 moved = from - to;
    if (uint(a) >= uint(rows()) || uint(b) >= uint(columns()) || !vkalgo_in_domain(a, b))
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, a, b);
    else if (uint(moved.x) > 1u || uint(moved.y) > 1u)
        vkalgo_raise(moved.x + moved.y > 0 ? VKALGO_STATUS_TOO_FAR : VKALGO_STATUS_NOT_EARLIER, a, b);
    else return vkalgo_window_cell(to);
    return cell_t(0);
}
cell_t at(int a, int b) {
    if (vkalgo_kTracebacks) return vkalgo_at_of_step(a, b);
    return a == vkalgo_tile_i ? vkalgo_cell_left : b == vkalgo_tile_j ? vkalgo_cell_up : vkalgo_cell_diagonal;
}

#include "dp/traceback_borders.glsl"

// Returns the index of the window's cell at the distance `from` from its first cell.
int vkalgo_index_in_window(ivec2 from) {
    return (from.x + 1) * (vkalgo_push.window_columns * vkalgo_kColumns + 1) + from.y + 1;
}
ivec2 vkalgo_window_origin() { return ivec2(vkalgo_traceback.window_row, vkalgo_traceback.window_column); }
cell_t vkalgo_window_cell(ivec2 canonical) {
    return vkalgo_window_in[vkalgo_index_in_window(canonical - vkalgo_window_origin())];
}

// Computes and writes the first `size` rows and columns of the block at `origin`. `offset` is the position of the
// block's first cell relative to the window's first cell.
void vkalgo_sweep(ivec2 origin, ivec2 size, ivec2 offset) {
    const int lane = int(gl_LocalInvocationID.x);
    const int first = lane * vkalgo_kRegisters;
    cell_t left[vkalgo_kRegisters];
    VkalgoRowInputs row_inputs[vkalgo_kRegisters];
    [[unroll]] for (int r = 0; r < vkalgo_kRegisters; ++r) {
        left[r] = vkalgo_border_cell(origin + ivec2(first + r, -1), origin);
        if (offset.y == 0 && first + r < size.x)
            vkalgo_window_out[vkalgo_index_in_window(offset + ivec2(first + r, -1))] = left[r];
        row_inputs[r] = vkalgo_load_row_inputs(vkalgo_to_user(origin + ivec2(first + r, 0)).x);
    }
    cell_t corner = vkalgo_above[0];
    if (lane != 0) corner = vkalgo_border_cell(origin + ivec2(first - 1, -1), origin);
    const int groups = (size.y + vkalgo_kGroup - 1) / vkalgo_kGroup;
    const int lanes = (size.x + vkalgo_kRegisters - 1) / vkalgo_kRegisters;
    for (int turn = 0; turn < groups + lanes - 1; ++turn) {
        const int group = turn - lane;
        if (lane < lanes && group >= 0 && group < groups) {
            const int write_slot = ((turn & 1) * vkalgo_kLanes + lane) * vkalgo_kGroup;
            const int read_slot = (((turn + 1) & 1) * vkalgo_kLanes + max(lane, 1) - 1) * vkalgo_kGroup;
            // Unrolling a group's cells would make drivers take four times as long to compile.
            [[dont_unroll]] for (int c = 0; c < vkalgo_kGroup; ++c) {
                const int column = group * vkalgo_kGroup + c;
                cell_t up = lane == 0 ? vkalgo_above[column + 1] : vkalgo_handed[read_slot + c];
                cell_t diagonal = corner;
                corner = up;
                vkalgo_tile_column = vkalgo_inputs_of[column];
                [[unroll]] for (int r = 0; r < vkalgo_kRegisters; ++r) {
                    const ivec2 local = ivec2(first + r, column);
                    const ivec2 user = vkalgo_to_user(origin + local);
                    vkalgo_tile_i = user.x;
                    vkalgo_tile_j = user.y;
                    vkalgo_tile_row = row_inputs[r];
                    vkalgo_cell_left = left[r];
                    vkalgo_cell_up = up;
                    vkalgo_cell_diagonal = diagonal;
                    const bool exists = all(lessThan(local, size));
                    const bool interior = !vkalgo_kRegionTest || (exists && vkalgo_is_interior(origin + local));
                    const cell_t value = vkalgo_compute(exists, interior);
                    if (exists) vkalgo_window_out[vkalgo_index_in_window(offset + local)] = value;
                    diagonal = left[r];
                    left[r] = value;
                    up = value;
                }
                vkalgo_handed[write_slot + c] = up;
            }
        }
        barrier();
    }
}

void vkalgo_make_cells() {
    ivec2 in_window, origin, size;
    if (!vkalgo_take_block(in_window, origin, size)) return;
    const ivec2 offset = in_window * vkalgo_kBlock;
    const int lane = int(gl_LocalInvocationID.x);
    for (int c = lane; c <= size.y; c += vkalgo_kLanes) {
        vkalgo_above[c] = vkalgo_border_cell(origin + ivec2(-1, c - 1), origin);
        if (offset.x == 0 && (c > 0 || offset.y == 0))
            vkalgo_window_out[vkalgo_index_in_window(offset + ivec2(-1, c - 1))] = vkalgo_above[c];
    }
    for (int c = lane; c < size.y; c += vkalgo_kLanes)
        vkalgo_inputs_of[c] = vkalgo_load_column_inputs(vkalgo_to_user(origin + ivec2(0, c)).y);
    barrier();
    vkalgo_sweep(origin, size, offset);
}

step_t vkalgo_step_of(uint state) {
#ifdef VKALGO_HAS_STATES
    return step(vkalgo_tile_i, vkalgo_tile_j, state);
#else
    return step(vkalgo_tile_i, vkalgo_tile_j);
#endif
}

// Moves to the window at the traceback's cell, unless this dispatch continues in the previous window. Returns whether
// the traceback is in the window whose cells are stored. If it is not, a dispatch for the next window or region
// continues it.
bool vkalgo_enter_window() {
    const ivec2 c = vkalgo_entry();
    if (vkalgo_push.goes_on == 0u) {
        if (!vkalgo_in_region()) return false;
        const ivec2 region = vkalgo_region_of(c);
        vkalgo_traceback.region_row = region.x;
        vkalgo_traceback.region_column = region.y;
        const ivec2 window = vkalgo_origin_of(vkalgo_window_of(c));
        vkalgo_traceback.window_row = window.x;
        vkalgo_traceback.window_column = window.y;
    }
    return vkalgo_traceback.done == 0u && all(greaterThanEqual(c, vkalgo_window_origin()));
}

void vkalgo_follow_steps() {
    if (vkalgo_traceback.done != 0u) return;
    const ivec2 entry = vkalgo_entry();
    const ivec2 start = vkalgo_to_user(entry);
    bool done = vkalgo_in_base(start.x, start.y) ||
                vkalgo_is_no_number(vkalgo_value_from_words(uvec2(vkalgo_answer[0], vkalgo_answer[1])));
    ivec2 c = entry;
    ivec2 user = start;
    uint count = vkalgo_path_count;
    uint state = vkalgo_path_state;
    if (!done && vkalgo_enter_window()) {
        const ivec2 origin = vkalgo_window_origin();
        for (uint s = 0u; s < vkalgo_push.steps && !done && all(greaterThanEqual(c, origin)); ++s) {
            vkalgo_tile_i = user.x;
            vkalgo_tile_j = user.y;
            vkalgo_tile_row = vkalgo_load_row_inputs(user.x);
            vkalgo_tile_column = vkalgo_load_column_inputs(user.y);
            const step_t next = vkalgo_step_of(state);
            if (count < vkalgo_push.capacity) vkalgo_put_record(count, ivec4(user, 0, 0), next.decision);
            ++count;
            const ivec2 moved = c - vkalgo_to_canonical(next.i, next.j);
            if (uint(next.i) >= uint(rows()) || uint(next.j) >= uint(columns()) || !vkalgo_in_domain(next.i, next.j)) {
#ifdef VKALGO_HAS_BASE
                vkalgo_raise(VKALGO_STATUS_OUTSIDE | VKALGO_STATUS_STEP, next.i, next.j);
#endif
                done = true;
            } else if (moved.x + moved.y <= 0 || min(moved.x, moved.y) < 0) {
                // An earlier cell below or to the right lies in a region that is not computed again.
                vkalgo_raise(
                    (moved.x + moved.y > 0 ? VKALGO_STATUS_TOO_FAR : VKALGO_STATUS_NOT_EARLIER) | VKALGO_STATUS_STEP,
                    next.i, next.j);
                done = true;
            } else {
                done = vkalgo_in_base(next.i, next.j);
            }
            c -= moved;
            user = ivec2(next.i, next.j);
#ifdef VKALGO_HAS_STATES
            state = next.state;
#endif
        }
    }
    vkalgo_traceback.row = c.x;
    vkalgo_traceback.column = c.y;
    vkalgo_traceback.done = done ? 1u : 0u;
    vkalgo_path_count = count;
    vkalgo_path_state = state;
    vkalgo_path_done = done ? 1u : 0u;
    vkalgo_put_path_cell(ivec4(user, 0, 0));
}

void main() {
    if (vkalgo_kTracebacks) vkalgo_follow_steps();
    else vkalgo_make_cells();
    vkalgo_raise_noted();
    vkalgo_check_loops();
}
