// Walks step(i, j) over a stored table from the answer cell to the base: one invocation, push.steps steps per dispatch.
//   Reads and writes the path buffer; the record of a cell is written before the walk leaves it. A step that does not
//   go to an earlier wavefront is refused, so that every walk ends; so is one that leaves the table, which only a
//   recurrence without a base region may do: there it is the end. Cost: one dependent read of the table per step.
// inputs from binding 4
// module walk: needs-step
// module walk-wide: needs-step, wide
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoWalkPush vkalgo_push;
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
#include "dp/path.glsl"

bool vkalgo_in_table(int i, int j) { return uint(i) < uint(rows()) && uint(j) < uint(columns()); }

cell_t at(int a, int b) {
    if (!vkalgo_in_table(a, b) || !vkalgo_in_domain(a, b)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, a, b);
        return cell_t(0);
    }
    return vkalgo_load_cell(vkalgo_table_index(vkalgo_to_canonical(a, b)));
}

void main() {
    if (gl_GlobalInvocationID.x != 0u) return;
    if (vkalgo_push.begin == 0u && vkalgo_path_done != 0u) return;
    uint count = vkalgo_push.begin != 0u ? 0u : vkalgo_path_count;
    vkalgo_current =
        vkalgo_push.begin != 0u ? ivec2(vkalgo_push.i, vkalgo_push.j) : ivec2(vkalgo_path_i, vkalgo_path_j);
    uint done = 0u;
    for (uint s = 0u; s < vkalgo_push.steps && done == 0u; ++s) {
        if (vkalgo_in_base(vkalgo_current.x, vkalgo_current.y)) {
            done = 1u;
        } else {
            const step_t next = step(vkalgo_current.x, vkalgo_current.y);
            if (count < vkalgo_push.capacity)
                vkalgo_put_record(count, vkalgo_current.x, vkalgo_current.y, next.decision);
            ++count;
            if (!vkalgo_in_table(next.i, next.j) || !vkalgo_in_domain(next.i, next.j)) {
#ifdef VKALGO_HAS_BASE
                vkalgo_raise(VKALGO_STATUS_OUTSIDE | VKALGO_STATUS_STEP, next.i, next.j);
#endif
                done = 1u;
            } else if (vkalgo_stage_of(vkalgo_to_canonical(next.i, next.j)) >=
                       vkalgo_stage_of(vkalgo_to_canonical(vkalgo_current.x, vkalgo_current.y))) {
                vkalgo_raise(VKALGO_STATUS_NOT_EARLIER | VKALGO_STATUS_STEP, next.i, next.j);
                done = 1u;
            }
            vkalgo_current = ivec2(next.i, next.j);
        }
    }
    vkalgo_path_count = count;
    vkalgo_path_done = done;
    vkalgo_path_i = vkalgo_current.x;
    vkalgo_path_j = vkalgo_current.y;
    vkalgo_check_loops();
}
