// Method `rows`: several rows per dispatch, for recurrences whose cells read the row before within a known distance.
//   A workgroup owns vkalgo_push.width columns of vkalgo_push.count rows. It holds them with a halo of rows x reach on
//   each side that is read from: the row before in shared memory, each invocation's own kCells columns of it, a
//   workgroup apart from each other, in registers. Per row: compute into registers, barrier, write back, barrier; with
//   two rows in shared memory one barrier. Each row loses as many columns of the halo as a cell reaches: what is
//   computed there counts for nothing, and no cell that counts reads it. Rows travel between dispatches through two
//   buffers.
//   Reads: ROWS_ROW_IN once, halos twice. Writes: the last row; every cell, if the table is kept; of a recurrence with
//   `decisions` a bit or more per cell, gathered over the rows of a word in registers: 4 bytes per column and word.
//   Cost per cell: the recurrence's own operations, a read and a write of shared memory; halos are computed twice:
//   rows x reach / width of it. A read that breaks a rule leaves a mark alone; then the rows are computed once more to
//   say which it was.
//   Source: halos for several steps are the overlapped tiles of Holewinski, Pouchet and Sadayappan, "High-performance
//   code generation for stencil computations on GPU architectures", ICS 2012; a bit per decision is from Boyer, El Baz
//   and Elkihel, "Solving knapsack problems on GPU", Computers & Operations Research 39 (2012).
//
// Rows and columns are canonical (dp::Frame): the user's, or the other way round, in the order of the stages.
// inputs from binding 8
// module rows: needs-rows, keeps-inputs
// module rows-wide: needs-rows, keeps-inputs, wide
// module rows-narrow: needs-rows, keeps-inputs, narrow
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

const uint vkalgo_kSpan = gl_WorkGroupSize.x * vkalgo_kCells;  // columns, halos included

layout(set = 0, binding = VKALGO_ROWS_ANSWER, std430) writeonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };
#include "dp/put_answer.glsl"
layout(set = 0, binding = VKALGO_ROWS_ROW_IN, std430) readonly buffer VkalgoRowIn { cell_t vkalgo_row_in[]; };
layout(set = 0, binding = VKALGO_ROWS_ROW_OUT, std430) writeonly buffer VkalgoRowOut { cell_t vkalgo_row_out[]; };
layout(set = 0, binding = VKALGO_ROWS_DECISIONS, std430) writeonly buffer VkalgoDecisions { uint vkalgo_decisions[]; };

shared cell_t vkalgo_rows[vkalgo_kSpan * vkalgo_kBuffers];
shared uint vkalgo_wrong;

int vkalgo_origin;    // column of the first cell in shared memory
uint vkalgo_above;    // where the row before begins there
cell_t vkalgo_own;    // the row before, in the current column
cell_t vkalgo_fresh;  // the current cell, while step() asks
bool vkalgo_stepping = false;
bool vkalgo_without_above = false;   // base(), and row 0
bool vkalgo_in_base_region = false;  // what is kept of the inputs is tested there

ivec4 vkalgo_current_cell() { return ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0); }
#define VKALGO_MARKS_FAULTS
#include "dp/status.glsl"

bool vkalgo_checks_kept() { return vkalgo_kCheckInputs || vkalgo_in_base_region; }

// The current cell's place across the stages and along its own.
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

// Negative unless first <= value <= last: two instructions and no predicate. No column is beyond 2^30.
int vkalgo_beyond(int value, int first, int last) { return (value - first) | (last - value); }

// Distances that do not depend on the column are tested once per row: compilers see that.
cell_t at(int i, int j) {
    const int line = vkalgo_kTranspose ? j : i;
    const int along = vkalgo_kTranspose ? i : j;
    const int away = along - vkalgo_along();
    if (vkalgo_stepping && line == vkalgo_line() && away == 0) return vkalgo_fresh;
    if (vkalgo_without_above || line != vkalgo_line_before()) {
        vkalgo_refuse(i, j);
        return vkalgo_no_cell();
    }
    if (away == 0) return vkalgo_own;
    const int beyond = vkalgo_beyond(along, 0, vkalgo_push.columns - 1) | along |
                       vkalgo_beyond(away, -vkalgo_push.before, vkalgo_push.after);
    if (vkalgo_marks) {
        vkalgo_mark |= beyond;
    } else if (beyond < 0) {
        vkalgo_refuse(i, j);
    }
    return vkalgo_rows[vkalgo_above + min(uint(along - vkalgo_origin), vkalgo_kSpan - 1u)];
}

void vkalgo_enter_row(int row) {
    const int line = vkalgo_kReflect ? vkalgo_push.rows - 1 - row : row;
    if (vkalgo_kTranspose) {
        vkalgo_tile_j = line;
        vkalgo_tile_column = vkalgo_load_column_inputs(line);
    } else {
        vkalgo_tile_i = line;
        vkalgo_tile_row = vkalgo_load_row_inputs(line);
    }
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

// `tests`: the cell may be one of the base.
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
int vkalgo_distances[VKALGO_DECISIONS];  // of the row; beyond reach: one that no step goes
const int vkalgo_kNoDistance = -0x40000000;

void vkalgo_find_distances() {
    [[unroll]] for (uint d = 0u; d < VKALGO_DECISIONS; ++d) {
        const int distance = vkalgo_distance(vkalgo_line(), d);
        const bool reached = distance <= vkalgo_push.before && distance >= -vkalgo_push.after;
        vkalgo_distances[d] = reached ? distance : vkalgo_kNoDistance;
    }
}
// What step() decides in the current cell, whose value is known.
uint vkalgo_decide(cell_t value) {
    if (vkalgo_kRegionTest && vkalgo_in_base(vkalgo_tile_i, vkalgo_tile_j)) return 0u;
    vkalgo_fresh = value;
    vkalgo_stepping = true;
    const step_t next = step(vkalgo_tile_i, vkalgo_tile_j);
    vkalgo_stepping = false;
    int distance = vkalgo_distances[0];
    [[unroll]] for (uint d = 1u; d < VKALGO_DECISIONS; ++d)
        distance = next.decision == d ? vkalgo_distances[d] : distance;
    const int line = vkalgo_kTranspose ? next.j : next.i;
    const int along = vkalgo_kTranspose ? next.i : next.j;
    const int off =
        (line ^ vkalgo_line_before()) | (along ^ (vkalgo_along() - distance)) | int(next.decision >= VKALGO_DECISIONS);
    if (vkalgo_marks) {
        vkalgo_mark |= off | -off;  // negative unless it is 0
    } else if (off != 0) {
        vkalgo_raise(VKALGO_STATUS_DECISION, ivec4(next.i, next.j, int(next.decision), 0));
    }
    return next.decision & ((1u << VKALGO_DECISION_BITS) - 1u);
}
#else
#define VKALGO_DECISION_BITS 1
void vkalgo_find_distances() {}
uint vkalgo_decide(cell_t value) { return 0u; }
#endif

uint vkalgo_slot(uint turn) { return turn * gl_WorkGroupSize.x + gl_LocalInvocationID.x; }

// Row 0, or the row before the dispatch's first one, in a column of the table.
cell_t vkalgo_begin_with(int column) {
    if (vkalgo_push.begin == 0u) return vkalgo_row_in[column];
    vkalgo_enter_column(column);
    return vkalgo_compute(true);
}

// Something is wrong with a cell: the rows once more, with a test for every cell and now raising the status. It need
// not be fast.
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
    const int first = int(vkalgo_workgroup_index()) * vkalgo_push.width;  // column that the workgroup gives
    if (vkalgo_workgroup_index() * uint(vkalgo_push.width) >= uint(vkalgo_push.columns)) return;
    const int end = min(first + vkalgo_push.width, vkalgo_push.columns);
    const uint gives = uint(end - first);
    vkalgo_origin = max(first - vkalgo_push.count * vkalgo_push.before, 0);
    vkalgo_above = 0u;
    if (gl_LocalInvocationID.x == 0u) vkalgo_wrong = 0u;

    cell_t mine[vkalgo_kCells];
    uint decided[vkalgo_kCells];
    const int last_column = vkalgo_push.columns - 1;
    vkalgo_enter_row(0);
    vkalgo_without_above = true;
    [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c) {
        const int column = vkalgo_origin + int(vkalgo_slot(c));
        decided[c] = 0u;
        mine[c] = vkalgo_begin_with(min(column, last_column));
        vkalgo_rows[vkalgo_slot(c)] = mine[c];
        if (vkalgo_push.begin == 0u || uint(column - first) >= gives) continue;
        vkalgo_keep(mine[c]);
        if (vkalgo_push.answer_row == 0 && column == vkalgo_push.answer_column)
            vkalgo_put_answer(vkalgo_value(mine[c]), ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0));
    }
    vkalgo_without_above = false;
    vkalgo_enter_row(vkalgo_push.first);
    barrier();

    // All columns at once, without a branch: what counts for nothing takes less time than asking.
    for (int r = 0; r < vkalgo_push.count; ++r) {
        if (vkalgo_kKeepsDecisions) vkalgo_find_distances();
        const uint turn = uint(r) % vkalgo_kRowsPerWord;
        const bool ends = r == vkalgo_push.count - 1;
        [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c) {
            const int column = vkalgo_origin + int(vkalgo_slot(c));
#ifdef VKALGO_HAS_LOOPS
            // What a loop would make of cells that are none, nobody knows.
            const int left = vkalgo_push.count - 1 - r;
            if (column < first - left * vkalgo_push.before || column >= end + left * vkalgo_push.after ||
                column > last_column)
                continue;
#endif
            vkalgo_enter_column(min(column, last_column));
            vkalgo_own = mine[c];
            mine[c] = vkalgo_compute(vkalgo_kRegionTest);
            if (vkalgo_kKeepsDecisions) decided[c] |= vkalgo_decide(mine[c]) << (turn * VKALGO_DECISION_BITS);
            if (vkalgo_kKeepsTable && uint(column - first) < gives) vkalgo_keep(mine[c]);
        }
        if (vkalgo_push.first + r == vkalgo_push.answer_row) {
            [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c) {
                const int column = vkalgo_origin + int(vkalgo_slot(c));
                if (column != vkalgo_push.answer_column || uint(column - first) >= gives) continue;
                vkalgo_enter_column(column);
                vkalgo_put_answer(vkalgo_value(mine[c]), ivec4(vkalgo_tile_i, vkalgo_tile_j, 0, 0));
            }
        }
        if (vkalgo_kKeepsDecisions && (turn == vkalgo_kRowsPerWord - 1u || ends)) {
            const uint words = uint(vkalgo_push.first - 1 + r) / vkalgo_kRowsPerWord * uint(vkalgo_push.columns);
            [[unroll]] for (uint c = 0u; c < vkalgo_kCells; ++c) {
                const int column = vkalgo_origin + int(vkalgo_slot(c));
                if (uint(column - first) < gives) vkalgo_decisions[words + uint(column)] = decided[c];
                decided[c] = 0u;
            }
        }
        if (ends) break;
        vkalgo_enter_row(vkalgo_push.first + r + 1);  // before the barriers: they hide the loads
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
    if (vkalgo_mark < 0) vkalgo_wrong = 1u;
    barrier();
    if (vkalgo_wrong != 0u) vkalgo_explain(first, end);
    vkalgo_check_loops();
}
