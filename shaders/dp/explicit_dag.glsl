// Method `explicit-dag`: one dispatch per minimal stage of the dependency graph, one invocation per cell of the stage.
//   The host finds the graph and its minimal sequence of stages. The list holds the numbers of the cells, stage by
// stage. A workgroup owns VKALGO_NUMBERED_WORKGROUP consecutive cells of the list. It reads cells of earlier stages and
// writes its own. Reads are checked as in `stage`.
//   Cost per cell: 4 bytes of the list, one store, and its reads, which are not coalesced if the list scatters them.
//   Source: UNAM thesis on a GPU framework for dynamic programming, section 4.1, algorithms 1 (on the host) and 2.
// inputs from binding 5
// module explicit-dag: any-cells, outputs
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/numbered.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoExplicitDagPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

layout(std430, set = 0, binding = VKALGO_NUMBERED_CELLS) readonly buffer VkalgoList { uint vkalgo_list[]; };

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
#include "dp/status.glsl"

cell_t vkalgo_at(ivec4 c) {
    if (!vkalgo_in_table(c) || !vkalgo_in_domain(c.x, c.y)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, c);
        return vkalgo_no_cell();
    }
    if (!vkalgo_earlier(c, vkalgo_current)) {
        vkalgo_raise(VKALGO_STATUS_NOT_EARLIER, c);
        return vkalgo_no_cell();
    }
    return vkalgo_load_cell(vkalgo_table_index(c));
}

#include "dp/numbered.glsl"

void main() {
    const uint k = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (k < vkalgo_push.count) {
        vkalgo_current = vkalgo_cell_numbered(vkalgo_list[vkalgo_push.first + k]);
        vkalgo_store_cell(vkalgo_table_index(vkalgo_current), vkalgo_value_of_cell(vkalgo_current));
    }
    vkalgo_check_loops();
}
