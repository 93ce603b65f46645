// Takes the answer out of a stored table: one cell, or the least or largest of a border, push.count cells per dispatch.
//   One workgroup. Reads push.count cells of the table; writes the answer buffer, after combining with what an earlier
//   dispatch left there: the value, and of a border the number of the first cell that holds it. NaN gives way to any
//   number.
// inputs from binding 4
// module answer
// module answer-wide: wide
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoAnswerPush vkalgo_push;
    VKALGO_PARAMS
};

VkalgoTablePlace vkalgo_place() { return vkalgo_push.place; }
int rows() { return vkalgo_push.place.rows; }
int columns() { return vkalgo_push.place.columns; }

#include "dp/frame.glsl"
#include "dp/table.glsl"

layout(std430, set = 0, binding = 3) buffer VkalgoAnswerBuffer {  // read-write: combined over dispatches
    cell_t vkalgo_answer_cell;
    uint vkalgo_answer_number;  // along the border
};

// The user's text comes with every template; nothing of it is called here.
cell_t at(int a, int b) { return cell_t(0); }
void overflow_if(bool condition) {}
void vkalgo_raise(uint flag, int a, int b) {}

const uint vkalgo_kNone = 0xffffffffu;
shared cell_t vkalgo_partial[VKALGO_ANSWER_WORKGROUP];
shared uint vkalgo_partial_number[VKALGO_ANSWER_WORKGROUP];

// Whether cell `other` of the border, of value b, replaces cell `number`, of value a. Of equal ones the first stays.
bool vkalgo_gives_way(uint number, cell_t a, uint other, cell_t b) {
    if (other == vkalgo_kNone || number == vkalgo_kNone) return number == vkalgo_kNone;
    if (a != a || b != b) return b == b || (a != a && other < number);
    if (a == b) return other < number;
    return vkalgo_push.operation == VKALGO_ANSWER_MIN ? b < a : b > a;
}

void main() {
    const uint lane = gl_LocalInvocationID.x;
    if (vkalgo_push.operation == VKALGO_ANSWER_COPY) {
        if (lane == 0u)
            vkalgo_answer_cell =
                vkalgo_load_cell(vkalgo_table_index(vkalgo_to_canonical(vkalgo_push.i, vkalgo_push.j)));
        return;
    }
    cell_t best = cell_t(0);
    uint number = vkalgo_kNone;
    if (vkalgo_push.first != 0u && lane == 0u) {
        best = vkalgo_answer_cell;
        number = vkalgo_answer_number;
    }
    for (uint k = lane; k < vkalgo_push.count; k += gl_WorkGroupSize.x) {
        const cell_t value = vkalgo_load_cell(vkalgo_table_index(vkalgo_to_canonical(
            vkalgo_push.i + int(k) * vkalgo_push.step_i, vkalgo_push.j + int(k) * vkalgo_push.step_j)));
        if (vkalgo_gives_way(number, best, vkalgo_push.first + k, value)) {
            best = value;
            number = vkalgo_push.first + k;
        }
    }
    vkalgo_partial[lane] = best;
    vkalgo_partial_number[lane] = number;
    barrier();
    for (uint reach = gl_WorkGroupSize.x / 2u; reach > 0u; reach /= 2u) {
        if (lane < reach && vkalgo_gives_way(vkalgo_partial_number[lane], vkalgo_partial[lane],
                                             vkalgo_partial_number[lane + reach], vkalgo_partial[lane + reach])) {
            vkalgo_partial[lane] = vkalgo_partial[lane + reach];
            vkalgo_partial_number[lane] = vkalgo_partial_number[lane + reach];
        }
        barrier();
    }
    if (lane == 0u && vkalgo_partial_number[0] != vkalgo_kNone) {
        vkalgo_answer_cell = vkalgo_partial[0];
        vkalgo_answer_number = vkalgo_partial_number[0];
    }
}
