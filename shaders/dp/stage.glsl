// Engine `stage`: one dispatch a wavefront, one invocation a cell: the thesis's way, for any class.
//   A workgroup owns VKALGO_STAGE_WORKGROUP neighbouring cells of wavefront push.stage; it reads cells of earlier wavefronts
//   and writes its own. Every read is checked: outside the table or the domain, or not earlier, raises the status word, so
//   this engine never answers from a cell that is not there. "record" also logs every read.
//   Cost: one store and the cell's own reads a cell, 4 or 8 bytes each; one dispatch and one barrier a wavefront.
//   Source: UNAM thesis on a GPU framework for dynamic programming, chapter 4 (algorithm 2, filling by stages).
// inputs from binding 4
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush { StagePush push; VKALGO_PARAMS };

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
    uint log_count;     // reads seen, also those beyond the capacity
    uint log_capacity;  // set by the host
    uint log_unused[2];
    ivec4 log_reads[];  // i, j, a, b
};
#endif

cell_t at(int a, int b) {
#ifdef VKALGO_RECORD
    const uint slot = atomicAdd(log_count, 1u);
    if (slot < log_capacity) log_reads[slot] = ivec4(current_cell, a, b);
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

void main() {
    const uint k = workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (k >= push.count) return;
    ivec2 c;
    if (kDiagonal) {
        c.x = stage_first_row(push.stage) + int(k);
        c.y = push.stage - c.x;
    } else {
        c = ivec2(push.stage, int(k));
    }
    current_cell = to_user(c);
    cell_t value = cell_t(0);
    if (vkalgo_in_domain(current_cell.x, current_cell.y)) {
        value = vkalgo_in_base(current_cell.x, current_cell.y) ? base(current_cell.x, current_cell.y)
                                                               : cell(current_cell.x, current_cell.y);
    }
    store_cell(table_index(c), value);
}
