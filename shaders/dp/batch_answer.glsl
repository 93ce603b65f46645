// The answer of a problem of a batch: one cell, or the best cell that the team's lanes find.
#ifndef VKALGO_DP_BATCH_ANSWER_GLSL
#define VKALGO_DP_BATCH_ANSWER_GLSL

void vkalgo_batch_put(vkalgo_value_t value, ivec2 user) {
    const uint first = vkalgo_problem.number * vkalgo_kAnswerWords;
    const uvec2 words = vkalgo_value_words(value);
    vkalgo_batch_answers[first] = words.x;
    if (VKALGO_VALUE_WORDS > 1) vkalgo_batch_answers[first + 1] = words.y;
#ifdef VKALGO_ANSWER_SEARCHES
    vkalgo_batch_answers[first + VKALGO_VALUE_WORDS] = uint(user.x);
    vkalgo_batch_answers[first + VKALGO_VALUE_WORDS + 1] = uint(user.y);
#endif
}

bool vkalgo_batch_is_base(int ci, int cj) { return ci < int(vkalgo_kFirstRow) || cj < int(vkalgo_kFirstColumn); }

#ifdef VKALGO_ANSWER_SEARCHES
vkalgo_value_t vkalgo_batch_best;  // The best value that the lane has found so far
ivec2 vkalgo_batch_best_cell;
bool vkalgo_batch_found = false;

void vkalgo_batch_offer(vkalgo_value_t value, ivec2 user) {
    if (vkalgo_batch_found &&
        !vkalgo_gives_way(vkalgo_batch_best, ivec4(vkalgo_batch_best_cell, 0, 0), value, ivec4(user, 0, 0)))
        return;
    vkalgo_batch_best = value;
    vkalgo_batch_best_cell = user;
    vkalgo_batch_found = true;
}

// The best value of the lane's rows in the current column, and the value of each row.
vkalgo_value_t vkalgo_batch_top;
vkalgo_value_t vkalgo_batch_seen[vkalgo_kRegisters];
void vkalgo_batch_see_value(uint r, cell_t cell) {
    const bool counts = vkalgo_tile_valid && vkalgo_in_domain(vkalgo_tile_i, vkalgo_tile_j) &&
                        vkalgo_in_answer(vkalgo_tile_i, vkalgo_tile_j);
    vkalgo_batch_seen[r] = counts ? vkalgo_value(cell) : VKALGO_WORST_VALUE;
    vkalgo_batch_top = vkalgo_better_value(vkalgo_batch_top, vkalgo_batch_seen[r]);
}
// Compares the lane's cells in column cj with the lane's best cell; of equal values the order of the cells decides.
// Skips a column that cannot change the best cell.
void vkalgo_batch_look_at_column(int cj, bool counts) {
    if (!counts || (vkalgo_batch_found && !vkalgo_may_win(vkalgo_batch_top, vkalgo_batch_best))) return;
    const int j = vkalgo_tile_user_column(cj);
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r) {
        const uint ci = vkalgo_batch_lane_row + r;
        const int i = vkalgo_tile_user_row(int(ci));
        if (ci < vkalgo_problem.rows && vkalgo_in_domain(i, j) && vkalgo_in_answer(i, j))
            vkalgo_batch_offer(vkalgo_batch_seen[r], ivec2(i, j));
    }
}

#ifdef VKALGO_SEARCHES_KEYS
// This variant needs a search over all cells of the table, and values that are known to be small. A key orders a lane's
// cells by value, then by row. Columns come in order, so the key need not contain them. Comparing keys needs no branch.
// With a branch, lanes would diverge in every column in which any lane finds a better cell, which is nearly every
// column while an alignment gets longer. Rows outside the table get keys that are worse than those of any value. Values
// below -VKALGO_BATCH_KEY_LIMIT are replaced by -VKALGO_BATCH_KEY_LIMIT. If this is the best value, the true answer is
// unknown, so the status is raised.
layout(constant_id = VKALGO_BATCH_CONSTANT_KEYS) const bool vkalgo_kKeys = false;
const int vkalgo_kKeyStep = 16;  // 2^4, since vkalgo_batch_end_rows shifts by 4; at least kRegisters
const int vkalgo_kNoKey = -0x7fffffff;
int vkalgo_batch_row_keys[vkalgo_kRegisters];
int vkalgo_batch_best_key, vkalgo_batch_best_column, vkalgo_batch_top_key;
void vkalgo_batch_begin_rows() {
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r)
        vkalgo_batch_row_keys[r] = vkalgo_batch_lane_row + r < vkalgo_problem.rows
                                       ? vkalgo_kKeyStep - 1 - int(r)
                                       : -2 * vkalgo_kKeyStep * VKALGO_BATCH_KEY_LIMIT;
    vkalgo_batch_best_key = vkalgo_kNoKey;
    vkalgo_batch_best_column = 0;
}
void vkalgo_batch_begin_column() {
    vkalgo_batch_top_key = vkalgo_kNoKey;
    vkalgo_batch_top = VKALGO_WORST_VALUE;
}
void vkalgo_batch_see(uint r, cell_t cell) {
    if (!vkalgo_kKeys) {
        vkalgo_batch_see_value(r, cell);
        return;
    }
    const int value = max(int(vkalgo_value(cell)), -VKALGO_BATCH_KEY_LIMIT);
    vkalgo_batch_top_key = max(vkalgo_batch_top_key, value * vkalgo_kKeyStep + vkalgo_batch_row_keys[r]);
}
void vkalgo_batch_end_column(int cj, bool counts) {
    if (!vkalgo_kKeys) {
        vkalgo_batch_look_at_column(cj, counts);
        return;
    }
    const bool wins = counts && vkalgo_batch_top_key > vkalgo_batch_best_key;
    vkalgo_batch_best_key = wins ? vkalgo_batch_top_key : vkalgo_batch_best_key;
    vkalgo_batch_best_column = wins ? cj : vkalgo_batch_best_column;
}
// Compares, after a strip, the cell of the lane's best key in this strip with the lane's best cell of earlier strips.
void vkalgo_batch_end_rows() {
    const int value = vkalgo_batch_best_key >> 4;
    if (!vkalgo_kKeys || value < -VKALGO_BATCH_KEY_LIMIT) return;
    const int ci = int(vkalgo_batch_lane_row) + vkalgo_kKeyStep - 1 - (vkalgo_batch_best_key & (vkalgo_kKeyStep - 1));
    const ivec2 user = ivec2(vkalgo_tile_user_row(ci), vkalgo_tile_user_column(vkalgo_batch_best_column));
    vkalgo_batch_offer(vkalgo_value_t(value), user);
    if (value == -VKALGO_BATCH_KEY_LIMIT && vkalgo_batch_best == vkalgo_value_t(value)) {
        vkalgo_tile_valid = true;
        vkalgo_raise(VKALGO_STATUS_LARGE, user.x, user.y);
        vkalgo_raise_noted();
    }
}
#else
void vkalgo_batch_begin_rows() {}
void vkalgo_batch_end_rows() {}
void vkalgo_batch_begin_column() { vkalgo_batch_top = VKALGO_WORST_VALUE; }
void vkalgo_batch_see(uint r, cell_t cell) { vkalgo_batch_see_value(r, cell); }
void vkalgo_batch_end_column(int cj, bool counts) { vkalgo_batch_look_at_column(cj, counts); }
#endif

void vkalgo_batch_offer_base(int ci, int cj) {
    const int i = vkalgo_tile_user_row(ci), j = vkalgo_tile_user_column(cj);
    if (!vkalgo_in_domain(i, j) || !vkalgo_in_answer(i, j)) return;
    const cell_t cell = vkalgo_tile_base(ci, cj);
    vkalgo_batch_offer(vkalgo_value(cell), ivec2(i, j));
}
// Makes the answer that the previous launch wrote, if there is one, the best value of lane 0.
void vkalgo_batch_take_up_answer() {
    if (!vkalgo_kIsCut || vkalgo_push.launch == 0u || vkalgo_lane_index() != 0u) return;
    const uint first = vkalgo_problem.number * vkalgo_kAnswerWords;
    uvec2 words = uvec2(vkalgo_batch_answers[first], 0u);
    if (VKALGO_VALUE_WORDS > 1) words.y = vkalgo_batch_answers[first + 1];
    const ivec2 cell =
        ivec2(vkalgo_batch_answers[first + VKALGO_VALUE_WORDS], vkalgo_batch_answers[first + VKALGO_VALUE_WORDS + 1]);
    if (cell.x >= 0) vkalgo_batch_offer(vkalgo_value_from_words(words), cell);
}
// Begins with the answer of the previous launch, and compares cells of the base region with it. If the table is cut,
// each launch compares at most steps * lanes of these cells.
void vkalgo_batch_begin_answer() {
    vkalgo_batch_take_up_answer();
    const uint base_rows = min(vkalgo_kFirstRow, vkalgo_problem.rows);
    const uint base_columns = min(vkalgo_kFirstColumn, vkalgo_problem.columns);
    const uint above = base_rows * vkalgo_problem.columns;
    const uint all = above + (vkalgo_problem.rows - base_rows) * base_columns;
    const uint first = vkalgo_batch_first_step() * vkalgo_kLanes;
    const uint end = vkalgo_kIsCut ? min(all, first + vkalgo_push.steps * vkalgo_kLanes) : all;
    for (uint k = first + vkalgo_lane_index(); k < end; k += vkalgo_kLanes) {
        const bool is_above = k < above;
        const uint width = is_above ? vkalgo_problem.columns : base_columns;
        const uint own = is_above ? k : k - above;
        vkalgo_batch_offer_base(int(own / width + (is_above ? 0u : base_rows)), int(own % width));
    }
    vkalgo_raise_noted();
}

shared vkalgo_value_t vkalgo_batch_lane_best[gl_WorkGroupSize.x];
shared ivec3 vkalgo_batch_lane_cell[gl_WorkGroupSize.x];  // z: 1 if the lane found a cell
void vkalgo_batch_end_answer() {
    const uint own = vkalgo_lane_invocation();
    for (uint reach = vkalgo_kLanes; reach > 0u; reach /= 2u) {
        vkalgo_batch_lane_best[own] = vkalgo_batch_best;
        vkalgo_batch_lane_cell[own] = ivec3(vkalgo_batch_best_cell, vkalgo_batch_found ? 1 : 0);
        if (vkalgo_kLanesShared) barrier();
        else {
            subgroupMemoryBarrierShared();
            subgroupBarrier();
        }
        if (vkalgo_lane_index() < reach / 2u && vkalgo_batch_lane_cell[own + reach / 2u].z != 0)
            vkalgo_batch_offer(vkalgo_batch_lane_best[own + reach / 2u], vkalgo_batch_lane_cell[own + reach / 2u].xy);
        if (vkalgo_kLanesShared) barrier();
        else subgroupBarrier();
    }
    if (vkalgo_kIsCut && !vkalgo_batch_found) vkalgo_batch_best_cell = ivec2(-1);
    if (vkalgo_lane_index() == 0u) vkalgo_batch_put(vkalgo_batch_best, vkalgo_batch_best_cell);
}
#else
void vkalgo_batch_begin_rows() {}
void vkalgo_batch_end_rows() {}
void vkalgo_batch_begin_column() {}
void vkalgo_batch_see(uint r, cell_t cell) {}
// Writes the answer if the lane has just computed the answer cell.
void vkalgo_batch_end_column(int cj, bool counts) {
    if (!counts || cj != vkalgo_problem.answer.y) return;
    [[unroll]] for (uint r = 0; r < vkalgo_kRegisters; ++r) {
        if (int(vkalgo_batch_lane_row + r) == vkalgo_problem.answer.x) {
            vkalgo_tile_i = vkalgo_tile_user_row(vkalgo_problem.answer.x);  // `value` may read inputs
            vkalgo_tile_row = vkalgo_batch_row_inputs[r];
            vkalgo_batch_put(vkalgo_value(vkalgo_batch_left[r]), ivec2(0));
        }
    }
}
void vkalgo_batch_begin_answer() {
    const ivec2 c = vkalgo_problem.answer;
    if (vkalgo_lane_index() != 0u || !vkalgo_batch_is_base(c.x, c.y)) return;
    const cell_t cell = vkalgo_tile_base(c.x, c.y);
    vkalgo_batch_put(vkalgo_value(cell), ivec2(0));
    vkalgo_raise_noted();
}
void vkalgo_batch_end_answer() {}
#endif

#endif
