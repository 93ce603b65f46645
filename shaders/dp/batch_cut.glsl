// The layout of a table of a batch, whole or cut into launches (batch.h): its strips, the rows above them, and what
// lanes leave for the next launch. Needs vkalgo_problem, vkalgo_push, vkalgo_kCut and the constants of a strip.
#ifndef VKALGO_DP_BATCH_CUT_GLSL
#define VKALGO_DP_BATCH_CUT_GLSL

uint vkalgo_batch_groups() {
    return (vkalgo_problem.columns - vkalgo_kFirstColumn + vkalgo_kGroup - 1u) / vkalgo_kGroup;
}
// Returns the number of strips of a table. The table must have an interior.
uint vkalgo_batch_strips() {
    const uint strip_rows = vkalgo_kLanes * vkalgo_kRegisters;
    return (vkalgo_problem.rows - vkalgo_kFirstRow + strip_rows - 1u) / strip_rows;
}

// Returns the index of the first cell of the row above a strip.
uint vkalgo_batch_row_index(uint strip) {
    if (vkalgo_kCut != VKALGO_BATCH_CUT_FOR_TRACEBACKS) return vkalgo_problem.offset;
    return vkalgo_problem.offset + strip * vkalgo_batch_groups() * vkalgo_kGroup;
}

// Returns the first step of this launch, counted through all strips.
uint vkalgo_batch_first_step() {
    return vkalgo_kCut == VKALGO_BATCH_WHOLE ? 0u : vkalgo_push.launch * vkalgo_push.steps;
}

// Returns the index of cell k that lane `lane` left for a launch, in the order of batch.h.
uint vkalgo_batch_left_index(uint launch, uint k, uint lane) {
    const bool is_for_tracebacks = vkalgo_kCut == VKALGO_BATCH_CUT_FOR_TRACEBACKS;
    const uint number = is_for_tracebacks ? launch : 0u;
    return vkalgo_batch_row_index(is_for_tracebacks ? vkalgo_batch_strips() + 1u : 0u) +
           (is_for_tracebacks ? 0u : vkalgo_batch_groups() * vkalgo_kGroup) +
           (number * (vkalgo_kRegisters + 1u + vkalgo_kGroup) + k) * vkalgo_kLanes + lane;
}

// Returns the index of the first word of the problem's traceback state in the answers.
uint vkalgo_batch_traceback_index() {
    return vkalgo_push.first_traceback + vkalgo_problem.number * VKALGO_BATCH_CUT_TRACEBACK_WORDS;
}

#endif
