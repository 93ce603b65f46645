// Method `chain`: a table that is one row or column, one cell per stage.
//   Task cells: one workgroup computes a block of cells one after another, with the last VKALGO_CHAIN_WINDOW cells in
// shared memory, instead of one dispatch per cell. For a `reduce` the workgroup is one team (team.glsl) that shares the
// terms. Otherwise one invocation computes the cells, and the others only load the window.
//   Task products, only for a `reduce`: a dispatch before each block computes the terms that read no cell of the block,
// on all processors. `parts` teams share the terms of each cell of the block, and each leaves its best value in
// `partials`. If a term reads a cell that is not computed yet, the term is postponed and its value is not used. For
// each cell, task cells then computes the terms of all k from the least to the greatest postponed k. Some terms are
// computed twice, which does not change the best value. Most of the terms that task cells computes belong to the
// triangle inside the block.
//   Every read is checked. Cost per cell: a few barriers and the latency of its reads. Cost per term of products: the
// recurrence's own operations and one read of the table.
//   A position is a cell's index in the order of the stages: the column in a row or the row in a column, or the same
// counted from the end.
// inputs from binding 8
// module chain: any-cells, needs-chain
// module chain-narrow: any-cells, needs-chain, narrow
#include "common/grid.glsl"
#include "dp/chain.h"
#include "dp/dp.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoChainPush vkalgo_push;
    VKALGO_PARAMS
};

#define VKALGO_READS_OWN_WRITES
#include "dp/order.glsl"
#include "dp/table.glsl"

layout(constant_id = VKALGO_CHAIN_CONSTANT_TRANSPOSE) const bool vkalgo_kTranspose = false;
layout(constant_id = VKALGO_CHAIN_CONSTANT_REFLECT) const bool vkalgo_kReflect = false;
layout(constant_id = VKALGO_CHAIN_CONSTANT_TASK) const uint vkalgo_kTask = VKALGO_CHAIN_TASK_CELLS;

layout(set = 0, binding = VKALGO_CHAIN_ANSWER, std430) writeonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };
#include "dp/put_answer.glsl"
layout(set = 0, binding = VKALGO_CHAIN_PARTIALS_IN, std430) readonly buffer VkalgoPartialsIn {
    cell_t vkalgo_partials_in[];
};
layout(set = 0, binding = VKALGO_CHAIN_PARTIALS_OUT, std430) writeonly buffer VkalgoPartialsOut {
    cell_t vkalgo_partials_out[];
};

// Two arrays with an element per cell of the block: the greatest postponed k, and the greatest -1 - k, which gives the
// least postponed k. Both are mapped to unsigned numbers in the same order, so that 0 means that no term was postponed.
// Read-write: atomics; task cells clears both arrays for the next block.
layout(set = 0, binding = VKALGO_CHAIN_PUT_OFF, std430) buffer VkalgoPutOff { uint vkalgo_put_off_k[]; };

shared cell_t vkalgo_window[VKALGO_CHAIN_WINDOW];
bool vkalgo_put_off = false;

ivec4 vkalgo_current;
int vkalgo_current_position;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
// The positions of a block and the terms of a cell are computed in loops, even if the text has no loop.
#ifndef VKALGO_HAS_LOOPS
#define VKALGO_HAS_LOOPS 1
#endif
#define VKALGO_CELL_COUNTS !vkalgo_put_off
#include "dp/status.glsl"

void vkalgo_enter(int position) {
    const int along = vkalgo_kReflect ? vkalgo_push.cells - 1 - position : position;
    vkalgo_current_position = position;
    vkalgo_current = vkalgo_kTranspose ? ivec4(0, along, 0, 0) : ivec4(along, 0, 0, 0);
}

cell_t vkalgo_at(ivec4 c) {
    if (!vkalgo_in_table(c)) {
        if (!vkalgo_put_off) vkalgo_raise(VKALGO_STATUS_OUTSIDE, c);
        return vkalgo_no_cell();
    }
    const int along = vkalgo_kTranspose ? c.y : c.x;
    const int position = vkalgo_kReflect ? vkalgo_push.cells - 1 - along : along;
    if (vkalgo_kTask == VKALGO_CHAIN_TASK_PRODUCTS && position >= vkalgo_push.first) {
        vkalgo_put_off = true;
        return vkalgo_no_cell();
    }
    if (position >= vkalgo_current_position) {
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, c);
        return vkalgo_no_cell();
    }
    if (vkalgo_kTask == VKALGO_CHAIN_TASK_CELLS && vkalgo_current_position - position <= VKALGO_CHAIN_WINDOW)
        return vkalgo_window[uint(position) % VKALGO_CHAIN_WINDOW];
    return vkalgo_load_cell(vkalgo_table_index(c));
}

void vkalgo_keep(cell_t value) {
    vkalgo_window[uint(vkalgo_current_position) % VKALGO_CHAIN_WINDOW] = value;
    vkalgo_store_cell(vkalgo_table_index(vkalgo_current), value);
    if (vkalgo_current_position == vkalgo_push.answer) vkalgo_put_answer(vkalgo_value(value), vkalgo_current);
}

#ifdef VKALGO_HAS_REDUCE
#define VKALGO_TEAM_FIRST_CONSTANT VKALGO_CHAIN_CONSTANT_TEAM
#include "dp/team.glsl"

const uint vkalgo_kSign = 0x80000000u;
const int vkalgo_kFarthest = 0x7ffffffe;

void vkalgo_products() {
    const uint teams = gl_WorkGroupSize.x / vkalgo_kTeam;
    const uint unit = vkalgo_workgroup_index() * teams + vkalgo_invocation() / vkalgo_kTeam;
    const uint lane = vkalgo_team_lane(), count = uint(vkalgo_push.count), parts = uint(vkalgo_push.parts);
    const uint part = unit / count, cell = unit % count;
    vkalgo_enter(vkalgo_push.first + int(cell));
    cell_t best = VKALGO_WORST;
    if (part < parts && !vkalgo_in_base(vkalgo_current)) {
        const int i = vkalgo_current.x, j = vkalgo_current.y;
        const int first = vkalgo_reduce_first(i, j), last = vkalgo_reduce_last(i, j);
        int least = vkalgo_kFarthest, greatest = -vkalgo_kFarthest;
        if (vkalgo_put_off) {  // A limit depends on cells that are not computed: all terms are postponed
            least = -vkalgo_kFarthest;
            greatest = vkalgo_kFarthest;
        } else {
            const int step = int(parts * vkalgo_kTeam);
            for (int k = first + int(part * vkalgo_kTeam + lane); k <= last; k += step) {
                vkalgo_put_off = false;
                const cell_t value = term(i, k, j);
                if (vkalgo_put_off) {
                    least = min(least, k);
                    greatest = max(greatest, k);
                } else if (vkalgo_better(value, best)) {
                    best = value;
                }
            }
        }
        if (least <= greatest) {
            atomicMax(vkalgo_put_off_k[cell], uint(greatest) ^ vkalgo_kSign);
            atomicMax(vkalgo_put_off_k[VKALGO_CHAIN_WINDOW + cell], ~(uint(least) ^ vkalgo_kSign));
        }
    }
    best = vkalgo_best_of_team(best);
    if (part < parts && lane == 0u) vkalgo_partials_out[unit] = best;
    vkalgo_put_off = false;
}

// The results of task products for each cell of the block: its best value, and the least and the greatest postponed k.
shared cell_t vkalgo_best_before[VKALGO_CHAIN_WINDOW];
shared ivec2 vkalgo_left_over[VKALGO_CHAIN_WINDOW];

void vkalgo_take_products() {
    for (int c = int(gl_LocalInvocationIndex); c < vkalgo_push.count; c += int(gl_WorkGroupSize.x)) {
        cell_t best = VKALGO_WORST;
        for (int part = 0; part < vkalgo_push.parts; ++part)
            best = vkalgo_better_of(best, vkalgo_partials_in[part * vkalgo_push.count + c]);
        const uint greatest = vkalgo_put_off_k[c], least = vkalgo_put_off_k[VKALGO_CHAIN_WINDOW + c];
        vkalgo_best_before[c] = best;
        vkalgo_left_over[c] = vkalgo_push.parts == 0 ? ivec2(-vkalgo_kFarthest, vkalgo_kFarthest)
                                                     : ivec2(~least ^ vkalgo_kSign, greatest ^ vkalgo_kSign);
        vkalgo_put_off_k[c] = vkalgo_put_off_k[VKALGO_CHAIN_WINDOW + c] = 0u;
    }
}

void vkalgo_cells_of_block() {
    const uint lane = vkalgo_team_lane();
    vkalgo_take_products();
    barrier();
    for (int c = 0; c < vkalgo_push.count; ++c) {
        vkalgo_enter(vkalgo_push.first + c);
        const int i = vkalgo_current.x, j = vkalgo_current.y;
        const bool in_base = vkalgo_in_base(vkalgo_current);
        cell_t best = VKALGO_WORST;
        if (!in_base) {
            if (lane == 0u) best = vkalgo_best_before[c];
            const ivec2 left = vkalgo_left_over[c];
            const int first = max(vkalgo_reduce_first(i, j), left.x), last = min(vkalgo_reduce_last(i, j), left.y);
            for (int k = first + int(lane); first <= last && k <= last; k += int(vkalgo_kTeam)) {
                const cell_t value = term(i, k, j);
                if (vkalgo_better(value, best)) best = value;
            }
        }
        best = vkalgo_best_of_team(best);
        if (lane == 0u) {
            if (in_base) best = vkalgo_base(vkalgo_current);
            vkalgo_keep(best);
        }
        barrier();
    }
}
#else
void vkalgo_products() {}
void vkalgo_cells_of_block() {
    if (gl_LocalInvocationIndex != 0u) return;
    for (int c = 0; c < vkalgo_push.count; ++c) {
        vkalgo_enter(vkalgo_push.first + c);
        cell_t value;
        if (vkalgo_in_base(vkalgo_current)) {
            value = vkalgo_base(vkalgo_current);
        } else {
            value = vkalgo_cell(vkalgo_current);
        }
        vkalgo_keep(value);
    }
}
#endif

void main() {
    if (vkalgo_kTask == VKALGO_CHAIN_TASK_PRODUCTS) {
        vkalgo_products();
    } else {
        if (vkalgo_workgroup_index() != 0u) return;
        for (int back = 1 + int(gl_LocalInvocationIndex); back <= min(vkalgo_push.first, VKALGO_CHAIN_WINDOW);
             back += int(gl_WorkGroupSize.x)) {
            vkalgo_enter(vkalgo_push.first - back);
            vkalgo_window[uint(vkalgo_current_position) % VKALGO_CHAIN_WINDOW] =
                vkalgo_load_cell(vkalgo_table_index(vkalgo_current));
        }
        barrier();
        vkalgo_cells_of_block();
    }
    vkalgo_check_loops();
}
