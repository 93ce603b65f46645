// Method `row-all`: `reduce` over the cells of the previous row (or column). Each row is a matrix-vector product over
// (min,+) or a similar algebra.
//   A team of kTeam neighbouring invocations owns a cell. Invocation l of the team takes the terms l, l + kTeam and so
// on, so that neighbours read neighbouring elements of arrays that are indexed by the term. Rows are passed through two
// buffers, in which neighbouring cells are adjacent whatever the table's layout. There are two forms:
//   wide    One dispatch per row. Each team of each workgroup has one cell.
//   narrow  One workgroup computes many rows in one dispatch and keeps the last two in shared memory (kShared cells
//           each): a barrier per row replaces a dispatch. This form is for rows that are too short to fill the device.
//   Every read is checked: it must be inside the table and in the previous row. Cost per term: the recurrence's own
// operations and one read of the previous row. Cost per row and team: log2(kTeam) exchanges through shared memory.
//
// Rows and columns are canonical (dp::Frame): the user's, transposed or reflected, in the order of the stages.
// inputs from binding 7
// module row-all: any-cells, needs-number, needs-rows, needs-reduce
// module row-all-wide: any-cells, needs-number, needs-rows, needs-reduce, wide
// module row-all-narrow: any-cells, needs-number, needs-rows, needs-reduce, narrow
// module row-all-narrow-wide: any-cells, needs-number, needs-rows, needs-reduce, narrow, wide
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/row_all.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoRowAllPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

layout(constant_id = VKALGO_ROW_ALL_CONSTANT_TRANSPOSE) const bool vkalgo_kTranspose = false;
layout(constant_id = VKALGO_ROW_ALL_CONSTANT_REFLECT) const bool vkalgo_kReflect = false;
layout(constant_id = VKALGO_ROW_ALL_CONSTANT_KEEPS_TABLE) const bool vkalgo_kKeepsTable = false;
layout(constant_id = VKALGO_ROW_ALL_CONSTANT_SHARED) const uint vkalgo_kShared = 0;

layout(set = 0, binding = VKALGO_ROW_ALL_ANSWER, std430) writeonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };
#include "dp/put_answer.glsl"
layout(set = 0, binding = VKALGO_ROW_ALL_ROW_IN, std430) readonly buffer VkalgoRowIn { cell_t vkalgo_row_in[]; };
layout(set = 0, binding = VKALGO_ROW_ALL_ROW_OUT, std430) writeonly buffer VkalgoRowOut { cell_t vkalgo_row_out[]; };

#define VKALGO_TEAM_FIRST_CONSTANT VKALGO_ROW_ALL_CONSTANT_TEAM
#include "dp/team.glsl"

const bool vkalgo_kNarrow = vkalgo_kShared > 0u;
shared cell_t vkalgo_rows[vkalgo_kNarrow ? 2u * vkalgo_kShared : 1u];
uint vkalgo_above = 0u;  // Where the previous row begins in vkalgo_rows

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
// The terms of a cell are computed in a loop, even if the text has no loop.
#ifndef VKALGO_HAS_LOOPS
#define VKALGO_HAS_LOOPS 1
#endif
#include "dp/status.glsl"

int vkalgo_line_of(ivec4 c) { return vkalgo_kTranspose ? c.y : c.x; }

// Raises the status for a read that breaks a rule. Returns a value that has no meaning.
cell_t vkalgo_refuse(ivec4 c) {
    const int back = vkalgo_kReflect ? vkalgo_line_of(c) - vkalgo_line_of(vkalgo_current)
                                     : vkalgo_line_of(vkalgo_current) - vkalgo_line_of(c);
    uint flag = back > 0 ? VKALGO_STATUS_TOO_FAR : VKALGO_STATUS_NOT_EARLIER;
    if (!vkalgo_in_table(c)) flag = VKALGO_STATUS_OUTSIDE;
    vkalgo_raise(flag, c);
    return vkalgo_no_cell();
}

cell_t vkalgo_at(ivec4 c) {
    const uint along = uint(vkalgo_kTranspose ? c.x : c.y);
    const int before = vkalgo_line_of(vkalgo_current) + (vkalgo_kReflect ? 1 : -1);
    if (vkalgo_line_of(c) != before || along >= uint(vkalgo_push.columns) || uint(before) >= uint(vkalgo_push.rows))
        return vkalgo_refuse(c);
    return vkalgo_kNarrow ? vkalgo_rows[vkalgo_above + along] : vkalgo_row_in[along];
}

// Computes one cell per team, for all teams of the workgroup at once. Cells beyond the row are not stored.
void vkalgo_compute(int row, uint column) {
    const bool real = column < uint(vkalgo_push.columns);
    const int line = vkalgo_kReflect ? vkalgo_push.rows - 1 - row : row;
    const int along = int(min(column, uint(vkalgo_push.columns) - 1u));
    vkalgo_current = vkalgo_kTranspose ? ivec4(along, line, 0, 0) : ivec4(line, along, 0, 0);
    const bool in_base = vkalgo_in_base(vkalgo_current);
    cell_t value = VKALGO_WORST;
    if (real && !in_base)
        value = vkalgo_reduce_part(vkalgo_current.x, vkalgo_current.y, int(vkalgo_team_lane()), int(vkalgo_kTeam));
    if (vkalgo_kTeam > 1u) value = vkalgo_best_of_team(value);
    if (!real || vkalgo_team_lane() != 0u) return;
    if (in_base) value = vkalgo_base(vkalgo_current);
    if (vkalgo_kNarrow) {
        vkalgo_rows[vkalgo_kShared - vkalgo_above + column] = value;
    } else {
        vkalgo_row_out[column] = value;
    }
    if (vkalgo_kKeepsTable) vkalgo_store_cell(vkalgo_table_index(vkalgo_current), value);
    if (row == vkalgo_push.answer_row && along == vkalgo_push.answer_column)
        vkalgo_put_answer(vkalgo_value(value), vkalgo_current);
}

void main() {
    const uint teams = gl_WorkGroupSize.x / vkalgo_kTeam, team = vkalgo_invocation() / vkalgo_kTeam;
    const uint columns = uint(vkalgo_push.columns), lane = gl_LocalInvocationIndex;
    if (vkalgo_kNarrow) {
        if (vkalgo_workgroup_index() != 0u) return;
        for (uint c = lane; vkalgo_push.first > 0 && c < columns; c += gl_WorkGroupSize.x)
            vkalgo_rows[c] = vkalgo_row_in[c];
        barrier();
        for (int r = 0; r < vkalgo_push.count; ++r) {
            for (uint first = 0u; first < columns; first += teams) vkalgo_compute(vkalgo_push.first + r, first + team);
            barrier();
            vkalgo_above = vkalgo_kShared - vkalgo_above;
        }
        for (uint c = lane; c < columns; c += gl_WorkGroupSize.x) vkalgo_row_out[c] = vkalgo_rows[vkalgo_above + c];
    } else if (vkalgo_workgroup_index() * teams < columns) {
        vkalgo_compute(vkalgo_push.first, vkalgo_workgroup_index() * teams + team);
    }
    vkalgo_check_loops();
}
