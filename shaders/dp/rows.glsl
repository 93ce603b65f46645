// Method `rows`: several rows per dispatch, for recurrences whose cells read the previous row within a known distance.
//   A workgroup owns vkalgo_push.width columns of vkalgo_push.count rows. On each side from which cells read, it also
// holds a halo of rows x reach columns. The previous row is in shared memory. Each invocation holds kCells columns in
// registers; these columns are a workgroup's size apart. For each row, the workgroup computes its cells into registers,
// waits at a barrier, writes the cells to shared memory and waits again. With two rows in shared memory one barrier per
// row is enough. Per row the valid part of the halo shrinks by the reach of a cell. Values outside the valid part are
// not used, and no valid cell reads them. Rows are passed between dispatches through two buffers.
//   Reads: ROWS_ROW_IN once, halos twice. Writes: the last row; every cell, if the table is kept; for a recurrence with
// `decisions` one or more bits per cell, collected in registers over the rows of a word: 4 bytes per column and word.
//   Cost per cell: the recurrence's own operations, one read and one write of shared memory. Halos are computed twice,
// which adds a share of rows x reach / width to the work. Values that are equal for all cells of a row are computed
// once per row (rows_read.glsl). If the text shows that steps go where `decisions` says, steps are not tested. A read
// that breaks a rule only sets a mark; then the rows are computed again to report which read it was.
//   Source: halos for several steps are the overlapped tiles of Holewinski, Pouchet and Sadayappan, "High-performance
// code generation for stencil computations on GPU architectures", ICS 2012; one bit per decision is from Boyer, El Baz
// and Elkihel, "Solving knapsack problems on GPU", Computers & Operations Research 39 (2012).
//
// Rows and columns are canonical (dp::Frame): the user's, transposed or reflected, in the order of the stages.
// inputs from binding 8
// module rows: needs-rows, keeps-inputs, own-cells
// module rows-wide: needs-rows, keeps-inputs, own-cells, wide
// module rows-narrow: needs-rows, keeps-inputs, own-cells, narrow
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/rows.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoRowsPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

layout(constant_id = VKALGO_ROWS_CONSTANT_CELLS) const uint vkalgo_kCells = 4;
layout(constant_id = VKALGO_ROWS_CONSTANT_ROWS_PER_WORD) const uint vkalgo_kRowsPerWord = 1;
layout(constant_id = VKALGO_ROWS_CONSTANT_TRANSPOSE) const bool vkalgo_kTranspose = false;
layout(constant_id = VKALGO_ROWS_CONSTANT_REFLECT) const bool vkalgo_kReflect = false;
layout(constant_id = VKALGO_ROWS_CONSTANT_KEEPS_TABLE) const bool vkalgo_kKeepsTable = false;
layout(constant_id = VKALGO_ROWS_CONSTANT_KEEPS_DECISIONS) const bool vkalgo_kKeepsDecisions = false;
layout(constant_id = VKALGO_ROWS_CONSTANT_BUFFERS) const uint vkalgo_kBuffers = 1;
layout(constant_id = VKALGO_ROWS_CONSTANT_REGION_TEST) const bool vkalgo_kRegionTest = true;
layout(constant_id = VKALGO_ROWS_CONSTANT_CHECK_INPUTS) const bool vkalgo_kCheckInputs = true;
layout(constant_id = VKALGO_ROWS_CONSTANT_LEFT) const uint vkalgo_kLeft = 1;
layout(constant_id = VKALGO_ROWS_CONSTANT_RIGHT) const uint vkalgo_kRight = 1;
layout(constant_id = VKALGO_ROWS_CONSTANT_NARROW) const bool vkalgo_kNarrow = true;

const uint vkalgo_kSpan = gl_WorkGroupSize.x * vkalgo_kCells;  // Columns, halos included

layout(set = 0, binding = VKALGO_ROWS_ANSWER, std430) writeonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };
#include "dp/put_answer.glsl"
layout(set = 0, binding = VKALGO_ROWS_ROW_IN, std430) readonly buffer VkalgoRowIn { cell_t vkalgo_row_in[]; };
layout(set = 0, binding = VKALGO_ROWS_ROW_OUT, std430) writeonly buffer VkalgoRowOut { cell_t vkalgo_row_out[]; };
layout(set = 0, binding = VKALGO_ROWS_DECISIONS, std430) writeonly buffer VkalgoDecisions { uint vkalgo_decisions[]; };

shared cell_t vkalgo_rows[vkalgo_kSpan * vkalgo_kBuffers];
shared uint vkalgo_wrong;

bool vkalgo_in_base_region = false;  // True while base() runs, so that its reads of kept inputs are tested

ivec4 vkalgo_current_cell() { return ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0); }
#define VKALGO_MARKS_FAULTS
#include "dp/status.glsl"

bool vkalgo_checks_kept() { return vkalgo_kCheckInputs || vkalgo_in_base_region; }

#include "dp/rows_read.glsl"

// A row's inputs are loaded while the previous row is computed.
VkalgoRowInputs vkalgo_loaded_row;
VkalgoColumnInputs vkalgo_loaded_column;
int vkalgo_line_of(int row) { return vkalgo_kReflect ? vkalgo_push.rows - 1 - row : row; }
void vkalgo_load_row(int row) {
    if (vkalgo_kTranspose) {
        vkalgo_loaded_column = vkalgo_load_column_inputs(vkalgo_line_of(row));
    } else {
        vkalgo_loaded_row = vkalgo_load_row_inputs(vkalgo_line_of(row));
    }
}
void vkalgo_enter_loaded_row(int row) {
    if (vkalgo_kTranspose) {
        vkalgo_tile_j = vkalgo_line_of(row);
        vkalgo_tile_column = vkalgo_loaded_column;
    } else {
        vkalgo_tile_i = vkalgo_line_of(row);
        vkalgo_tile_row = vkalgo_loaded_row;
    }
}
void vkalgo_enter_row(int row) {
    vkalgo_load_row(row);
    vkalgo_enter_loaded_row(row);
}
void vkalgo_enter_column(int column) {
    if (vkalgo_kTranspose) {
        vkalgo_tile_i = column;
        vkalgo_tile_row = vkalgo_load_row_inputs(column);
    } else {
        vkalgo_tile_j = column;
        vkalgo_tile_column = vkalgo_load_column_inputs(column);
    }
}

// Computes the current cell. `tests`: the cell may be in the base region, so this is tested.
cell_t vkalgo_compute(bool tests) {
    if (tests && vkalgo_in_base(vkalgo_tile_i, vkalgo_tile_j)) {
        const bool above = vkalgo_without_above;
        vkalgo_without_above = vkalgo_in_base_region = true;
        const cell_t value = base(vkalgo_tile_i, vkalgo_tile_j);
        vkalgo_without_above = above;
        vkalgo_in_base_region = false;
        return value;
    }
    return cell(vkalgo_tile_i, vkalgo_tile_j);
}

void vkalgo_keep(cell_t value) {
    if (vkalgo_kKeepsTable) vkalgo_store_cell(vkalgo_table_index(ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0)), value);
}

#ifdef VKALGO_DECISIONS
// Sets the mark if a decision's distance exceeds reach, since a step may go that far. Each row of the dispatch is
// checked by one invocation.
void vkalgo_mark_distances() {
    for (int r = int(gl_LocalInvocationID.x); r < vkalgo_push.count; r += int(gl_WorkGroupSize.x)) {
        vkalgo_enter_row(vkalgo_push.first + r);
        vkalgo_find_distances();
        [[unroll]] for (uint d = 0u; d < VKALGO_DECISIONS; ++d) {
            if (vkalgo_breaks_reach(vkalgo_distances[d])) vkalgo_mark = 1;
        }
    }
}
// Returns the decision of step() in the current cell, whose value is `value`.
uint vkalgo_decide(cell_t value) {
    if (vkalgo_kRegionTest && vkalgo_in_base(vkalgo_tile_i, vkalgo_tile_j)) return 0u;
    vkalgo_fresh = value;
    vkalgo_stepping = true;
    const step_t next = step(vkalgo_tile_i, vkalgo_tile_j);
    vkalgo_stepping = false;
#ifdef VKALGO_STEPS_AS_DECLARED
    const bool tests = !vkalgo_marks;
#else
    const bool tests = true;
#endif
    if (tests) {
        int distance = vkalgo_distances[0];
        [[unroll]] for (uint d = 1u; d < VKALGO_DECISIONS; ++d)
            distance = next.decision == d ? vkalgo_distances[d] : distance;
        const int line = vkalgo_kTranspose ? next.j : next.i;
        const int along = vkalgo_kTranspose ? next.i : next.j;
        const int off = (line ^ vkalgo_line_before()) | ((along + distance) ^ vkalgo_along()) |
                        int(next.decision >= VKALGO_DECISIONS);
        if (vkalgo_marks) {
            vkalgo_mark |= off;
        } else if (off != 0 || vkalgo_breaks_reach(distance)) {
            vkalgo_raise(VKALGO_STATUS_DECISION, ivec4(next.i, next.j, int(next.decision), 0));
        }
    }
    return next.decision & ((1u << VKALGO_DECISION_BITS) - 1u);
}
#else
#define VKALGO_DECISION_BITS 1
void vkalgo_find_distances() {}
void vkalgo_read_distances() {}
void vkalgo_mark_distances() {}
uint vkalgo_decide(cell_t value) { return 0u; }
#endif

uint vkalgo_slot(uint turn) { return turn * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// Returns the cell of a column in the row before the dispatch's first row. Computes the cell if this is row 0;
// otherwise the previous dispatch has left it.
cell_t vkalgo_begin_with(int column) {
    if (vkalgo_push.begin == 0u) return vkalgo_row_in[column];
    vkalgo_enter_column(column);
    return vkalgo_compute(true);
}

// Computes the rows again after a mark, with a test for every cell, and raises the status. It need not be fast.
void vkalgo_explain(int first, int end) {
    cell_t mine[vkalgo_kCells];
    vkalgo_marks = false;
    vkalgo_above = 0u;
    for (int r = -1; r < vkalgo_push.count; ++r) {
        const int left = vkalgo_push.count - 1 - r;
        const int from = max(first - left * vkalgo_push.before, 0);
        const int to = min(end + left * vkalgo_push.after, vkalgo_push.columns);
        vkalgo_without_above = r < 0;
        vkalgo_enter_row(r < 0 ? 0 : vkalgo_push.first + r);
        if (vkalgo_kKeepsDecisions && r >= 0) vkalgo_find_distances();
        for (uint c = 0u; c < vkalgo_kCells; ++c) {
            const int column = vkalgo_origin + int(vkalgo_slot(c));
            if (column < from || column >= to) continue;
            if (r < 0) {
                mine[c] = vkalgo_begin_with(column);
                continue;
            }
            vkalgo_enter_column(column);
            vkalgo_own = vkalgo_rows[vkalgo_slot(c)];
            mine[c] = vkalgo_compute(true);
            if (vkalgo_kKeepsDecisions && !vkalgo_in_base(vkalgo_tile_i, vkalgo_tile_j)) vkalgo_decide(mine[c]);
        }
        barrier();
        for (uint c = 0u; c < vkalgo_kCells; ++c) vkalgo_rows[vkalgo_slot(c)] = mine[c];
        barrier();
    }
}

void main() {
    const int first = int(vkalgo_workgroup_index()) * vkalgo_push.width;  // First column that the workgroup outputs
    if (vkalgo_workgroup_index() * uint(vkalgo_push.width) >= uint(vkalgo_push.columns)) return;
    const int end = min(first + vkalgo_push.width, vkalgo_push.columns);
    const uint gives = uint(end - first);
    const int last_column = vkalgo_push.columns - 1;
    vkalgo_origin = first - vkalgo_push.count * vkalgo_push.before;
    // If the table is at least as wide as a workgroup, no invocation has a column beyond the end of the table.
    if (!vkalgo_kNarrow) vkalgo_origin = min(vkalgo_origin, vkalgo_push.columns - int(vkalgo_kSpan));
    vkalgo_origin = max(vkalgo_origin, 0);
    vkalgo_above = 0u;
    if (gl_LocalInvocationID.x == 0u) vkalgo_wrong = 0u;

    cell_t mine[vkalgo_kCells];
    uint decided[vkalgo_kCells];
    vkalgo_enter_row(0);
    vkalgo_without_above = true;
    [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c) {
        const int column = vkalgo_origin + int(vkalgo_slot(c));
        decided[c] = 0u;
        mine[c] = vkalgo_begin_with(min(column, last_column));
        vkalgo_rows[vkalgo_slot(c)] = mine[c];
        const bool counts = vkalgo_push.begin != 0u && uint(column - first) < gives;
        if (vkalgo_kKeepsTable && counts) vkalgo_keep(mine[c]);
    }
    if (vkalgo_push.begin != 0u && vkalgo_push.answer_row == 0) {
        const uint slot = uint(vkalgo_push.answer_column - vkalgo_origin);
        const bool is_here = slot % gl_WorkGroupSize.x == gl_LocalInvocationID.x;
        if (is_here && uint(vkalgo_push.answer_column - first) < gives) {
            vkalgo_enter_column(vkalgo_push.answer_column);
            vkalgo_put_answer(vkalgo_value(vkalgo_rows[slot]), ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0));
        }
    }
    vkalgo_without_above = false;
    vkalgo_mark_distances();
    vkalgo_enter_row(vkalgo_push.first);
    barrier();

    // Computes all columns at once, without a branch: computing unused values takes less time than testing.
    uint unit = 1u;  // Weight of a decision in its word
    for (int r = 0; r < vkalgo_push.count; ++r) {
        const int row = vkalgo_push.first + r;
        vkalgo_find_distances();
        vkalgo_load_row(row + 1);  // Safe after the last row too: reads beyond an input's end are clamped
        const uint turn = uint(r) % vkalgo_kRowsPerWord;
        if (turn == 0u) unit = 1u;
        const bool ends = r == vkalgo_push.count - 1;
        [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c) {
            const int column = vkalgo_origin + int(vkalgo_slot(c));
#ifdef VKALGO_HAS_LOOPS
            // Unneeded cells are skipped if the text has loops, since a loop may not end for a cell outside the table.
            const int left = vkalgo_push.count - 1 - r;
            if (column < first - left * vkalgo_push.before || column >= end + left * vkalgo_push.after ||
                column > last_column)
                continue;
#endif
            vkalgo_turn = c;
            vkalgo_enter_column(vkalgo_kNarrow ? min(column, last_column) : column);
            vkalgo_own = mine[c];
            vkalgo_read_distances();
            mine[c] = vkalgo_compute(vkalgo_kRegionTest);
            if (vkalgo_kKeepsDecisions) decided[c] += vkalgo_decide(mine[c]) * unit;
            if (vkalgo_kKeepsTable && uint(column - first) < gives) vkalgo_keep(mine[c]);
        }
        unit <<= VKALGO_DECISION_BITS;
        if (row == vkalgo_push.answer_row) {
            const uint slot = uint(vkalgo_push.answer_column - vkalgo_origin);
            cell_t cell = mine[0];
            [[unroll]] for (uint c = 1u; c < vkalgo_kCells; ++c)
                if (slot == vkalgo_slot(c)) cell = mine[c];
            const bool is_here = slot % gl_WorkGroupSize.x == gl_LocalInvocationID.x;
            if (is_here && uint(vkalgo_push.answer_column - first) < gives) {
                vkalgo_enter_column(vkalgo_push.answer_column);
                vkalgo_put_answer(vkalgo_value(cell), ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0));
            }
        }
        if (vkalgo_kKeepsDecisions && (turn == vkalgo_kRowsPerWord - 1u || ends)) {
            const uint words = uint(row - 1) / vkalgo_kRowsPerWord * uint(vkalgo_push.columns);
            [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c) {
                const int column = vkalgo_origin + int(vkalgo_slot(c));
                if (uint(column - first) < gives) vkalgo_decisions[words + uint(column)] = decided[c];
                decided[c] = 0u;
            }
        }
        if (ends) break;
        vkalgo_enter_loaded_row(row + 1);
        if (vkalgo_kBuffers == 1u) {
            barrier();
        } else {
            vkalgo_above = vkalgo_kSpan - vkalgo_above;
        }
        [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c)
            vkalgo_rows[vkalgo_above + vkalgo_slot(c)] = mine[c];
        barrier();
    }
    [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c) {
        const int column = vkalgo_origin + int(vkalgo_slot(c));
        if (uint(column - first) < gives) vkalgo_row_out[column] = mine[c];
    }
    if (vkalgo_mark != 0) vkalgo_wrong = 1u;
    barrier();
    if (vkalgo_wrong != 0u) vkalgo_explain(first, end);
    vkalgo_check_loops();
}
