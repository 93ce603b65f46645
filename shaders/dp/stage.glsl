// Method `stage`: one dispatch per wavefront, one invocation per cell: the thesis's way, for any class.
//   A workgroup owns VKALGO_STAGE_WORKGROUP neighbouring cells of wavefront push.stage; it reads cells of earlier
//   wavefronts and writes its own. Every read is checked: outside the table or the domain, or not earlier, raises the
//   status word, so this method never answers from a cell that is not there. "record" also logs every read.
//   Under `reduce` several invocations share the terms of a cell.
//   Cost per cell: one store plus its reads, 4 or 8 bytes each; per wavefront: one dispatch and one barrier.
//   Source: UNAM thesis on a GPU framework for dynamic programming, chapter 4 (algorithm 2, filling by stages).
// inputs from binding 4
// module stage: checks-reads
// module stage-wide: checks-reads, wide
// module record: checks-reads, records-reads
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    StagePush push;
    VKALGO_PARAMS
};

TablePlace vkalgo_place() { return push.place; }
int rows() { return push.place.rows; }
int columns() { return push.place.columns; }

#include "dp/frame.glsl"
#include "dp/table.glsl"

ivec2 current_cell;
ivec2 vkalgo_current_cell() { return current_cell; }
#include "dp/status.glsl"

#ifdef VKALGO_RECORD
layout(std430, set = 0, binding = 3) buffer ReadLog {  // read-write: appended to by atomics
    uint log_count;                                    // reads of the part, also those beyond the capacity
    uint log_capacity;                                 // this and the next two are set by the host
    uint log_parts;  // only the reads of every log_parts-th cell, from the log_part-th on, are recorded
    uint log_part;
    ivec4 log_reads[];  // i, j, a, b
};
#endif

cell_t at(int a, int b) {
#ifdef VKALGO_RECORD
    if (uint(current_cell.x * columns() + current_cell.y) % log_parts == log_part) {
        const uint slot = atomicAdd(log_count, 1u);
        if (slot < log_capacity) log_reads[slot] = ivec4(current_cell, a, b);
    }
#endif
    if (uint(a) >= uint(rows()) || uint(b) >= uint(columns()) || !vkalgo_in_domain(a, b)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, a, b);
        return cell_t(0);
    }
    const ivec2 c = to_canonical(a, b);
    if (stage_of(c) >= push.stage) {
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, a, b);
        return cell_t(0);
    }
    if (push.place.ring > 0 && push.stage - stage_of(c) >= push.place.ring) {
        vkalgo_raise(VKALGO_STATUS_TOO_FAR, a, b);
        return cell_t(0);
    }
    return load_cell(table_index(c));
}

#ifdef VKALGO_SHARED_REDUCTION
// The terms of one cell are shared among kLanesACell neighbouring invocations, so that a wavefront of few cells with
// many terms each still fills the device.
layout(constant_id = STAGE_CONSTANT_LANES_PER_CELL) const uint kLanesACell = 1;
shared cell_t partial[gl_WorkGroupSize.x];

cell_t interior_cell(bool mine) {
    const uint slot = gl_LocalInvocationID.x;
    const uint lane = slot % kLanesACell;
    partial[slot] =
        mine ? vkalgo_reduce_part(current_cell.x, current_cell.y, int(lane), int(kLanesACell)) : VKALGO_WORST;
    barrier();
    for (uint half_lanes = kLanesACell / 2u; half_lanes > 0u; half_lanes /= 2u) {
        if (lane < half_lanes && vkalgo_better(partial[slot + half_lanes], partial[slot]))
            partial[slot] = partial[slot + half_lanes];
        barrier();
    }
    return partial[slot - lane];
}
#else
const uint kLanesACell = 1;
cell_t interior_cell(bool mine) { return mine ? cell(current_cell.x, current_cell.y) : cell_t(0); }
#endif

void main() {
    const uint index = workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    const uint k = index / kLanesACell;
    const bool real = k < push.count;
    ivec2 c = ivec2(push.stage, int(k));
    if (kDiagonal) {
        c.x = stage_first_row(push.stage) + int(k);
        c.y = push.stage - c.x;
    }
    current_cell = to_user(c);
    const bool in_domain = real && vkalgo_in_domain(current_cell.x, current_cell.y);
    const bool in_base = in_domain && vkalgo_in_base(current_cell.x, current_cell.y);
    // All invocations of a workgroup go there: they may share a cell's work.
    cell_t value = interior_cell(in_domain && !in_base);
    if (!real || index % kLanesACell != 0u) return;
    if (!in_domain) value = cell_t(0);
    if (in_base) value = base(current_cell.x, current_cell.y);
    store_cell(table_index(c), value);
    vkalgo_check_loops();
}
