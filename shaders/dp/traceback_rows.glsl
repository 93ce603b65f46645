// Follows the solution from the answer cell to the base by the decisions that rows.glsl kept, in one workgroup.
//   A decision and its row determine how far the step goes (`decisions` of the header), so no cell is needed. A row of
// words holds the decisions of kRowsPerWord rows, one word per column. For each row of words, the workgroup loads the
// words that the traceback can reach, at most kRowsPerWord x (before + after) + 1 of them, and the distances of the
// decisions in its rows. Then one invocation steps from row to row in shared memory and writes the path's records. A
// traceback ends as in traceback.glsl. Cost per step: two dependent reads of shared memory, or one if there are two
// decisions. Cost per row of words: one load and two barriers.
// inputs from binding 8
// module traceback-rows: needs-rows, needs-step, needs-decisions, stateless
// module traceback-rows-narrow: needs-rows, needs-step, needs-decisions, stateless, narrow
#include "dp/dp.h"
#include "dp/rows.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoTracebackRowsPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"

layout(constant_id = VKALGO_TRACEBACK_ROWS_CONSTANT_WINDOW) const uint vkalgo_kWindow = 64;
layout(constant_id = VKALGO_ROWS_CONSTANT_ROWS_PER_WORD) const uint vkalgo_kRowsPerWord = 1;
layout(constant_id = VKALGO_ROWS_CONSTANT_TRANSPOSE) const bool vkalgo_kTranspose = false;
layout(constant_id = VKALGO_ROWS_CONSTANT_REFLECT) const bool vkalgo_kReflect = false;

layout(set = 0, binding = 5, std430) readonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };
layout(set = 0, binding = VKALGO_ROWS_DECISIONS, std430) readonly buffer VkalgoDecisions { uint vkalgo_decisions[]; };

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
#include "dp/status.glsl"
#include "dp/path.glsl"

// No function that reads a cell is called here.
cell_t at(int i, int j) { return vkalgo_no_cell(); }

shared uint vkalgo_window[vkalgo_kWindow];
shared int vkalgo_distances[vkalgo_kRowsPerWord * VKALGO_DECISIONS];
shared ivec2 vkalgo_traceback;  // Canonical row and column
shared uint vkalgo_traceback_done;

ivec2 vkalgo_user(ivec2 c) {
    const int line = vkalgo_kReflect ? vkalgo_push.rows - 1 - c.x : c.x;
    return vkalgo_kTranspose ? ivec2(c.y, line) : ivec2(line, c.y);
}
ivec2 vkalgo_canonical(ivec2 u) {
    const ivec2 c = vkalgo_kTranspose ? u.yx : u;
    return ivec2(vkalgo_kReflect ? vkalgo_push.rows - 1 - c.x : c.x, c.y);
}

// Returns how many columns the decision goes back. `turn` is its row, counted from the first row of the loaded words.
// If there are only two decisions, the distances of both are loaded at the same time as the word, so that no load waits
// for another.
int vkalgo_distance_of(uint turn, uint decision) {
#if VKALGO_DECISIONS == 2
    const int left = vkalgo_distances[turn * 2u], taken = vkalgo_distances[turn * 2u + 1u];
    return left + (taken - left) * int(decision);
#else
    return vkalgo_distances[turn * VKALGO_DECISIONS + decision];
#endif
}

// Follows the steps from the traceback's row up to row `least`, inclusive, and writes their records. The loaded words
// are those of columns `from` to `to`, inclusive. `count` is the number of records before; returns the number after.
uint vkalgo_step_through(int least, int from, int to, uint count) {
    ivec2 traceback = vkalgo_traceback;
    uint done = 0u;
    while (traceback.x >= least && uint(traceback.y - from) <= uint(to - from)) {
        const ivec2 user = vkalgo_user(traceback);
        vkalgo_current = ivec4(user, 0, 0);
        if (vkalgo_in_base(user.x, user.y)) {
            done = 1u;
            break;
        }
        const uint turn = uint(traceback.x - least);
        const uint word = vkalgo_window[uint(traceback.y - from)];
        const uint decision =
            min(bitfieldExtract(word, int(turn) * VKALGO_DECISION_BITS, VKALGO_DECISION_BITS), VKALGO_DECISIONS - 1u);
        if (count < vkalgo_push.capacity) vkalgo_put_record(count, vkalgo_current, decision);
        ++count;
        traceback = ivec2(traceback.x - 1, traceback.y - vkalgo_distance_of(turn, decision));
    }
    if (uint(traceback.y) >= uint(vkalgo_push.columns)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE | VKALGO_STATUS_STEP, ivec4(vkalgo_user(traceback), 0, 0));
        done = 1u;
    }
    if (traceback.x == 0) done = 1u;  // Row 0 is base
    vkalgo_traceback = traceback;
    vkalgo_traceback_done = done;
    return count;
}

// Loads the words of columns `from` to `to`, inclusive. Each invocation has four loads under way at once, which hides
// their latency.
void vkalgo_load_window(uint number, int from, int to) {
    const uint last = uint(to - from), start = number * uint(vkalgo_push.columns) + uint(from);
    const uint stride = gl_WorkGroupSize.x;
    for (uint k = gl_LocalInvocationID.x; k <= last; k += 4u * stride) {
        uint words[4];
        [[unroll]] for (uint w = 0u; w < 4u; ++w)
            words[w] = vkalgo_decisions[start + min(k + w * stride, last)];
        [[unroll]] for (uint w = 0u; w < 4u; ++w)
            if (k + w * stride <= last) vkalgo_window[k + w * stride] = words[w];
    }
}

void main() {
    const uint lane = gl_LocalInvocationID.x;
    const bool begins = vkalgo_push.begin != 0u;
    uint count = begins ? 0u : vkalgo_path_count;
    if (lane == 0u) {
        ivec2 cell = ivec2(vkalgo_path_cell[0], vkalgo_path_cell[1]);
        vkalgo_traceback_done = begins ? 0u : vkalgo_path_done;
        if (begins) {
            cell = ivec2(vkalgo_answer[2], vkalgo_answer[3]);
            if (vkalgo_is_no_number(vkalgo_value_from_words(uvec2(vkalgo_answer[0], vkalgo_answer[1]))))
                vkalgo_traceback_done = 1u;
        }
        vkalgo_traceback = vkalgo_canonical(cell);
        if (vkalgo_traceback.x == 0) vkalgo_traceback_done = 1u;
    }
    barrier();
    for (uint w = 0u; w < vkalgo_push.words && vkalgo_traceback_done == 0u; ++w) {
        const uint number = uint(vkalgo_traceback.x - 1) / vkalgo_kRowsPerWord;
        const int least = int(number * vkalgo_kRowsPerWord) + 1;
        const int steps = vkalgo_traceback.x - least;  // Steps from the traceback's row to row `least`
        const int from = max(vkalgo_traceback.y - steps * vkalgo_push.before, 0);
        const int to = min(vkalgo_traceback.y + steps * vkalgo_push.after, vkalgo_push.columns - 1);
        vkalgo_load_window(number, from, to);
        for (uint k = lane; k < uint(steps + 1) * VKALGO_DECISIONS; k += gl_WorkGroupSize.x) {
            const ivec2 user = vkalgo_user(ivec2(least + int(k / VKALGO_DECISIONS), 0));
            vkalgo_distances[k] = vkalgo_distance(vkalgo_kTranspose ? user.y : user.x, k % VKALGO_DECISIONS);
        }
        barrier();
        if (lane == 0u) count = vkalgo_step_through(least, from, to, count);
        barrier();
    }
    if (lane == 0u) {
        const ivec2 user = vkalgo_user(vkalgo_traceback);
        vkalgo_path_count = count;
        vkalgo_path_done = vkalgo_traceback_done;
        vkalgo_path_state = 0u;
        vkalgo_put_path_cell(ivec4(user, 0, 0));
        vkalgo_check_loops();
    }
}
