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
    VkalgoStagePush vkalgo_push;
    VKALGO_PARAMS
};

VkalgoTablePlace vkalgo_place() { return vkalgo_push.place; }
int rows() { return vkalgo_push.place.rows; }
int columns() { return vkalgo_push.place.columns; }

#include "dp/frame.glsl"
#include "dp/table.glsl"

ivec2 vkalgo_current;
ivec2 vkalgo_current_cell() { return vkalgo_current; }
#include "dp/status.glsl"

#ifdef VKALGO_RECORD
layout(std430, set = 0, binding = 3) buffer VkalgoReadLog {  // read-write: appended to by atomics
    uint vkalgo_log_count;                                   // reads of the part, also those beyond the capacity
    uint vkalgo_log_capacity;                                // this and the next two are set by the host
    uint vkalgo_log_parts;  // only the reads of every such cell, from the vkalgo_log_part-th on, are recorded
    uint vkalgo_log_part;
    ivec4 vkalgo_log_reads[];  // i, j, a, b
};
#endif

cell_t at(int a, int b) {
#ifdef VKALGO_RECORD
    if (uint(vkalgo_current.x * columns() + vkalgo_current.y) % vkalgo_log_parts == vkalgo_log_part) {
        const uint slot = atomicAdd(vkalgo_log_count, 1u);
        if (slot < vkalgo_log_capacity) vkalgo_log_reads[slot] = ivec4(vkalgo_current, a, b);
    }
#endif
    if (uint(a) >= uint(rows()) || uint(b) >= uint(columns()) || !vkalgo_in_domain(a, b)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, a, b);
        return cell_t(0);
    }
    const ivec2 c = vkalgo_to_canonical(a, b);
    if (vkalgo_stage_of(c) >= vkalgo_push.stage) {
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, a, b);
        return cell_t(0);
    }
    if (vkalgo_push.place.ring > 0 && vkalgo_push.stage - vkalgo_stage_of(c) >= vkalgo_push.place.ring) {
        vkalgo_raise(VKALGO_STATUS_TOO_FAR, a, b);
        return cell_t(0);
    }
    return vkalgo_load_cell(vkalgo_table_index(c));
}

#ifdef VKALGO_SHARED_REDUCTION
// The terms of one cell are shared among kLanesACell neighbouring invocations, so that a wavefront of few cells with
// many terms each still fills the device.
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
cell_t vkalgo_interior_cell(bool mine) { return mine ? cell(vkalgo_current.x, vkalgo_current.y) : cell_t(0); }
#endif

void main() {
    const uint index = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    const uint k = index / vkalgo_kLanesACell;
    const bool real = k < vkalgo_push.count;
    ivec2 c = ivec2(vkalgo_push.stage, int(k));
    if (vkalgo_kDiagonal) {
        c.x = vkalgo_stage_first_row(vkalgo_push.stage) + int(k);
        c.y = vkalgo_push.stage - c.x;
    }
    vkalgo_current = vkalgo_to_user(c);
    const bool in_domain = real && vkalgo_in_domain(vkalgo_current.x, vkalgo_current.y);
    const bool in_base = in_domain && vkalgo_in_base(vkalgo_current.x, vkalgo_current.y);
    // All invocations of a workgroup go there: they may share a cell's work.
    cell_t value = vkalgo_interior_cell(in_domain && !in_base);
    if (!real || index % vkalgo_kLanesACell != 0u) return;
    if (!in_domain) value = cell_t(0);
    if (in_base) value = base(vkalgo_current.x, vkalgo_current.y);
    vkalgo_store_cell(vkalgo_table_index(c), value);
    vkalgo_check_loops();
}
