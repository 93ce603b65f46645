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
    WalkPush push;
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
#include "dp/path.glsl"

bool in_table(int i, int j) { return uint(i) < uint(rows()) && uint(j) < uint(columns()); }

cell_t at(int a, int b) {
    if (!in_table(a, b) || !vkalgo_in_domain(a, b)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, a, b);
        return cell_t(0);
    }
    return load_cell(table_index(to_canonical(a, b)));
}

void main() {
    if (gl_GlobalInvocationID.x != 0u) return;
    if (push.begin == 0u && path_done != 0u) return;
    uint count = push.begin != 0u ? 0u : path_count;
    current_cell = push.begin != 0u ? ivec2(push.i, push.j) : ivec2(path_i, path_j);
    uint done = 0u;
    for (uint s = 0u; s < push.steps && done == 0u; ++s) {
        if (vkalgo_in_base(current_cell.x, current_cell.y)) {
            done = 1u;
        } else {
            const step_t next = step(current_cell.x, current_cell.y);
            if (count < push.capacity) put_record(count, current_cell.x, current_cell.y, next.decision);
            ++count;
            if (!in_table(next.i, next.j) || !vkalgo_in_domain(next.i, next.j)) {
#ifdef VKALGO_HAS_BASE
                vkalgo_raise(VKALGO_STATUS_OUTSIDE | VKALGO_STATUS_STEP, next.i, next.j);
#endif
                done = 1u;
            } else if (stage_of(to_canonical(next.i, next.j)) >=
                       stage_of(to_canonical(current_cell.x, current_cell.y))) {
                vkalgo_raise(VKALGO_STATUS_NOT_EARLIER | VKALGO_STATUS_STEP, next.i, next.j);
                done = 1u;
            }
            current_cell = ivec2(next.i, next.j);
        }
    }
    path_count = count;
    path_done = done;
    path_i = current_cell.x;
    path_j = current_cell.y;
    vkalgo_check_loops();
}
