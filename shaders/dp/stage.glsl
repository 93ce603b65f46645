// Method `stage`: one dispatch per stage, one invocation per cell, as in the thesis, for any recurrence.
//   A workgroup of VKALGO_STAGE_WORKGROUP invocations owns as many neighbouring candidates of one stage (dp::Order), or
// fewer under `reduce`. It reads cells of earlier stages and writes its own. Every read is checked: a read outside the
// table or the domain, or of a cell that is not earlier, raises the status word, so this method never computes an
// answer from a cell that does not exist. Under `reduce`, several invocations may share the terms of a cell. With
// `sequential row`, one invocation computes all candidates of a dispatch, one after another.
//   The answer is recorded when its cell is computed, so that the table need not be kept for it. In a search,
// candidates are numbered anew in each stage. Slot k keeps the best cell of all candidates k so far, and best.glsl
// takes the best of all slots.
//   Cost per cell: one store plus its reads. Cost per stage: one dispatch and one barrier.
//   Source: UNAM thesis on a GPU framework for dynamic programming, chapter 4 (algorithm 2, filling by stages).
// inputs from binding 5
// module stage: any-cells, outputs
// module stage-wide: any-cells, wide, outputs
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoStagePush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
#include "dp/status.glsl"

layout(std430, set = 0, binding = 3) buffer VkalgoFound {  // Read-write: a slot is read before it is replaced
    uint vkalgo_found[];
};
#include "dp/found.glsl"

// Returns where a cell is stored: in the ring of the last stages, or in the whole table if no ring exists (its length
// is 0).
int vkalgo_turn = 0;  // Position of this dispatch's stage in the ring
vkalgo_index_t vkalgo_kept_index(ivec4 c) {
    vkalgo_index_t index = vkalgo_table_index(c);
    if (vkalgo_layout.ring > 0) {
        const int turn = vkalgo_turn - (vkalgo_push.stage - vkalgo_stage_of(c));
        index += vkalgo_index_t(turn < 0 ? turn + vkalgo_layout.ring : turn) * vkalgo_index_t(vkalgo_layout.ring_width);
    }
    return index;
}

cell_t vkalgo_at(ivec4 c) {
    if (!vkalgo_in_table(c) || !vkalgo_in_domain(c.x, c.y)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, c);
        return vkalgo_no_cell();
    }
    if (!vkalgo_earlier(c, vkalgo_current)) {
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, c);
        return vkalgo_no_cell();
    }
    if (vkalgo_layout.ring > 0 && vkalgo_push.stage - vkalgo_stage_of(c) >= vkalgo_layout.ring) {
        vkalgo_raise(VKALGO_STATUS_TOO_FAR, c);
        return vkalgo_no_cell();
    }
    return vkalgo_load_cell(vkalgo_kept_index(c));
}

#ifdef VKALGO_HAS_REDUCE
// vkalgo_kLanesACell neighbouring invocations share the terms of one cell, so that a stage with few cells and many
// terms per cell still fills the device.
layout(constant_id = VKALGO_STAGE_CONSTANT_LANES_PER_CELL) const uint vkalgo_kLanesACell = 1;
shared cell_t vkalgo_partial[gl_WorkGroupSize.x];

cell_t vkalgo_interior_cell(bool mine) {
    const uint slot = gl_LocalInvocationID.x;
    const uint lane = slot % vkalgo_kLanesACell;
    vkalgo_partial[slot] =
        mine ? vkalgo_reduce_part(vkalgo_current.x, vkalgo_current.y, int(lane), int(vkalgo_kLanesACell))
             : VKALGO_WORST;
    barrier();
    for (uint half_lanes = vkalgo_kLanesACell / 2u; half_lanes > 0u; half_lanes /= 2u) {
        if (lane < half_lanes && vkalgo_better(vkalgo_partial[slot + half_lanes], vkalgo_partial[slot]))
            vkalgo_partial[slot] = vkalgo_partial[slot + half_lanes];
        barrier();
    }
    return vkalgo_partial[slot - lane];
}
#else
const uint vkalgo_kLanesACell = 1;
cell_t vkalgo_interior_cell(bool mine) {
    cell_t value = vkalgo_no_cell();
    if (mine) value = vkalgo_cell(vkalgo_current);
    return value;
}
#endif

// Finds the cell of candidate k of the stage. Returns false if candidate k is not a cell of the table and the domain.
bool vkalgo_candidate(uint k, out ivec4 cell) {
    uint number = k;
    cell = ivec4(0);
    const int outermost = vkalgo_kSolved == 0 ? 1 : 0;
    [[unroll]] for (int d = VKALGO_INDICES - 1; d >= 0; --d) {
        if (d == vkalgo_kSolved) continue;
        const uint width = uint(vkalgo_push.width[d]);
        cell[d] = vkalgo_push.first[d] + int(d == outermost ? number : number % width);
        if (d != outermost) number /= width;  // Divisions are slow: a table of two indices needs none
    }
    const int steps[4] = int[](vkalgo_kStepI, vkalgo_kStepJ, vkalgo_kStepK, vkalgo_kStepL);
    // Unsigned, since GLSL leaves `%` of a negative number undefined, and drivers differ.
    const int side = sign(steps[vkalgo_kSolved]);
    const int rest = (vkalgo_push.stage - vkalgo_stage_of(cell)) * side;
    const uint size = uint(steps[vkalgo_kSolved] * side);
    if (rest < 0 || uint(rest) % size != 0u) return false;
    cell[vkalgo_kSolved] = int(uint(rest) / size);
    return vkalgo_in_table(cell) && vkalgo_in_domain(cell.x, cell.y);
}

#ifdef VKALGO_ANSWER_SEARCHES
void vkalgo_note(uint slot, ivec4 cell, cell_t whole) {
    if (!vkalgo_in_answer(cell)) return;
    const vkalgo_value_t value = vkalgo_value(whole);
    if (vkalgo_slot_is_set(slot) && !vkalgo_gives_way(vkalgo_slot_value(slot), vkalgo_slot_cell(slot), value, cell))
        return;
    const uint at = slot * vkalgo_kSlotWords;
    const uvec2 words = vkalgo_value_words(value);
    for (uint w = 0u; w < VKALGO_VALUE_WORDS; ++w) vkalgo_found[at + w] = words[w];
    for (int d = 0; d < VKALGO_INDICES; ++d)
        vkalgo_found[at + VKALGO_VALUE_WORDS + d] = uint(cell[d]) + (d == 0 ? 1u : 0u);
}
#else
// Records the cell if it is the answer cell. Without a search there is only one slot, the answer itself.
void vkalgo_note(uint slot, ivec4 cell, cell_t whole) {
    if (cell != vkalgo_four(vkalgo_layout.answer)) return;
    const uvec2 words = vkalgo_value_words(vkalgo_value(whole));
    vkalgo_found[0] = words.x;
    vkalgo_found[1] = words.y;
    for (int d = 0; d < 4; ++d) vkalgo_found[2 + d] = uint(cell[d]);
    vkalgo_found[6] = 1u;
}
#endif

// Computes candidate k. All invocations of the workgroup call it together, since they may share a cell's work. `leads`:
// this invocation stores the cell.
void vkalgo_compute(uint k, bool leads) {
    ivec4 cell;
    const bool real = vkalgo_candidate(min(k, max(vkalgo_push.count, 1u) - 1u), cell) && k < vkalgo_push.count;
    vkalgo_current = cell;
    const bool in_base = real && vkalgo_in_base(cell);
    const bool given = vkalgo_push.given != 0u;
    cell_t value = vkalgo_interior_cell(real && !in_base && !given);
    if (!real || !leads) return;
    if (given) {
        value = vkalgo_load_cell(vkalgo_kept_index(cell));
    } else {
        if (in_base) value = vkalgo_base(cell);
        vkalgo_store_cell(vkalgo_kept_index(cell), value);
    }
    vkalgo_note(k, cell, value);
}

void main() {
    if (vkalgo_layout.ring > 0) vkalgo_turn = (vkalgo_push.stage - vkalgo_layout.first_stage) % vkalgo_layout.ring;
#ifdef VKALGO_SEQUENTIAL
    if (vkalgo_workgroup_index() != 0u || gl_LocalInvocationID.x != 0u) return;
    for (uint k = 0u; k < vkalgo_push.count; ++k) vkalgo_compute(k, true);
#else
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    vkalgo_compute(index / vkalgo_kLanesACell, index % vkalgo_kLanesACell == 0u);
#endif
    vkalgo_check_loops();
}
