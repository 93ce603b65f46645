// Method `segments`: blocked products for `reduce` over segments, upper domain, pattern SONE.
//   term(i, k, j) reads at(i, x) and at(y, j), with x = k + kRow and y = k + kColumn = x + kGap. The table is divided
// into blocks of kBlock x kBlock cells, kBlock = 4 kMicros, and filled by diagonals of blocks. A workgroup computes one
// block (I, J). A team has kMicros x kMicros invocations; each of them holds a micro block, 4 x 4 cells of the block,
// in registers. Each diagonal is one dispatch of one of these tasks:
//   diagonal  The blocks (I, I), by diagonals of cells, several invocations per cell.
//   blocks    The other blocks. Each of the first workgroups completes a block (segments_block.glsl), with two
//             invocations per micro block. The other workgroups work ahead (segments_products.glsl): for the blocks of
//             the next diagonal they compute the terms whose cells lie on diagonals of blocks before this diagonal. In
//             these terms x is left of block column J - 1, and y below block row I + 1. `next_parts` teams per block,
//             two per workgroup, share these splits (values of k) and leave their best values in `partials`. As in a
//             matrix product, both operands go through shared memory.
//   The two kinds of workgroups do not wait for each other, since working ahead reads no cell that the others store.
//   Cost per term: the recurrence's own operations. Cost per 4 x 4 terms: two accesses of 4 cells to shared memory.
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

const uint vkalgo_kBlock = 4 * vkalgo_kMicros;  // Cells along the side of a block
const uint vkalgo_kInvocations = vkalgo_kMicros * vkalgo_kMicros;
const int vkalgo_kGap = vkalgo_kColumn - vkalgo_kRow;

layout(std430, set = 0, binding = 3) writeonly buffer VkalgoPartialsOut { vkalgo_cell4_t vkalgo_partials_out[]; };
layout(std430, set = 0, binding = 5) readonly buffer VkalgoPartialsIn { vkalgo_cell4_t vkalgo_partials_in[]; };

// The current cell, its split, and whether the cell has this term.
int vkalgo_i, vkalgo_j, vkalgo_k;
bool vkalgo_term_counts() {
    return vkalgo_i <= vkalgo_j && vkalgo_i < rows() && vkalgo_j < columns() && vkalgo_k >= vkalgo_i + vkalgo_kFirst &&
           vkalgo_k <= vkalgo_j + vkalgo_kLast && !vkalgo_in_base(vkalgo_i, vkalgo_j);
}
ivec4 vkalgo_current_cell() { return ivec4(vkalgo_i, vkalgo_j, 0, 0); }
#define VKALGO_CELL_COUNTS vkalgo_term_counts()
#define VKALGO_NOTES_FAULTS
#include "dp/status.glsl"

// Only term() reads cells here, and the cells that it reads are in variables.
cell_t vkalgo_at(ivec4 c) { return vkalgo_no_cell(); }

// The table is stored row by row. Its rows and columns are padded to whole blocks.
vkalgo_index_t vkalgo_pitch() { return vkalgo_index_t(vkalgo_layout.strides[0]); }
vkalgo_index_t vkalgo_index_of(int i, int j) {
    return vkalgo_table_origin() + vkalgo_index_t(i) * vkalgo_pitch() + vkalgo_index_t(j);
}

// The contents of vkalgo_fours. Each row of 4 kMicros cells is kMicros fours. In task blocks, the operands come first;
// they share a square of 4 kMicros rows. On and above the square's diagonal of micro blocks are the rows x of block (J,
// J), that is, cells (x + kGap, j) of the table. Below that diagonal are the columns y of block (I, I), transposed,
// that is, cells (i, y - kGap). After the square come the micro blocks on the diagonal of (I, I), then the cells that
// the last step has completed, by rows and by columns, and then the values that the second invocations handed over.
// Before the operands are loaded, and in a workgroup that works ahead, each team has kMicros columns of the operand
// on the left, then kMicros rows of the operand below. Task diagonal has the block, then the best value of each
// invocation.
const uint vkalgo_kEdge = vkalgo_kBlock * vkalgo_kMicros;
const uint vkalgo_kDoneRows = vkalgo_kEdge + vkalgo_kBlock;
const uint vkalgo_kDoneColumns = vkalgo_kDoneRows + vkalgo_kBlock;
const uint vkalgo_kHanded = vkalgo_kDoneColumns + vkalgo_kBlock;
shared vkalgo_cell4_t vkalgo_fours[vkalgo_kHanded + vkalgo_kBlock];
// Inputs of splits. After put_operands: first those of the splits that read cells on the left in the block itself, then
// those of the splits that read cells below in the block itself. Before put_operands: those of each team's kMicros
// splits.
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

// Computes term k of cell (r, c) of the micro block, which reads the cells `of_row` and `of_column`, and keeps it if it
// is better than the best value so far. The split's inputs are already loaded.
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

#include "dp/segments_products.glsl"
#include "dp/segments_block.glsl"

// Computes one block on the diagonal, one diagonal of cells after another.
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
            vkalgo_store_cell(vkalgo_index_of(vkalgo_i, vkalgo_j), best);
        }
        barrier();
    }
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (vkalgo_kTask == VKALGO_SEGMENTS_TASK_DIAGONAL) {
        if (group < vkalgo_push.blocks) vkalgo_diagonal_block(group);
    } else if (group < vkalgo_push.blocks) {
        vkalgo_block(group);
    } else {
        vkalgo_products(group - vkalgo_push.blocks);
    }
    vkalgo_raise_noted();
    vkalgo_check_loops();
}
