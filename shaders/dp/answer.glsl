// Takes the answer from a stored table: one cell, or the best value of a border. Each dispatch reads a range of the
// border.
//   One workgroup reads the cells, combines them with the answer of earlier dispatches, and writes the answer.
// inputs from binding 5
// module answer: any-cells
// module answer-wide: any-cells, wide
// module answer-narrow: any-cells, narrow
// module answer-narrow-wide: any-cells, narrow, wide
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoAnswerPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

layout(std430, set = 0, binding = 3) buffer VkalgoAnswerBuffer {  // Read-write: also read by the next dispatch
    uint vkalgo_answer[];
};
#include "dp/put_answer.glsl"

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
#include "dp/status.glsl"

// This template calls only `value` of the user's text, which reads no cell.
cell_t vkalgo_at(ivec4 c) { return vkalgo_no_cell(); }

vkalgo_value_t vkalgo_value_of(ivec4 cell) {
    vkalgo_current = cell;
    return vkalgo_value(vkalgo_load_cell(vkalgo_table_index(cell)));
}

#ifdef VKALGO_ANSWER_SEARCHES
#include "dp/search.glsl"
#endif

void main() {
    const ivec4 first = vkalgo_four(vkalgo_push.cell);
#ifdef VKALGO_ANSWER_SEARCHES
    const ivec4 along = vkalgo_four(vkalgo_push.step);
    VkalgoCandidate best = vkalgo_none();
    if (vkalgo_push.begin == 0u && gl_LocalInvocationID.x == 0u && vkalgo_answer[6] != 0u)
        best = VkalgoCandidate(vkalgo_value_from_words(uvec2(vkalgo_answer[0], vkalgo_answer[1])),
                               ivec4(vkalgo_answer[2], vkalgo_answer[3], vkalgo_answer[4], vkalgo_answer[5]), true);
    for (uint k = gl_LocalInvocationID.x; k < vkalgo_push.count; k += gl_WorkGroupSize.x) {
        const ivec4 cell = first + int(k) * along;
        best = vkalgo_better_of(best, VkalgoCandidate(vkalgo_value_of(cell), cell, true));
    }
    best = vkalgo_best_of_workgroup(best);
    if (gl_LocalInvocationID.x == 0u && best.found) vkalgo_put_answer(best.value, best.cell);
#else
    if (gl_LocalInvocationID.x == 0u) vkalgo_put_answer(vkalgo_value_of(first), first);
#endif
    vkalgo_check_loops();
}
