// Runs a recurrence's solution(): one invocation reads the stored table and writes the outputs.
//   solution() may read any cell of the table. Cost: the operations of the text, on one invocation.
//   Source: UNAM thesis on a GPU framework for dynamic programming, chapter 4 (solutions by a function of the user's).
// inputs from binding 6
// module solution: any-cells, needs-solution, outputs
// module solution-wide: any-cells, needs-solution, wide, outputs
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoTracebackPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

ivec4 vkalgo_current_cell() { return ivec4(0); }
#define VKALGO_STATUS_OF_TEMPLATE VKALGO_STATUS_SOLUTION
#include "dp/status.glsl"
#include "dp/path.glsl"

layout(std430, set = 0, binding = 5) readonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };

cell_t vkalgo_at(ivec4 c) {
    if (!vkalgo_in_table(c) || !vkalgo_in_domain(c.x, c.y)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, c);
        return vkalgo_no_cell();
    }
    return vkalgo_load_cell(vkalgo_table_index(c));
}

void main() {
    if (gl_GlobalInvocationID.x != 0u || vkalgo_push.begin == 0u) return;
    // An answer that is not a number has no solution.
    if (!vkalgo_is_no_number(vkalgo_value_from_words(uvec2(vkalgo_answer[0], vkalgo_answer[1])))) solution();
    vkalgo_path_count = 0u;
    vkalgo_path_done = 1u;
    vkalgo_check_loops();
}
