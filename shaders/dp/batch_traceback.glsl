// Tracebacks of a batch: follows step(i, j) over each problem's kept table, one invocation per problem.
//   Reads: one or two cells per step, far apart. Writes: one byte per step, and the number of steps.
//   If a table is cut into launches, an invocation follows the path as far as the cells of this dispatch's launch
// reach. It writes which launch it needs next, and continues after batch.glsl has repeated that launch.
//   A step must go to a neighbour. Other steps raise the status, and so do decisions beyond VKALGO_BATCH_MOST_DECISION.
// inputs from binding 5
// module batch_traceback: needs-local, needs-step, batched
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/batch.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoBatchPush vkalgo_push;
    VKALGO_PARAMS
};

layout(local_size_x_id = VKALGO_BATCH_CONSTANT_WORKGROUP) in;
layout(constant_id = VKALGO_BATCH_CONSTANT_LANES) const uint vkalgo_kLanes = 32;
layout(constant_id = VKALGO_BATCH_CONSTANT_REGISTERS) const uint vkalgo_kRegisters = 4;
layout(constant_id = VKALGO_BATCH_CONSTANT_REFLECT_ROWS) const bool vkalgo_kReflectRows = false;
layout(constant_id = VKALGO_BATCH_CONSTANT_REFLECT_COLUMNS) const bool vkalgo_kReflectColumns = false;
layout(constant_id = VKALGO_BATCH_CONSTANT_FIRST_ROW) const uint vkalgo_kFirstRow = 1;
layout(constant_id = VKALGO_BATCH_CONSTANT_FIRST_COLUMN) const uint vkalgo_kFirstColumn = 1;
layout(constant_id = VKALGO_BATCH_CONSTANT_CUT) const uint vkalgo_kCut = VKALGO_BATCH_WHOLE;
const bool vkalgo_kIsCut = vkalgo_kCut != VKALGO_BATCH_WHOLE;
const uint vkalgo_kGroup = VKALGO_BATCH_GROUP;

layout(set = 0, binding = VKALGO_BATCH_ROWS, std430) readonly buffer VkalgoBatchRows { cell_t vkalgo_batch_rows[]; };
// Read-write: after the answers come the states in which tracebacks over a cut table continue.
layout(set = 0, binding = VKALGO_BATCH_ANSWERS, std430) buffer VkalgoBatchAnswers { uint vkalgo_batch_answers[]; };
layout(set = 0, binding = VKALGO_BATCH_TABLE, std430) readonly buffer VkalgoBatchTable { cell_t vkalgo_batch_table[]; };
// Read-write: a traceback over a cut table continues after the moves that are already there.
layout(set = 0, binding = VKALGO_BATCH_MOVES, std430) buffer VkalgoBatchMoves { uint vkalgo_batch_moves[]; };

#include "dp/batch_problem.glsl"
int rows() { return int(vkalgo_problem.rows); }
int columns() { return int(vkalgo_problem.columns); }

ivec2 vkalgo_traceback_cell;  // The user's
ivec4 vkalgo_current_cell() { return ivec4(vkalgo_traceback_cell, int(vkalgo_problem.number), 0); }
#include "dp/status.glsl"
#include "dp/batch_cut.glsl"

// Converts the user's (i, j) to (canonical row, canonical column). Also converts back, since a reflection undoes
// itself.
ivec2 vkalgo_reflected(int i, int j) {
    return ivec2(vkalgo_kReflectRows ? rows() - 1 - i : i, vkalgo_kReflectColumns ? columns() - 1 - j : j);
}

// The position of an interior cell in the order in which lanes compute cells.
struct VkalgoBatchCell {
    uint strip, lane, r;  // Row r of the lane
    uint group, c;        // Column c of the group
    uint step;            // The step, counted through all strips
};
VkalgoBatchCell vkalgo_batch_cell(ivec2 canonical) {
    const uint row = uint(canonical.x) - vkalgo_kFirstRow, column = uint(canonical.y) - vkalgo_kFirstColumn;
    const uint strip = row / (vkalgo_kLanes * vkalgo_kRegisters), lane = row / vkalgo_kRegisters % vkalgo_kLanes;
    const uint group = column / vkalgo_kGroup;
    return VkalgoBatchCell(strip, lane, row % vkalgo_kRegisters, group, column % vkalgo_kGroup,
                           strip * (vkalgo_batch_groups() + vkalgo_kLanes - 1u) + group + lane);
}

// Loads a cell that batch.glsl kept: the traceback's own cell or one of its neighbours.
cell_t vkalgo_batch_kept(ivec2 canonical) {
    const VkalgoBatchCell cell = vkalgo_batch_cell(canonical);
    if (vkalgo_kIsCut) {
        const VkalgoBatchCell here =
            vkalgo_batch_cell(vkalgo_reflected(vkalgo_traceback_cell.x, vkalgo_traceback_cell.y));
        if (cell.strip != here.strip)
            return vkalgo_batch_rows[vkalgo_batch_row_index(here.strip) + cell.group * vkalgo_kGroup + cell.c];
        if (cell.step < vkalgo_batch_first_step()) {  // The previous launch left the cell for the lane of `here`
            const uint first_group = here.group + vkalgo_batch_first_step() - here.step;
            uint k = cell.r;
            if (cell.lane != here.lane)
                k = cell.group == first_group ? vkalgo_kRegisters + 1u + cell.c : vkalgo_kRegisters;
            return vkalgo_batch_rows[vkalgo_batch_left_index(vkalgo_push.launch, k, here.lane)];
        }
    }
    const uint step = cell.step - vkalgo_batch_first_step();
    const uint index = ((step * vkalgo_kRegisters + cell.r) * vkalgo_kGroup + cell.c) * vkalgo_kLanes + cell.lane;
    return vkalgo_batch_table[vkalgo_problem.first_cell + index];
}

bool vkalgo_exists(int i, int j) {
    return uint(i) < uint(rows()) && uint(j) < uint(columns()) && vkalgo_in_domain(i, j);
}

cell_t at(int i, int j) {
    const ivec2 moved =
        vkalgo_reflected(vkalgo_traceback_cell.x, vkalgo_traceback_cell.y) - vkalgo_reflected(i, j);  // Up and left
    if (!vkalgo_exists(i, j)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, i, j);
    } else if (any(greaterThan(abs(moved), ivec2(1)))) {
        vkalgo_raise(VKALGO_STATUS_TOO_FAR, i, j);
    } else if (any(lessThan(moved, ivec2(0)))) {
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, i, j);
    } else {
        const ivec2 canonical = vkalgo_reflected(i, j);
        // Without the region test no base cell is kept. With the region test all base cells are kept.
        if (canonical.x < int(vkalgo_kFirstRow) || canonical.y < int(vkalgo_kFirstColumn)) return base(i, j);
        return vkalgo_batch_kept(canonical);
    }
    return vkalgo_no_cell();
}

vkalgo_value_t vkalgo_batch_answer() {
    const uint first = vkalgo_problem.number * vkalgo_kAnswerWords;
    uvec2 words = uvec2(vkalgo_batch_answers[first], 0u);
    if (VKALGO_VALUE_WORDS > 1) words.y = vkalgo_batch_answers[first + 1];
    return vkalgo_value_from_words(words);
}
ivec2 vkalgo_batch_start() {
#ifdef VKALGO_ANSWER_SEARCHES
    const uint first = vkalgo_problem.number * vkalgo_kAnswerWords + VKALGO_VALUE_WORDS;
    return ivec2(vkalgo_batch_answers[first], vkalgo_batch_answers[first + 1]);
#else
    return vkalgo_reflected(vkalgo_problem.answer.x, vkalgo_problem.answer.y);
#endif
}

// Takes one step and returns false if it was the last. If the recurrence has no base, a step that leaves the table ends
// the traceback.
bool vkalgo_batch_go(inout uint state, out uint move) {
#ifdef VKALGO_HAS_STATES
    const step_t next = step(vkalgo_traceback_cell.x, vkalgo_traceback_cell.y, state);
    state = next.state;
#else
    const step_t next = step(vkalgo_traceback_cell.x, vkalgo_traceback_cell.y);
#endif
    const ivec2 moved =
        vkalgo_reflected(vkalgo_traceback_cell.x, vkalgo_traceback_cell.y) - vkalgo_reflected(next.i, next.j);
    const bool exists = vkalgo_exists(next.i, next.j);
    uint fault = 0u;
#ifdef VKALGO_HAS_BASE
    if (!exists) fault = VKALGO_STATUS_OUTSIDE;
#endif
    if (exists && (any(lessThan(moved, ivec2(0))) || moved == ivec2(0))) fault = VKALGO_STATUS_NOT_EARLIER;
    if (exists && any(greaterThan(moved, ivec2(1)))) fault = VKALGO_STATUS_TOO_FAR;
    if (next.decision > VKALGO_BATCH_MOST_DECISION) fault = VKALGO_STATUS_LARGE;
    if (fault != 0u) vkalgo_raise(fault | VKALGO_STATUS_STEP, next.i, next.j);
    move = exists ? uint(moved.x) | uint(moved.y) << 1u | next.decision << 2u : next.decision << 2u;
    vkalgo_traceback_cell = ivec2(next.i, next.j);
    return exists && fault == 0u;
}

bool vkalgo_batch_is_over(bool goes_on) {
    return !goes_on || vkalgo_in_base(vkalgo_traceback_cell.x, vkalgo_traceback_cell.y);
}
// Returns the launch that computes the traceback's cell.
uint vkalgo_batch_launch() {
    return vkalgo_batch_cell(vkalgo_reflected(vkalgo_traceback_cell.x, vkalgo_traceback_cell.y)).step /
           vkalgo_push.steps;
}

void main() {
    const uint slot = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (slot >= vkalgo_push.problems) return;
    vkalgo_take_problem(vkalgo_push.first_problem + slot);
    const uint moves = vkalgo_problem.first_move + VKALGO_BATCH_TRACEBACK_WORDS;
    vkalgo_traceback_cell = vkalgo_batch_start();
    uint count = 0u, state = 0u, word = 0u;
    bool goes_on = !vkalgo_is_no_number(vkalgo_batch_answer());
    const bool is_taken_up = vkalgo_kIsCut && vkalgo_push.launch != VKALGO_BATCH_NO_LAUNCH;
    if (is_taken_up) {
        if (vkalgo_batch_answers[vkalgo_batch_traceback_index()] != vkalgo_push.launch) return;
        state = vkalgo_batch_answers[vkalgo_batch_traceback_index() + 1u];
        count = vkalgo_batch_moves[vkalgo_problem.first_move];
        vkalgo_traceback_cell = ivec2(vkalgo_batch_moves[vkalgo_problem.first_move + 1u],
                                      vkalgo_batch_moves[vkalgo_problem.first_move + 2u]);
        if ((count & 3u) != 0u) word = vkalgo_batch_moves[moves + count / 4u];
    }
    while (!vkalgo_batch_is_over(goes_on)) {
        if (vkalgo_kIsCut && (!is_taken_up || vkalgo_batch_launch() != vkalgo_push.launch)) break;
        uint move;
        goes_on = vkalgo_batch_go(state, move);
        word |= (move & 0xffu) << 8u * (count & 3u);
        if ((count & 3u) == 3u) {
            vkalgo_batch_moves[moves + count / 4u] = word;
            word = 0u;
        }
        ++count;
    }
    if ((count & 3u) != 0u) vkalgo_batch_moves[moves + count / 4u] = word;
    vkalgo_batch_moves[vkalgo_problem.first_move] = count;
    vkalgo_batch_moves[vkalgo_problem.first_move + 1u] = uint(vkalgo_traceback_cell.x);
    vkalgo_batch_moves[vkalgo_problem.first_move + 2u] = uint(vkalgo_traceback_cell.y);
    if (vkalgo_kIsCut) {
        const bool is_over = vkalgo_batch_is_over(goes_on);
        vkalgo_batch_answers[vkalgo_batch_traceback_index()] = is_over ? VKALGO_BATCH_NO_LAUNCH : vkalgo_batch_launch();
        vkalgo_batch_answers[vkalgo_batch_traceback_index() + 1u] = state;
    }
    vkalgo_check_loops();
}
