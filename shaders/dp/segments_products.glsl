// Part of shaders/dp/segments.glsl: the terms of ranges of splits, and the results that other workgroups stored for
// their ranges.

// Computes the terms of split k for all cells of the micro block. They read 4 cells on the left and 4 cells below, at
// the indices `left` and `below` of vkalgo_fours. The split's inputs have the index `splits` in vkalgo_splits.
void vkalgo_take_split(uint left, uint below, uint splits, int k) {
    const vkalgo_cell4_t of_rows = vkalgo_fours[left], of_columns = vkalgo_fours[below];
    vkalgo_split_inputs = vkalgo_splits[splits];
    [[unroll]] for (int r = 0; r < 4; ++r) [[unroll]]
        for (int c = 0; c < 4; ++c) vkalgo_take(r, c, k, of_rows[r], of_columns[c]);
}

// This invocation's part of the operands of kMicros splits, which it carries to shared memory: 4 cells of the table
// from `left` on and 4 from `below` on, whose rows are at constant distances. Constant distances need few address
// computations; with one address per cell, a third of the time of the loop over splits was spent on addresses. Left
// cells after the last split are not loaded: they are not operands, and other workgroups may be storing them. Cells
// from `below` on after the last split are already done, so they are loaded without a test.
cell_t vkalgo_carried_left[4], vkalgo_carried_below[4];
void vkalgo_carry(vkalgo_index_t left, vkalgo_index_t below, vkalgo_index_t pitch, bool has_left) {
    [[unroll]] for (int n = 0; n < 4; ++n) {
        if (has_left) vkalgo_carried_left[n] = vkalgo_load_cell(left + n * int(vkalgo_kMicros) * pitch);
        vkalgo_carried_below[n] = vkalgo_load_cell(below + n * int(vkalgo_kMicros / 4) * pitch);
    }
}

// Computes the terms of splits k to `end`, inclusive, of a block, for a team of kMicros x kMicros invocations. This
// invocation, number `lane`, has begun micro block (mi, mj). The teams of a workgroup process their ranges in step, in
// `chunks` turns of at most kMicros splits.
const uint vkalgo_kTeamFours = vkalgo_kMicros * (2 * vkalgo_kMicros + 1);
void vkalgo_take_range(uint team, uint lane, uint mi, uint mj, int row, int column, int k, int end, uint chunks) {
    const uint first = team * vkalgo_kTeamFours, splits = team * vkalgo_kMicros;
    const uint left = first + mi, below = first + vkalgo_kMicros * (vkalgo_kMicros + 1) + mj;
    const uint i = lane / vkalgo_kMicros, x = lane % vkalgo_kMicros;
    const uint y = lane / vkalgo_kBlock, j = lane % vkalgo_kBlock;
    const uint put_left = first + x * (vkalgo_kMicros + 1) + i / 4;
    const uint put_below = first + vkalgo_kMicros * (vkalgo_kMicros + 1) + y * vkalgo_kMicros + j / 4;
    const vkalgo_index_t pitch = vkalgo_pitch();
    vkalgo_index_t from_left = vkalgo_index_of(row + int(i), k + int(x) + vkalgo_kRow);
    vkalgo_index_t from_below = vkalgo_index_of(k + int(y) + vkalgo_kColumn, column + int(j));
    if (k <= end) vkalgo_carry(from_left, from_below, pitch, k + int(x) <= end);
    for (uint chunk = 0u; chunk < chunks; ++chunk) {
        barrier();
        [[unroll]] for (uint n = 0u; n < 4u; ++n) {
            vkalgo_fours[put_left + n * (vkalgo_kMicros / 4)][i % 4] = vkalgo_carried_left[n];
            vkalgo_fours[put_below + n * (vkalgo_kInvocations / 4)][j % 4] = vkalgo_carried_below[n];
        }
        if (lane < vkalgo_kMicros) vkalgo_splits[splits + lane] = vkalgo_load_split_inputs(k + int(lane));
        barrier();
        from_left += int(vkalgo_kMicros);
        from_below += int(vkalgo_kMicros) * pitch;
        if (k + int(vkalgo_kMicros) <= end)
            vkalgo_carry(from_left, from_below, pitch, k + int(vkalgo_kMicros + x) <= end);
        const uint count = uint(clamp(end - k + 1, 0, int(vkalgo_kMicros)));
        uint n = 0u;
        for (; n + 4u <= count; n += 4u) {
            [[unroll]] for (uint m = 0u; m < 4u; ++m)
                vkalgo_take_split(left + (n + m) * (vkalgo_kMicros + 1), below + (n + m) * vkalgo_kMicros,
                                  splits + n + m, k + int(n + m));
        }
        for (; n < count; ++n)
            vkalgo_take_split(left + n * (vkalgo_kMicros + 1), below + n * vkalgo_kMicros, splits + n, k + int(n));
        k += int(vkalgo_kMicros);
    }
}

// Return, for block (I, J) with the first row `row` and the first column `column`, the first split whose column cell
// lies below block row I, and the last split whose row cell lies left of block column J.
int vkalgo_first_split(int row) { return row + int(vkalgo_kBlock) - vkalgo_kColumn; }
int vkalgo_last_split(int column) { return column - 1 - vkalgo_kRow; }

// Computes the terms of two parts of the splits of a block of the next diagonal, one part per team.
void vkalgo_products(uint number) {
    const uint blocks = vkalgo_push.blocks - 1u;  // Blocks of the next diagonal
    if (number >= blocks * (vkalgo_push.next_parts / 2u)) return;
    const uint team = gl_LocalInvocationID.x / vkalgo_kInvocations, lane = gl_LocalInvocationID.x % vkalgo_kInvocations;
    const uint block = number % blocks, part = 2u * (number / blocks) + team;
    const uint mi = lane / vkalgo_kMicros, mj = lane % vkalgo_kMicros;
    const int row = int(block * vkalgo_kBlock), column = int((block + vkalgo_push.diagonal + 1u) * vkalgo_kBlock);
    vkalgo_begin_micro(row + int(4 * mi), column + int(4 * mj));
    const int splits = int(vkalgo_push.chunks * vkalgo_kMicros);
    const int first = vkalgo_first_split(row) + int(vkalgo_kBlock) + int(part) * splits;
    const int last = vkalgo_last_split(column) - int(vkalgo_kBlock);
    vkalgo_take_range(team, lane, mi, mj, row, column, first, min(first + splits - 1, last), vkalgo_push.chunks);
    const uint index = (part * blocks + block) * vkalgo_kBlock * vkalgo_kMicros + lane;
    [[unroll]] for (int r = 0; r < 4; ++r)
        vkalgo_partials_out[index + r * vkalgo_kInvocations] =
            vkalgo_cell4_t(vkalgo_best[r][0], vkalgo_best[r][1], vkalgo_best[r][2], vkalgo_best[r][3]);
}

// Improves the best values of this invocation's micro block by every second part of the results that vkalgo_products
// stored for block `block`, from part `first` on. `lane` is the number of the invocation that computed the same micro
// block in vkalgo_products. Four parts are loaded at once. The last part may be used several times, which does not
// change the result.
void vkalgo_take_partials(uint block, uint lane, uint first) {
    for (uint part = first; part < vkalgo_push.parts; part += 8u) {
        vkalgo_cell4_t fours[4][4];
        [[unroll]] for (uint n = 0u; n < 4u; ++n) {
            const uint own = min(part + 2u * n, vkalgo_push.parts - 1u);
            const uint index = (own * vkalgo_push.blocks + block) * vkalgo_kBlock * vkalgo_kMicros + lane;
            [[unroll]] for (int r = 0; r < 4; ++r)
                fours[n][r] = vkalgo_partials_in[index + r * vkalgo_kInvocations];
        }
        [[unroll]] for (uint n = 0u; n < 4u; ++n) [[unroll]]
            for (int r = 0; r < 4; ++r) [[unroll]]
                for (int c = 0; c < 4; ++c) vkalgo_best[r][c] = vkalgo_better_of(vkalgo_best[r][c], fours[n][r][c]);
    }
}
