// Method `poll`: one dispatch per round. One invocation per cell of the table tries to compute the cell in each round,
// until all cells that it reads are done.
//   An attempt runs the recurrence's own text. Each read checks whether its cell was done in an earlier round. If it
// reads a cell that was not done, the value and all errors that the text raised are dropped, and the next round tries
// again. So round r computes the r-th minimal stage without a list of dependencies. A cell done in the current round
// counts as not done, so that an invocation's result depends only on earlier rounds.
//   A workgroup owns VKALGO_NUMBERED_WORKGROUP consecutive cells of the table, row by row.
//   Cost per cell and round: one read of its word and, until the cell is done, one atomic per cell that it reads.
//   Source: UNAM thesis on a GPU framework for dynamic programming, section 4.1, algorithm 3, with two additions: the
// test that a cell is not done yet, and a counter that several invocations may decrement at once.
// inputs from binding 5
// module poll: any-cells
#define VKALGO_NOTES_FAULTS
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/numbered.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoPollPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

layout(std430, set = 0, binding = VKALGO_NUMBERED_CELLS) buffer VkalgoDone { uint vkalgo_done[]; };  // Atomics

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
#include "dp/status.glsl"

bool vkalgo_waits = false;  // A read found a cell that is not done

cell_t vkalgo_at(ivec4 c) {
    if (!vkalgo_in_table(c) || !vkalgo_in_domain(c.x, c.y)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, c);
        return vkalgo_no_cell();
    }
    if (!vkalgo_earlier(c, vkalgo_current)) {
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, c);
        return vkalgo_no_cell();
    }
    const vkalgo_index_t index = vkalgo_table_index(c);
    // A word of 0 means that the cell is not done. 0 - 1 wraps to the greatest number, which no round reaches.
    if (atomicOr(vkalgo_done[VKALGO_POLL_WORDS + index], 0u) - 1u >= vkalgo_push.round) {
        vkalgo_waits = true;
        return vkalgo_no_cell();
    }
    return vkalgo_load_cell(index);
}

#include "dp/numbered.glsl"

void vkalgo_try(uint number) {
    vkalgo_current = vkalgo_cell_numbered(number);
    // No other invocation changes the word of this cell, so no atomic read is needed.
    if (!vkalgo_in_domain(vkalgo_current.x, vkalgo_current.y) || vkalgo_done[VKALGO_POLL_WORDS + number] != 0u) return;
    const cell_t value = vkalgo_value_of_cell(vkalgo_current);
    if (vkalgo_waits) return;
    vkalgo_raise_noted();
    vkalgo_store_cell(vkalgo_table_index(vkalgo_current), value);
    atomicExchange(vkalgo_done[VKALGO_POLL_WORDS + number], vkalgo_push.round + 1u);
    if (atomicAdd(vkalgo_done[VKALGO_POLL_LEFT], ~0u) == 1u) atomicExchange(vkalgo_done[VKALGO_POLL_OVER], 1u);
}

void main() {
    const uint number = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (number < vkalgo_push.count) vkalgo_try(number);
    vkalgo_check_loops();
}
