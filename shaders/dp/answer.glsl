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
    AnswerPush push;
    VKALGO_PARAMS
};

TablePlace vkalgo_place() { return push.place; }
int rows() { return push.place.rows; }
int columns() { return push.place.columns; }

#include "dp/frame.glsl"
#include "dp/table.glsl"

layout(std430, set = 0, binding = 3) buffer AnswerBuffer {  // read-write: combined over dispatches
    cell_t answer_cell;
    uint answer_number;  // along the border
};

// The user's text comes with every template; nothing of it is called here.
cell_t at(int a, int b) { return cell_t(0); }
void overflow_if(bool condition) {}
void vkalgo_raise(uint flag, int a, int b) {}

const uint kNone = 0xffffffffu;
shared cell_t partial[VKALGO_ANSWER_WORKGROUP];
shared uint partial_number[VKALGO_ANSWER_WORKGROUP];

// Whether cell `other` of the border, of value b, replaces cell `number`, of value a. Of equal ones the first stays.
bool gives_way(uint number, cell_t a, uint other, cell_t b) {
    if (other == kNone || number == kNone) return number == kNone;
    if (a != a || b != b) return b == b || (a != a && other < number);
    if (a == b) return other < number;
    return push.operation == VKALGO_ANSWER_MIN ? b < a : b > a;
}

void main() {
    const uint lane = gl_LocalInvocationID.x;
    if (push.operation == VKALGO_ANSWER_COPY) {
        if (lane == 0u) answer_cell = load_cell(table_index(to_canonical(push.i, push.j)));
        return;
    }
    cell_t best = cell_t(0);
    uint number = kNone;
    if (push.first != 0u && lane == 0u) {
        best = answer_cell;
        number = answer_number;
    }
    for (uint k = lane; k < push.count; k += gl_WorkGroupSize.x) {
        const cell_t value =
            load_cell(table_index(to_canonical(push.i + int(k) * push.step_i, push.j + int(k) * push.step_j)));
        if (gives_way(number, best, push.first + k, value)) {
            best = value;
            number = push.first + k;
        }
    }
    partial[lane] = best;
    partial_number[lane] = number;
    barrier();
    for (uint reach = gl_WorkGroupSize.x / 2u; reach > 0u; reach /= 2u) {
        if (lane < reach &&
            gives_way(partial_number[lane], partial[lane], partial_number[lane + reach], partial[lane + reach])) {
            partial[lane] = partial[lane + reach];
            partial_number[lane] = partial_number[lane + reach];
        }
        barrier();
    }
    if (lane == 0u && partial_number[0] != kNone) {
        answer_cell = partial[0];
        answer_number = partial_number[0];
    }
}
