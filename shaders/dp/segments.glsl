// Method `segments`: blocked products for `reduce` over segments, upper domain, pattern SONE.
//   term(i, k, j) reads at(i, x) and at(y, j), x = k + kRow and y = k + kColumn = x + kGap. The table is cut into
//   blocks of kBlock x kBlock cells, kBlock = 4 kMicros, and filled by diagonals of blocks. A workgroup works on one
//   block (I, J); kMicros x kMicros invocations each hold 4 x 4 of its cells, a micro block, in registers.
//   Tasks, one dispatch each, in this order:
//     diagonal  once: the blocks (I, I), by diagonals of cells, several invocations per cell.
//     products  terms with x left of block column J and y below block row I: both cells lie in blocks that are done.
//               Their splits are shared among `parts` workgroups per block, which leave their best in `partials`. As in
//               a matrix product both operands go through shared memory.
//     blocks    the rest, by twice as many invocations. One by one the diagonals of micro blocks are completed, in
//               2 kMicros - 1 steps of two barriers. What a step has completed is published, and each micro block takes
//               the terms that read what its row and its column have got.
//   Cost per term: the recurrence's own operations and half a shared-memory access of 4 cells per 4 x 4 terms.
// inputs from binding 6
// module segments: any-cells, needs-number, needs-segments
// module segments-wide: any-cells, needs-number, needs-segments, wide
// module segments-narrow: any-cells, needs-number, needs-segments, narrow
// module segments-narrow-wide: any-cells, needs-number, needs-segments, narrow, wide
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/segments.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoSegmentsPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

layout(constant_id = VKALGO_SEGMENTS_CONSTANT_MICROS) const uint vkalgo_kMicros = 8;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_FIRST) const int vkalgo_kFirst = 0;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_LAST) const int vkalgo_kLast = -1;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_ROW) const int vkalgo_kRow = 0;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_COLUMN) const int vkalgo_kColumn = 1;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_TIGHT) const bool vkalgo_kTight = false;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_TASK) const uint vkalgo_kTask = VKALGO_SEGMENTS_TASK_DIAGONAL;

const uint vkalgo_kBlock = 4 * vkalgo_kMicros;  // cells along the side of a block
const uint vkalgo_kInvocations = vkalgo_kMicros * vkalgo_kMicros;
const int vkalgo_kGap = vkalgo_kColumn - vkalgo_kRow;

layout(std430, set = 0, binding = 3) writeonly buffer VkalgoPartialsOut { vkalgo_cell4_t vkalgo_partials_out[]; };
layout(std430, set = 0, binding = 5) readonly buffer VkalgoPartialsIn { vkalgo_cell4_t vkalgo_partials_in[]; };

// The cell in hand, its split, and whether it has this term.
int vkalgo_i, vkalgo_j, vkalgo_k;
bool vkalgo_term_counts() {
    return vkalgo_i <= vkalgo_j && vkalgo_i < rows() && vkalgo_j < columns() && vkalgo_k >= vkalgo_i + vkalgo_kFirst &&
           vkalgo_k <= vkalgo_j + vkalgo_kLast && !vkalgo_in_base(vkalgo_i, vkalgo_j);
}
ivec4 vkalgo_current_cell() { return ivec4(vkalgo_i, vkalgo_j, 0, 0); }
#define VKALGO_CELL_COUNTS vkalgo_term_counts()
#define VKALGO_NOTES_FAULTS
#include "dp/status.glsl"

// Nothing but term() reads cells here, and that has them at hand.
cell_t vkalgo_at(ivec4 c) { return vkalgo_no_cell(); }

cell_t vkalgo_load(int i, int j) { return vkalgo_load_cell(vkalgo_table_index(ivec4(i, j, 0, 0))); }
void vkalgo_store(int i, int j, cell_t value) { vkalgo_store_cell(vkalgo_table_index(ivec4(i, j, 0, 0)), value); }

// Of the task blocks: operands, row x of block (J, J) (cell (x + kGap, j) of the table) above its diagonal of micro
// blocks and on it, and column y of block (I, I), transposed (cell (i, y - kGap)), below it. Then those of (I, I) on
// its diagonal, then what the last step has completed, by rows and by columns, and what was handed over before. Each
// row of 4 kMicros cells is kMicros fours.
// Of the task products: kMicros columns of the left operand, then as many rows of the right one.
// Of the task diagonal: the block, then the best of each invocation.
const uint vkalgo_kEdge = vkalgo_kBlock * vkalgo_kMicros;
const uint vkalgo_kDoneRows = vkalgo_kEdge + vkalgo_kBlock;
const uint vkalgo_kDoneColumns = vkalgo_kDoneRows + vkalgo_kBlock;
const uint vkalgo_kHanded = vkalgo_kDoneColumns + vkalgo_kBlock;
shared vkalgo_cell4_t vkalgo_fours[vkalgo_kHanded + vkalgo_kBlock];
// By split, of the row operands and of the column operands.
shared VkalgoSplitInputs vkalgo_splits[2 * vkalgo_kBlock];

// The micro block of this invocation: its first cell, its best values so far, and the inputs of its rows and columns.
int vkalgo_first_i, vkalgo_first_j;
cell_t vkalgo_best[4][4];
VkalgoRowInputs vkalgo_rows_at_hand[4];
VkalgoColumnInputs vkalgo_columns_at_hand[4];

void vkalgo_begin_micro(int i, int j) {
    vkalgo_first_i = i;
    vkalgo_first_j = j;
    [[unroll]] for (int n = 0; n < 4; ++n) {
        vkalgo_rows_at_hand[n] = vkalgo_load_row_inputs(i + n);
        vkalgo_columns_at_hand[n] = vkalgo_load_column_inputs(j + n);
        [[unroll]] for (int c = 0; c < 4; ++c)
            vkalgo_best[n][c] = VKALGO_WORST;
    }
}

// Term k of cell (r, c) of the micro block. The split's inputs are at hand.
void vkalgo_take(int r, int c, int k, cell_t of_row, cell_t of_column) {
    vkalgo_i = vkalgo_first_i + r;
    vkalgo_j = vkalgo_first_j + c;
    vkalgo_k = k;
    if (!vkalgo_kTight && (k < vkalgo_i + vkalgo_kFirst || k > vkalgo_j + vkalgo_kLast)) return;
    vkalgo_row_cell = of_row;
    vkalgo_column_cell = of_column;
    vkalgo_row_inputs = vkalgo_rows_at_hand[r];
    vkalgo_column_inputs = vkalgo_columns_at_hand[c];
    vkalgo_best[r][c] = vkalgo_better_of(vkalgo_best[r][c], term(vkalgo_i, k, vkalgo_j));
}

// `count` splits from k on, for all cells: of each 4 cells left and 4 cells below, so many fours apart.
void vkalgo_take_product(uint left, uint left_pitch, uint below, uint below_pitch, uint splits, int k, uint count) {
    vkalgo_cell4_t of_rows = vkalgo_fours[left], of_columns = vkalgo_fours[below];
    VkalgoSplitInputs inputs = vkalgo_splits[splits];
    for (uint n = 0u; n < count; ++n) {
        const uint next = min(n + 1, count - 1);  // on its way while this one is computed
        const vkalgo_cell4_t next_rows = vkalgo_fours[left + next * left_pitch];
        const vkalgo_cell4_t next_columns = vkalgo_fours[below + next * below_pitch];
        const VkalgoSplitInputs next_inputs = vkalgo_splits[splits + next];
        vkalgo_split_inputs = inputs;
        [[unroll]] for (int r = 0; r < 4; ++r) [[unroll]]
            for (int c = 0; c < 4; ++c) vkalgo_take(r, c, k + int(n), of_rows[r], of_columns[c]);
        of_rows = next_rows;
        of_columns = next_columns;
        inputs = next_inputs;
    }
}

// Of the operands of kMicros splits from k on, what this invocation carries to shared memory.
cell_t vkalgo_carried_left[4], vkalgo_carried_below[4];
void vkalgo_carry(int row, int column, int k) {
    [[unroll]] for (uint n = 0u; n < 4u; ++n) {
        const uint cell = n * vkalgo_kInvocations + gl_LocalInvocationID.x;
        vkalgo_carried_left[n] =
            vkalgo_load(row + int(cell / vkalgo_kMicros), k + int(cell % vkalgo_kMicros) + vkalgo_kRow);
        vkalgo_carried_below[n] =
            vkalgo_load(k + int(cell / vkalgo_kBlock) + vkalgo_kColumn, column + int(cell % vkalgo_kBlock));
    }
}

void vkalgo_products(uint block, uint part) {
    const uint lane = gl_LocalInvocationID.x;
    const uint mi = lane / vkalgo_kMicros, mj = lane % vkalgo_kMicros;
    const int row = int(block * vkalgo_kBlock), column = int((block + vkalgo_push.diagonal) * vkalgo_kBlock);
    vkalgo_begin_micro(row + int(4 * mi), column + int(4 * mj));
    const int last = column - 1 - vkalgo_kRow;
    int k = row + int(vkalgo_kBlock) - vkalgo_kColumn + int(part * vkalgo_push.chunks * vkalgo_kMicros);
    const int end = min(k + int(vkalgo_push.chunks * vkalgo_kMicros) - 1, last);
    if (k <= end) vkalgo_carry(row, column, k);
    for (; k <= end; k += int(vkalgo_kMicros)) {
        barrier();
        [[unroll]] for (uint n = 0u; n < 4u; ++n) {
            const uint cell = n * vkalgo_kInvocations + lane;
            const uint i = cell / vkalgo_kMicros, x = cell % vkalgo_kMicros, y = cell / vkalgo_kBlock,
                       j = cell % vkalgo_kBlock;
            vkalgo_fours[x * (vkalgo_kMicros + 1) + i / 4][i % 4] = vkalgo_carried_left[n];
            vkalgo_fours[2 * vkalgo_kInvocations + y * vkalgo_kMicros + j / 4][j % 4] = vkalgo_carried_below[n];
        }
        if (lane < vkalgo_kMicros) vkalgo_splits[lane] = vkalgo_load_split_inputs(k + int(lane));
        barrier();
        if (k + int(vkalgo_kMicros) <= end) vkalgo_carry(row, column, k + int(vkalgo_kMicros));
        vkalgo_take_product(mi, vkalgo_kMicros + 1, 2 * vkalgo_kInvocations + mj, vkalgo_kMicros, 0u, k,
                            min(vkalgo_kMicros, uint(end - k + 1)));
    }
    const uint place = (part * vkalgo_push.blocks + block) * vkalgo_kBlock * vkalgo_kMicros + lane;
    [[unroll]] for (int r = 0; r < 4; ++r)
        vkalgo_partials_out[place + r * vkalgo_kInvocations] =
            vkalgo_cell4_t(vkalgo_best[r][0], vkalgo_best[r][1], vkalgo_best[r][2], vkalgo_best[r][3]);
}

// What every other part of the block's products has left; micro block (mi, mj) is invocation `lane` of theirs.
void vkalgo_take_partials(uint block, uint lane, uint first) {
    for (uint part = first; part < vkalgo_push.parts; part += 2u) {
        const uint place = (part * vkalgo_push.blocks + block) * vkalgo_kBlock * vkalgo_kMicros + lane;
        [[unroll]] for (int r = 0; r < 4; ++r) {
            const vkalgo_cell4_t four = vkalgo_partials_in[place + r * vkalgo_kInvocations];
            [[unroll]] for (int c = 0; c < 4; ++c)
                vkalgo_best[r][c] = vkalgo_better_of(vkalgo_best[r][c], four[c]);
        }
    }
}

// The operands of a block that lie in (I, I) and (J, J), and their splits' inputs.
void vkalgo_load_operands(int row, int column) {
    const uint lane = gl_LocalInvocationID.x;
    for (uint cell = lane; cell < vkalgo_kBlock * vkalgo_kBlock; cell += gl_WorkGroupSize.x) {
        const uint x = cell / vkalgo_kBlock, j = cell % vkalgo_kBlock;
        if (x / 4 <= j / 4) {
            const int i = column + int(x) + vkalgo_kGap;
            const bool there = i <= column + int(j);
            vkalgo_fours[x * vkalgo_kMicros + j / 4][j % 4] =
                there ? vkalgo_load(i, column + int(j)) : vkalgo_no_cell();
        }
        // Eight rows of four columns at once: a compromise between memory's lines and shared memory's banks.
        const uint square = cell / 32;
        const uint i = square / vkalgo_kMicros * 8 + cell / 4 % 8, y = square % vkalgo_kMicros * 4 + cell % 4;
        if (i / 4 <= y / 4) {
            const int from = row + int(y) - vkalgo_kGap;
            const bool there = from >= row + int(i);
            const uint place = y / 4 == i / 4 ? vkalgo_kEdge + y : y * vkalgo_kMicros + i / 4;
            vkalgo_fours[place][i % 4] = there ? vkalgo_load(row + int(i), from) : vkalgo_no_cell();
        }
    }
    for (uint n = lane; n < vkalgo_kBlock; n += gl_WorkGroupSize.x) {
        vkalgo_splits[n] = vkalgo_load_split_inputs(column + int(n) - vkalgo_kRow);
        vkalgo_splits[vkalgo_kBlock + n] = vkalgo_load_split_inputs(row + int(n) - vkalgo_kColumn);
    }
}

// The terms of a micro block that read its own cells, after all others; then the base. Written out, so that its cells
// have places that every driver keeps in registers. VKALGO_LEFT: the split behind cell (r, n) of the same row;
// VKALGO_BELOW: that before cell (n, c) of the same column.
#define VKALGO_LEFT(r, c, n)                        \
    vkalgo_split_inputs = vkalgo_splits[own_j + n]; \
    vkalgo_take(r, c, first_left + n, vkalgo_best[r][n], of_columns##n[c]);
#define VKALGO_BELOW(r, c, n)                                       \
    vkalgo_split_inputs = vkalgo_splits[vkalgo_kBlock + own_i + n]; \
    vkalgo_take(r, c, first_below + n, of_rows##n[r], vkalgo_best[n][c]);
void vkalgo_end_cell(int r, int c) {
#ifdef VKALGO_HAS_BASE
    if (vkalgo_in_base(vkalgo_first_i + r, vkalgo_first_j + c))
        vkalgo_best[r][c] = base(vkalgo_first_i + r, vkalgo_first_j + c);
#endif
}
void vkalgo_complete_micro(int row, int column, uint mi, uint mj) {
    const uint own_i = 4 * mi, own_j = 4 * mj;
    const int first_left = column + int(own_j) - vkalgo_kRow, first_below = row + int(own_i) - vkalgo_kColumn;
    const vkalgo_cell4_t of_columns0 = vkalgo_fours[own_j * vkalgo_kMicros + mj];
    const vkalgo_cell4_t of_columns1 = vkalgo_fours[(own_j + 1) * vkalgo_kMicros + mj];
    const vkalgo_cell4_t of_columns2 = vkalgo_fours[(own_j + 2) * vkalgo_kMicros + mj];
    const vkalgo_cell4_t of_rows1 = vkalgo_fours[vkalgo_kEdge + own_i + 1];
    const vkalgo_cell4_t of_rows2 = vkalgo_fours[vkalgo_kEdge + own_i + 2];
    const vkalgo_cell4_t of_rows3 = vkalgo_fours[vkalgo_kEdge + own_i + 3];
    vkalgo_end_cell(3, 0);
    VKALGO_BELOW(2, 0, 3)
    vkalgo_end_cell(2, 0);
    VKALGO_LEFT(3, 1, 0)
    vkalgo_end_cell(3, 1);
    VKALGO_BELOW(1, 0, 2)
    VKALGO_BELOW(1, 0, 3)
    vkalgo_end_cell(1, 0);
    VKALGO_LEFT(2, 1, 0)
    VKALGO_BELOW(2, 1, 3)
    vkalgo_end_cell(2, 1);
    VKALGO_LEFT(3, 2, 0)
    VKALGO_LEFT(3, 2, 1) vkalgo_end_cell(3, 2);
    VKALGO_BELOW(0, 0, 1) VKALGO_BELOW(0, 0, 2) VKALGO_BELOW(0, 0, 3) vkalgo_end_cell(0, 0);
    VKALGO_LEFT(1, 1, 0) VKALGO_BELOW(1, 1, 2) VKALGO_BELOW(1, 1, 3) vkalgo_end_cell(1, 1);
    VKALGO_LEFT(2, 2, 0) VKALGO_LEFT(2, 2, 1) VKALGO_BELOW(2, 2, 3) vkalgo_end_cell(2, 2);
    VKALGO_LEFT(3, 3, 0)
    VKALGO_LEFT(3, 3, 1) VKALGO_LEFT(3, 3, 2) vkalgo_end_cell(3, 3);
    VKALGO_LEFT(0, 1, 0) VKALGO_BELOW(0, 1, 1) VKALGO_BELOW(0, 1, 2) VKALGO_BELOW(0, 1, 3) vkalgo_end_cell(0, 1);
    VKALGO_LEFT(1, 2, 0)
    VKALGO_LEFT(1, 2, 1) VKALGO_BELOW(1, 2, 2) VKALGO_BELOW(1, 2, 3) vkalgo_end_cell(1, 2);
    VKALGO_LEFT(2, 3, 0) VKALGO_LEFT(2, 3, 1) VKALGO_LEFT(2, 3, 2) VKALGO_BELOW(2, 3, 3) vkalgo_end_cell(2, 3);
    VKALGO_LEFT(0, 2, 0)
    VKALGO_LEFT(0, 2, 1) VKALGO_BELOW(0, 2, 1) VKALGO_BELOW(0, 2, 2) VKALGO_BELOW(0, 2, 3) vkalgo_end_cell(0, 2);
    VKALGO_LEFT(1, 3, 0)
    VKALGO_LEFT(1, 3, 1) VKALGO_LEFT(1, 3, 2) VKALGO_BELOW(1, 3, 2) VKALGO_BELOW(1, 3, 3) vkalgo_end_cell(1, 3);
    VKALGO_LEFT(0, 3, 0)
    VKALGO_LEFT(0, 3, 1)
    VKALGO_LEFT(0, 3, 2) VKALGO_BELOW(0, 3, 1) VKALGO_BELOW(0, 3, 2) VKALGO_BELOW(0, 3, 3) vkalgo_end_cell(0, 3);
}

// Hands the terms that the second invocation of a micro block has taken to the first.
void vkalgo_hand_over(uint mi) {
    [[unroll]] for (int n = 0; n < 4; ++n)
        vkalgo_fours[vkalgo_kHanded + n * vkalgo_kMicros + mi] =
            vkalgo_cell4_t(vkalgo_best[n][0], vkalgo_best[n][1], vkalgo_best[n][2], vkalgo_best[n][3]);
}
void vkalgo_take_over(uint mi) {
    [[unroll]] for (int r = 0; r < 4; ++r) {
        const vkalgo_cell4_t four = vkalgo_fours[vkalgo_kHanded + r * vkalgo_kMicros + mi];
        [[unroll]] for (int c = 0; c < 4; ++c)
            vkalgo_best[r][c] = vkalgo_better_of(vkalgo_best[r][c], four[c]);
    }
}

// Publishes a micro block: its rows for those above it, its columns for those right of it.
void vkalgo_publish_micro(uint mi) {
    [[unroll]] for (int n = 0; n < 4; ++n) {
        vkalgo_fours[vkalgo_kDoneRows + n * vkalgo_kMicros + mi] =
            vkalgo_cell4_t(vkalgo_best[n][0], vkalgo_best[n][1], vkalgo_best[n][2], vkalgo_best[n][3]);
        vkalgo_fours[vkalgo_kDoneColumns + n * vkalgo_kMicros + mi] =
            vkalgo_cell4_t(vkalgo_best[0][n], vkalgo_best[1][n], vkalgo_best[2][n], vkalgo_best[3][n]);
    }
}

void vkalgo_store_micro() {
    [[unroll]] for (int r = 0; r < 4; ++r) [[unroll]]
        for (int c = 0; c < 4; ++c)
            if (vkalgo_first_i + r < rows() && vkalgo_first_j + c < columns())
                vkalgo_store(vkalgo_first_i + r, vkalgo_first_j + c, vkalgo_best[r][c]);
}

void vkalgo_block(uint block) {
    // Two invocations share a micro block: the first takes what its row reads, the other what its column reads. Micro
    // blocks that are completed in one step are neighbours.
    const uint lane = gl_LocalInvocationID.x;
    const bool in_row = lane / vkalgo_kMicros % 2 == 0;
    const uint mi = lane % vkalgo_kMicros, mj = (lane / vkalgo_kMicros / 2 + mi + 1) % vkalgo_kMicros;
    const int row = int(block * vkalgo_kBlock), column = int((block + vkalgo_push.diagonal) * vkalgo_kBlock);
    const int own_step = int(vkalgo_kMicros - 1 - mi + mj);
    vkalgo_begin_micro(row + int(4 * mi), column + int(4 * mj));
    vkalgo_load_operands(row, column);
    vkalgo_take_partials(block, mi * vkalgo_kMicros + mj, in_row ? 0u : 1u);
    for (int step = 0; step < int(2 * vkalgo_kMicros - 1); ++step) {
        if (step == own_step && !in_row) vkalgo_hand_over(mi);
        barrier();
        if (step == own_step && in_row) {
            vkalgo_take_over(mi);
            vkalgo_complete_micro(row, column, mi, mj);
            vkalgo_publish_micro(mi);
        }
        barrier();
        // Of the micro blocks that are complete now, (mi, done_j) lies in this row and (done_i, mj) in this column.
        const int done_j = step - int(vkalgo_kMicros - 1 - mi), done_i = int(vkalgo_kMicros - 1 + mj) - step;
        if (step >= own_step || (in_row ? done_j < 0 : done_i >= int(vkalgo_kMicros))) continue;
        const uint from = 4 * uint(in_row ? done_j : done_i);
        const uint done = in_row ? vkalgo_kDoneColumns + mi : vkalgo_kDoneRows + uint(done_i);
        const uint operand = from * vkalgo_kMicros + (in_row ? mj : mi);
        vkalgo_take_product(in_row ? done : operand, vkalgo_kMicros, in_row ? operand : done, vkalgo_kMicros,
                            in_row ? from : vkalgo_kBlock + from,
                            in_row ? column + int(from) - vkalgo_kRow : row + int(from) - vkalgo_kColumn, 4u);
    }
    if (in_row) vkalgo_store_micro();
}

// One block on the diagonal, cell diagonal after cell diagonal.
const uint vkalgo_kLanesPerCell = vkalgo_kMicros / 4;
void vkalgo_diagonal_block(uint block) {
    const uint lane = gl_LocalInvocationID.x;
    const int first = int(block * vkalgo_kBlock);
    const uint i = lane / vkalgo_kLanesPerCell, share = lane % vkalgo_kLanesPerCell;
    vkalgo_i = first + int(i);
    vkalgo_row_inputs = vkalgo_load_row_inputs(vkalgo_i);
    for (uint distance = 0u; distance < vkalgo_kBlock; ++distance) {
        const uint j = i + distance;
        vkalgo_j = first + int(j);
        const bool real = j < vkalgo_kBlock && vkalgo_i < rows() && vkalgo_j < columns();
        const bool in_base = vkalgo_in_base(vkalgo_i, vkalgo_j);
        cell_t best = VKALGO_WORST;
        if (real && !in_base) {
            vkalgo_column_inputs = vkalgo_load_column_inputs(vkalgo_j);
            for (vkalgo_k = vkalgo_i + vkalgo_kFirst + int(share); vkalgo_k <= vkalgo_j + vkalgo_kLast;
                 vkalgo_k += int(vkalgo_kLanesPerCell)) {
                const uint x = uint(vkalgo_k + vkalgo_kRow - first), y = uint(vkalgo_k + vkalgo_kColumn - first);
                vkalgo_row_cell = vkalgo_fours[i * vkalgo_kMicros + x / 4][x % 4];
                vkalgo_column_cell = vkalgo_fours[y * vkalgo_kMicros + j / 4][j % 4];
                vkalgo_split_inputs = vkalgo_load_split_inputs(vkalgo_k);
                best = vkalgo_better_of(best, term(vkalgo_i, vkalgo_k, vkalgo_j));
            }
        }
        vkalgo_fours[vkalgo_kEdge + lane / 4][lane % 4] = best;
        barrier();
        if (share == 0u && real) {
            for (uint other = 1u; other < vkalgo_kLanesPerCell; ++other)
                best = vkalgo_better_of(best, vkalgo_fours[vkalgo_kEdge + (lane + other) / 4][(lane + other) % 4]);
#ifdef VKALGO_HAS_BASE
            if (in_base) best = base(vkalgo_i, vkalgo_j);
#endif
            vkalgo_fours[i * vkalgo_kMicros + j / 4][j % 4] = best;
            vkalgo_store(vkalgo_i, vkalgo_j, best);
        }
        barrier();
    }
}

void main() {
    const uint group = vkalgo_workgroup_index();
    const uint block = group % vkalgo_push.blocks, part = group / vkalgo_push.blocks;
    if (part >= (vkalgo_kTask == VKALGO_SEGMENTS_TASK_PRODUCTS ? vkalgo_push.parts : 1u)) return;
    if (vkalgo_kTask == VKALGO_SEGMENTS_TASK_DIAGONAL) {
        vkalgo_diagonal_block(block);
    } else if (vkalgo_kTask == VKALGO_SEGMENTS_TASK_PRODUCTS) {
        vkalgo_products(block, part);
    } else {
        vkalgo_block(block);
    }
    vkalgo_raise_noted();
    vkalgo_check_loops();
}
