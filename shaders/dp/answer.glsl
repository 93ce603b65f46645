// Takes the answer out of a stored table: one cell, or the least or largest of a border, push.count cells a dispatch.
//   One workgroup. Reads push.count cells of the table; writes the answer buffer, after combining with what an earlier
//   dispatch left there.
// inputs from binding 4
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush { AnswerPush push; VKALGO_PARAMS };

TablePlace vkalgo_place() { return push.place; }
int rows() { return push.place.rows; }
int columns() { return push.place.columns; }

#include "dp/frame.glsl"
#include "dp/table.glsl"

layout(std430, set = 0, binding = 3) buffer AnswerBuffer { cell_t answer_cell; };  // read-write: combined over dispatches

// The user's text comes with every template; nothing of it is called here.
cell_t at(int a, int b) { return cell_t(0); }
void overflow_if(bool condition) {}
void vkalgo_raise(uint flag, int a, int b) {}

shared cell_t partial[VKALGO_ANSWER_WORKGROUP];
shared uint has_partial[VKALGO_ANSWER_WORKGROUP];

cell_t combine(cell_t a, cell_t b) { return push.operation == VKALGO_ANSWER_MIN ? min(a, b) : max(a, b); }

void main() {
    const uint lane = gl_LocalInvocationID.x;
    if (push.operation == VKALGO_ANSWER_COPY) {
        if (lane == 0u) answer_cell = load_cell(table_index(to_canonical(push.i, push.j)));
        return;
    }
    bool found = push.begin == 0u && lane == 0u;
    cell_t best = cell_t(0);
    if (found) best = answer_cell;
    for (uint k = lane; k < push.count; k += gl_WorkGroupSize.x) {
        const cell_t value = load_cell(table_index(to_canonical(push.i + int(k) * push.step_i, push.j + int(k) * push.step_j)));
        best = found ? combine(best, value) : value;
        found = true;
    }
    partial[lane] = best;
    has_partial[lane] = found ? 1u : 0u;
    barrier();
    for (uint reach = gl_WorkGroupSize.x / 2u; reach > 0u; reach /= 2u) {
        if (lane < reach && has_partial[lane + reach] != 0u) {
            partial[lane] = has_partial[lane] != 0u ? combine(partial[lane], partial[lane + reach]) : partial[lane + reach];
            has_partial[lane] = 1u;
        }
        barrier();
    }
    if (lane == 0u && has_partial[0] != 0u) answer_cell = partial[0];
}
