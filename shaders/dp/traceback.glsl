// Follows step(i, j) over a stored table from the answer cell to the base. One invocation takes at most
// vkalgo_push.steps steps per dispatch.
//   It reads and writes the path buffer. The record of a cell is written before the traceback leaves it. A step that
// does not go to an earlier cell raises the status, so that every traceback ends. A step that leaves the table ends the
// traceback; if the recurrence has a base region, it also raises the status. Cost: one dependent read of the table per
// step.
// inputs from binding 6
// module traceback: any-cells, needs-step, outputs
// module traceback-wide: any-cells, needs-step, wide, outputs
// module traceback-narrow: any-cells, needs-step, narrow, outputs
// module traceback-narrow-wide: any-cells, needs-step, narrow, wide, outputs
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoTracebackPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
#include "dp/status.glsl"
#include "dp/path.glsl"

layout(std430, set = 0, binding = 5) readonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };

// step() may read its own cell and the cells that cell() may read, since other methods have only these cells.
cell_t vkalgo_at(ivec4 c) {
    if (!vkalgo_in_table(c) || !vkalgo_in_domain(c.x, c.y)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, c);
        return vkalgo_no_cell();
    }
    if (c != vkalgo_current && !vkalgo_earlier(c, vkalgo_current)) vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, c);
#ifdef VKALGO_LOCAL
    else if (any(greaterThan(abs(c - vkalgo_current), ivec4(1)))) vkalgo_raise(VKALGO_STATUS_TOO_FAR, c);
#endif
    return vkalgo_load_cell(vkalgo_table_index(c));
}

void main() {
    if (gl_GlobalInvocationID.x != 0u) return;
    const bool begins = vkalgo_push.begin != 0u;
    if (!begins && vkalgo_path_done != 0u) return;
    uint count = begins ? 0u : vkalgo_path_count;
    uint state = begins ? 0u : vkalgo_path_state;
    for (int d = 0; d < 4; ++d) vkalgo_current[d] = begins ? int(vkalgo_answer[2 + d]) : vkalgo_path_cell[d];
    const uvec2 answer = uvec2(vkalgo_answer[0], vkalgo_answer[1]);
    uint done = begins && vkalgo_is_no_number(vkalgo_value_from_words(answer)) ? 1u : 0u;
    for (uint s = 0u; s < vkalgo_push.steps && done == 0u; ++s) {
        if (vkalgo_in_base(vkalgo_current)) {
            done = 1u;
        } else {
            const VkalgoStep next = vkalgo_step(vkalgo_current, state);
            if (count < vkalgo_push.capacity) vkalgo_put_record(count, vkalgo_current, next.decision);
            ++count;
            if (!vkalgo_in_table(next.cell) || !vkalgo_in_domain(next.cell.x, next.cell.y)) {
#ifdef VKALGO_HAS_BASE
                vkalgo_raise(VKALGO_STATUS_OUTSIDE | VKALGO_STATUS_STEP, next.cell);
#endif
                done = 1u;
            } else if (!vkalgo_earlier(next.cell, vkalgo_current)) {
                vkalgo_raise(VKALGO_STATUS_NOT_EARLIER | VKALGO_STATUS_STEP, next.cell);
                done = 1u;
            }
            vkalgo_current = next.cell;
            state = next.state;
        }
    }
    vkalgo_path_count = count;
    vkalgo_path_done = done;
    vkalgo_path_state = state;
    vkalgo_put_path_cell(vkalgo_current);
    vkalgo_check_loops();
}
