// Finds the answer of a search: the best of the slots that `stage` wrote, one per number of a candidate (found.glsl).
//   One workgroup reads the slots once and writes the answer.
// inputs from binding 2
// module best: any-cells, needs-search
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoBestPush vkalgo_push;
    VKALGO_PARAMS
};

layout(local_size_x_id = VKALGO_ORDER_CONSTANT_WORKGROUP) in;
layout(std430, set = 0, binding = 0) readonly buffer VkalgoFound { uint vkalgo_found[]; };
#include "dp/found.glsl"
layout(std430, set = 0, binding = 1) writeonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };
#include "dp/put_answer.glsl"

// Every template contains the user's text. This one calls none of it.
cell_t vkalgo_at(ivec4 c) { return vkalgo_no_cell(); }
void overflow_if(bool condition) {}
void vkalgo_raise(uint flag, ivec4 read) {}
void vkalgo_raise(uint flag, int a, int b) {}
bool vkalgo_reads_count() { return false; }
int vkalgo_extent(int index) { return 0; }
int rows() { return 0; }
int columns() { return 0; }

#include "dp/search.glsl"

void main() {
    VkalgoCandidate best = vkalgo_none();
    for (uint slot = gl_LocalInvocationID.x; slot < vkalgo_push.count; slot += gl_WorkGroupSize.x) {
        best = vkalgo_better_of(
            best, VkalgoCandidate(vkalgo_slot_value(slot), vkalgo_slot_cell(slot), vkalgo_slot_is_set(slot)));
    }
    best = vkalgo_best_of_workgroup(best);
    if (gl_LocalInvocationID.x == 0u && best.found) vkalgo_put_answer(best.value, best.cell);
}
