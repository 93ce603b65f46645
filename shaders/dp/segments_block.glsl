// Part of shaders/dp/segments.glsl: the task blocks.

// The operands from blocks (I, I) and (J, J) that this invocation carries to shared memory.
cell_t vkalgo_operands_left[8], vkalgo_operands_below[8];
void vkalgo_carry_operands(int row, int column) {
    const vkalgo_index_t pitch = vkalgo_pitch();
    const vkalgo_index_t from_below = vkalgo_index_of(column + vkalgo_kGap, column);
    const vkalgo_index_t from_left = vkalgo_index_of(row, row - vkalgo_kGap);
    [[unroll]] for (uint n = 0u; n < 8u; ++n) {
        const uint cell = n * 2u * vkalgo_kInvocations + gl_LocalInvocationID.x;
        const int x = int(cell / vkalgo_kBlock), j = int(cell % vkalgo_kBlock);
        const bool is_below = x + vkalgo_kGap <= j;
        vkalgo_operands_below[n] = vkalgo_load_cell(is_below ? from_below + x * pitch + j : from_below);
        if (!is_below) vkalgo_operands_below[n] = vkalgo_no_cell();
        // Loads eight rows of four columns at once, a compromise between the lines of memory and the banks of shared
        // memory.
        const uint square = cell / 32;
        const int i = int(square / vkalgo_kMicros * 8 + cell / 4 % 8), y = int(square % vkalgo_kMicros * 4 + cell % 4);
        const bool is_left = y - vkalgo_kGap >= i;
        vkalgo_operands_left[n] = vkalgo_load_cell(is_left ? from_left + i * pitch + y : from_below);
        if (!is_left) vkalgo_operands_left[n] = vkalgo_no_cell();
    }
}

// Writes the operands, and the inputs of their splits, to shared memory.
void vkalgo_put_operands(int row, int column) {
    const uint lane = gl_LocalInvocationID.x;
    [[unroll]] for (uint n = 0u; n < 8u; ++n) {
        const uint cell = n * 2u * vkalgo_kInvocations + lane;
        const uint x = cell / vkalgo_kBlock, j = cell % vkalgo_kBlock;
        if (x / 4 <= j / 4) vkalgo_fours[x * vkalgo_kMicros + j / 4][j % 4] = vkalgo_operands_below[n];
        const uint square = cell / 32;
        const uint i = square / vkalgo_kMicros * 8 + cell / 4 % 8, y = square % vkalgo_kMicros * 4 + cell % 4;
        if (i / 4 <= y / 4) {
            const uint index = y / 4 == i / 4 ? vkalgo_kEdge + y : y * vkalgo_kMicros + i / 4;
            vkalgo_fours[index][i % 4] = vkalgo_operands_left[n];
        }
    }
    for (uint n = lane; n < vkalgo_kBlock; n += gl_WorkGroupSize.x) {
        vkalgo_splits[n] = vkalgo_load_split_inputs(column + int(n) - vkalgo_kRow);
        vkalgo_splits[vkalgo_kBlock + n] = vkalgo_load_split_inputs(row + int(n) - vkalgo_kColumn);
    }
}

// Completes a micro block after all other terms: for each cell, takes the terms that read cells of the micro block
// itself, then replaces the value if it is a base cell. The code is unrolled, so that every driver keeps the cells in
// registers. VKALGO_LEFT: the split that reads cell (r, n) of the same row; VKALGO_BELOW: the split that reads cell (n,
// c) of the same column.
#define VKALGO_LEFT(r, c, n)                        \
    vkalgo_split_inputs = vkalgo_splits[own_j + n]; \
    vkalgo_take(r, c, first_left + n, vkalgo_best[r][n], of_columns##n[c]);
#define VKALGO_BELOW(r, c, n)                                       \
    vkalgo_split_inputs = vkalgo_splits[vkalgo_kBlock + own_i + n]; \
    vkalgo_take(r, c, first_below + n, of_rows##n[r], vkalgo_best[n][c]);
// True if at least one cell of the micro block is in the base.
bool vkalgo_meets_base;
void vkalgo_find_base() {
    vkalgo_meets_base = false;
    [[unroll]] for (int r = 0; r < 4; ++r) [[unroll]]
        for (int c = 0; c < 4; ++c)
            vkalgo_meets_base = vkalgo_meets_base || vkalgo_in_base(vkalgo_first_i + r, vkalgo_first_j + c);
}
void vkalgo_end_cell(int r, int c) {
#ifdef VKALGO_HAS_BASE
    if (vkalgo_meets_base && vkalgo_in_base(vkalgo_first_i + r, vkalgo_first_j + c))
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

// Pass the best values of a micro block's second invocation to its first invocation.
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

// Publishes a micro block: its rows for the micro blocks above it, its columns for the micro blocks to its right.
void vkalgo_publish_micro(uint mi) {
    [[unroll]] for (int n = 0; n < 4; ++n) {
        vkalgo_fours[vkalgo_kDoneRows + n * vkalgo_kMicros + mi] =
            vkalgo_cell4_t(vkalgo_best[n][0], vkalgo_best[n][1], vkalgo_best[n][2], vkalgo_best[n][3]);
        vkalgo_fours[vkalgo_kDoneColumns + n * vkalgo_kMicros + mi] =
            vkalgo_cell4_t(vkalgo_best[0][n], vkalgo_best[1][n], vkalgo_best[2][n], vkalgo_best[3][n]);
    }
}

// Stores all cells of the micro block, also those beyond the last row or column: the table is stored with whole blocks.
void vkalgo_store_micro() {
    const vkalgo_index_t to = vkalgo_index_of(vkalgo_first_i, vkalgo_first_j), pitch = vkalgo_pitch();
    [[unroll]] for (int r = 0; r < 4; ++r) [[unroll]]
        for (int c = 0; c < 4; ++c) vkalgo_store_cell(to + r * pitch + c, vkalgo_best[r][c]);
}

// Computes the terms of the splits that read a block of the previous diagonal. These splits are at both ends of the
// range of splits: one team processes the splits at the lower end, the other team the splits at the upper end. Each
// processes as many splits as a block is wide, or half of all splits if that is less. If both teams process the same
// split, the result does not change.
void vkalgo_take_near(bool in_row, uint mi, uint mj, int row, int column) {
    const int first = vkalgo_first_split(row), last = vkalgo_last_split(column);
    const int each = min(int(vkalgo_kBlock), (last - first + 2) / 2);
    const int k = in_row ? first : last - each + 1;
    const uint lane = gl_LocalInvocationID.x / (2 * vkalgo_kMicros) * vkalgo_kMicros + mi;
    vkalgo_take_range(in_row ? 0u : 1u, lane, mi, mj, row, column, k, k + each - 1,
                      uint(each + int(vkalgo_kMicros) - 1) / vkalgo_kMicros);
}

void vkalgo_block(uint block) {
    // Two invocations share a micro block: the first takes the splits that read micro blocks of its row, the second
    // those that read micro blocks of its column. Neighbouring invocations have micro blocks that are completed in the
    // same step.
    const uint lane = gl_LocalInvocationID.x;
    const bool in_row = lane / vkalgo_kMicros % 2 == 0;
    const uint mi = lane % vkalgo_kMicros, mj = (lane / vkalgo_kMicros / 2 + mi + 1) % vkalgo_kMicros;
    const int row = int(block * vkalgo_kBlock), column = int((block + vkalgo_push.diagonal) * vkalgo_kBlock);
    const int own_step = int(vkalgo_kMicros - 1 - mi + mj);
    vkalgo_begin_micro(row + int(4 * mi), column + int(4 * mj));
    vkalgo_find_base();
    vkalgo_carry_operands(row, column);
    vkalgo_take_near(in_row, mi, mj, row, column);
    vkalgo_take_partials(block, mi * vkalgo_kMicros + mj, in_row ? 0u : 1u);
    barrier();
    vkalgo_put_operands(row, column);
    for (int step = 0; step < int(2 * vkalgo_kMicros - 1); ++step) {
        if (step == own_step && !in_row) vkalgo_hand_over(mi);
        barrier();
        if (step == own_step && in_row) {
            vkalgo_take_over(mi);
            vkalgo_complete_micro(row, column, mi, mj);
            vkalgo_publish_micro(mi);
        }
        barrier();
        // Micro blocks (mi, done_j) of this row and (done_i, mj) of this column are complete now.
        const int done_j = step - int(vkalgo_kMicros - 1 - mi), done_i = int(vkalgo_kMicros - 1 + mj) - step;
        if (step >= own_step || (in_row ? done_j < 0 : done_i >= int(vkalgo_kMicros))) continue;
        const uint from = 4 * uint(in_row ? done_j : done_i);
        const uint done = in_row ? vkalgo_kDoneColumns + mi : vkalgo_kDoneRows + uint(done_i);
        const uint operand = from * vkalgo_kMicros + (in_row ? mj : mi);
        const uint left = in_row ? done : operand, below = in_row ? operand : done;
        const uint splits = in_row ? from : vkalgo_kBlock + from;
        const int k = in_row ? column + int(from) - vkalgo_kRow : row + int(from) - vkalgo_kColumn;
        [[unroll]] for (uint n = 0u; n < 4u; ++n)
            vkalgo_take_split(left + n * vkalgo_kMicros, below + n * vkalgo_kMicros, splits + n, k + int(n));
    }
    if (in_row) vkalgo_store_micro();
}
