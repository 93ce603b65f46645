// Method `scan`, for rows that are linear recurrences: cell(i, j) = fresh(i, j) (+) cell(i, j - w) (x) along(i, j) over
// (min, +), (max, +) or (+, *). Each row is computed by a parallel scan. w is constant in a row. The row's cells form w
// independent chains: the columns with the same remainder modulo w.
//   A run of a chain maps the cell p before it to b (+) p (x) a, so two numbers (VkalgoPart) describe a run. Runs
// compose: (a, b) and then (c, d) give (a (x) c, d (+) b (x) c). Sums of along() may exceed the cell's type even if no
// cell does. So these sums have 64 bits, and one value means "none". A sum from which no cell can result becomes none.
// The recurrence's own function computes the cells themselves from the exact cell to the left, and checks its sum.
//   A lane owns `length` successive cells of one chain. Neighbouring lanes own cells of neighbouring chains. In a
// workgroup, each chain has the same number of lanes, and these own successive runs of the chain. There are two forms:
//   wide    Two dispatches per row. Parts: each block (workgroup) composes the runs of its lanes. It writes the
//           composition before each lane, and its own total per chain. Cells: each block composes the totals of the
//           earlier blocks of its chains and computes its cells. If w chains fill the device, the first dispatch has
//           nothing to do.
//   narrow  One workgroup computes many rows in one dispatch, and holds the last two rows in shared memory (kShared
//           cells each). This form is for rows that are too short to fill the device.
//   Every read is checked: it must be inside the table and in the previous row. Cost per cell: fresh() and along()
// twice, and one store. Cost per row: 16 bytes per lane, and 2 log2(lanes per chain) barriers per block.
//   Source: Blelloch, Prefix sums and their applications (1990), section 1.4, recurrences.
//
// Rows are canonical (dp::Frame): the user's or reflected. Columns are the user's: a row runs to the right.
// inputs from binding 9
// module scan: any-cells, needs-number, needs-scan
// module scan-wide: any-cells, needs-number, needs-scan, wide
// module scan-narrow: any-cells, needs-number, needs-scan, narrow
// module scan-narrow-wide: any-cells, needs-number, needs-scan, narrow, wide
#include "common/grid.glsl"
#include "dp/dp.h"
#include "dp/scan.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoScanPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

layout(constant_id = VKALGO_SCAN_CONSTANT_REFLECT) const bool vkalgo_kReflect = false;
layout(constant_id = VKALGO_SCAN_CONSTANT_KEEPS_TABLE) const bool vkalgo_kKeepsTable = false;
layout(constant_id = VKALGO_SCAN_CONSTANT_SHARED) const uint vkalgo_kShared = 0;
layout(constant_id = VKALGO_SCAN_CONSTANT_TASK) const uint vkalgo_kTask = VKALGO_SCAN_TASK_CELLS;

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
// A lane computes its cells in a loop, even if the text has no loop.
#ifndef VKALGO_HAS_LOOPS
#define VKALGO_HAS_LOOPS 1
#endif
#define VKALGO_NOTES_FAULTS
#include "dp/status.glsl"

// --- the algebra -----------------------------------------------------------------------------------------------------
#if VKALGO_SCAN_COMPARES
#define vkalgo_wide_t int64_t
const int64_t vkalgo_kMost = 0x3fffffffffffffffL;  // Limit of sums of along(); every cell is less than half of it
const int64_t vkalgo_kZero = VKALGO_SCAN_MINIMUM != 0 ? 0x7fffffffffffffffL : -0x7fffffffffffffffL - 1L;  // None
const int64_t vkalgo_kOne = 0L;

int64_t vkalgo_widen(cell_t x) {
#ifdef VKALGO_HAS_INFEASIBLE
    if (x == INFEASIBLE) return vkalgo_kZero;
#endif
#if defined(VKALGO_CELL_U64)
    return int64_t(min(x, VKALGO_SCAN_LIMIT));
#elif defined(VKALGO_CELL_I64)
    return clamp(x, -VKALGO_SCAN_LIMIT, VKALGO_SCAN_LIMIT);
#else
    return int64_t(x);
#endif
}
cell_t vkalgo_narrowed(int64_t x) {
#ifdef VKALGO_HAS_INFEASIBLE
    if (x == vkalgo_kZero) return INFEASIBLE;
#endif
    return cell_t(x);
}
int64_t vkalgo_sum(int64_t x, int64_t y) { return VKALGO_SCAN_MINIMUM != 0 ? min(x, y) : max(x, y); }
// Returns x + y; none if x or y is none. A sum that is worse than every possible cell becomes none. A sum that is
// better than every possible cell can only belong to a cell that has raised an error, or to no cell; it is clamped.
int64_t vkalgo_times(int64_t x, int64_t y) {
    if (x == vkalgo_kZero || y == vkalgo_kZero) return vkalgo_kZero;
    const int64_t sum = x + y;
    if (VKALGO_SCAN_MINIMUM != 0 ? sum > vkalgo_kMost : sum < -vkalgo_kMost) return vkalgo_kZero;
    return clamp(sum, -vkalgo_kMost, vkalgo_kMost);
}
#else
#define vkalgo_wide_t cell_t
const cell_t vkalgo_kZero = cell_t(0);
const cell_t vkalgo_kOne = cell_t(1);
cell_t vkalgo_widen(cell_t x) { return x; }
cell_t vkalgo_narrowed(cell_t x) { return x; }
cell_t vkalgo_sum(cell_t x, cell_t y) { return x + y; }
cell_t vkalgo_times(cell_t x, cell_t y) { return x * y; }
#endif

struct VkalgoPart {
    vkalgo_wide_t a, b;
};
VkalgoPart vkalgo_nothing() { return VkalgoPart(vkalgo_kOne, vkalgo_kZero); }
vkalgo_wide_t vkalgo_through(VkalgoPart part, vkalgo_wide_t x) { return vkalgo_sum(part.b, vkalgo_times(x, part.a)); }
VkalgoPart vkalgo_compose(VkalgoPart first, VkalgoPart second) {
    return VkalgoPart(vkalgo_times(first.a, second.a), vkalgo_through(second, first.b));
}

// --- cells -----------------------------------------------------------------------------------------------------------
layout(set = 0, binding = VKALGO_SCAN_ANSWER, std430) writeonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };
#include "dp/put_answer.glsl"
layout(set = 0, binding = VKALGO_SCAN_ROW_IN, std430) readonly buffer VkalgoRowIn { cell_t vkalgo_row_in[]; };
layout(set = 0, binding = VKALGO_SCAN_ROW_OUT, std430) writeonly buffer VkalgoRowOut { cell_t vkalgo_row_out[]; };
layout(set = 0, binding = VKALGO_SCAN_PARTS_IN, std430) readonly buffer VkalgoPartsIn { VkalgoPart vkalgo_parts_in[]; };
layout(set = 0, binding = VKALGO_SCAN_PARTS_OUT, std430) writeonly buffer VkalgoPartsOut {
    VkalgoPart vkalgo_parts_out[];
};

const bool vkalgo_kNarrow = vkalgo_kShared > 0u;
shared cell_t vkalgo_rows[vkalgo_kNarrow ? 2u * vkalgo_kShared : 1u];
shared VkalgoPart vkalgo_lanes[gl_WorkGroupSize.x];

// State of the current row.
uint vkalgo_above = 0u;  // Where the previous row begins in shared memory
int vkalgo_canonical = 0;
int vkalgo_row = 0;  // The user's
int vkalgo_left = 1;
bool vkalgo_left_is_wrong = false;

// Raises the status for a read that breaks a rule. Returns a value that has no meaning.
cell_t vkalgo_refuse(ivec4 c) {
    const int back = vkalgo_kReflect ? c.x - vkalgo_row : vkalgo_row - c.x;
    uint flag = back > 0 ? VKALGO_STATUS_TOO_FAR : VKALGO_STATUS_NOT_EARLIER;
    if (!vkalgo_in_table(c)) flag = VKALGO_STATUS_OUTSIDE;
    vkalgo_raise(flag, c);
    return vkalgo_no_cell();
}

cell_t vkalgo_at(ivec4 c) {
    const int before = vkalgo_row + (vkalgo_kReflect ? 1 : -1);
    if (c.x != before || uint(c.y) >= uint(vkalgo_push.columns) || uint(before) >= uint(vkalgo_push.rows))
        return vkalgo_refuse(c);
    return vkalgo_kNarrow ? vkalgo_rows[vkalgo_above + uint(c.y)] : vkalgo_row_in[c.y];
}

// The values from which a cell is computed. A cell that does not join the cell to its left has the value `fresh`.
struct VkalgoElement {
    cell_t fresh, along;
    bool joins;
};

VkalgoElement vkalgo_element(uint column) {
    VkalgoElement made = VkalgoElement(vkalgo_no_cell(), vkalgo_no_cell(), false);
    vkalgo_current = ivec4(vkalgo_row, int(column), 0, 0);
    if (vkalgo_in_base(vkalgo_current)) {
        made.fresh = vkalgo_base(vkalgo_current);
        return made;
    }
    made.fresh = fresh(vkalgo_current.x, vkalgo_current.y);
    if (vkalgo_left_is_wrong) {
        const int left = vkalgo_scan_left(vkalgo_row);  // Raises the status if the text of `left` is wrong
        if (left < 1) vkalgo_refuse(ivec4(vkalgo_row, vkalgo_current.y - left, 0, 0));
    } else if (vkalgo_left <= vkalgo_current.y) {
        made.along = along(vkalgo_current.x, vkalgo_current.y);
        made.joins = true;
    }
    return made;
}

void vkalgo_put(uint column, cell_t value) {
    if (vkalgo_kNarrow) {
        vkalgo_rows[vkalgo_kShared - vkalgo_above + column] = value;
    } else {
        vkalgo_row_out[column] = value;
    }
    if (vkalgo_kKeepsTable) vkalgo_store_cell(vkalgo_table_index(vkalgo_current), value);
    if (vkalgo_canonical == vkalgo_push.answer_row && int(column) == vkalgo_push.answer_column)
        vkalgo_put_answer(vkalgo_value(value), vkalgo_current);
}

// --- how a row is divided --------------------------------------------------------------------------------------------
uint vkalgo_chains;          // w, but at most the number of columns
uint vkalgo_chains_abreast;  // Chains of a workgroup, which neighbouring lanes hold
uint vkalgo_runs;            // Successive runs of each of these chains that the workgroup holds, one per lane
uint vkalgo_groups;          // Groups of vkalgo_chains_abreast chains
uint vkalgo_blocks;          // Consecutive blocks of each group
uint vkalgo_length;          // Cells of a lane

void vkalgo_enter_row(int canonical) {
    vkalgo_raise_noted();
    vkalgo_canonical = canonical;
    vkalgo_row = vkalgo_kReflect ? vkalgo_push.rows - 1 - canonical : canonical;
    // A row of base cells may have no valid distance to the left. Such a distance is an error only if a cell uses it.
    vkalgo_current = ivec4(vkalgo_row, 0, 0, 0);
    vkalgo_left = vkalgo_scan_left(vkalgo_row);
    vkalgo_left_is_wrong = vkalgo_fault != 0u || vkalgo_left < 1;
    vkalgo_fault = 0u;
    if (vkalgo_left_is_wrong) vkalgo_left = 1;

    const uint columns = uint(vkalgo_push.columns), lanes = gl_WorkGroupSize.x;
    vkalgo_chains = min(uint(vkalgo_left), columns);
    vkalgo_chains_abreast = min(vkalgo_chains, lanes);
    vkalgo_runs = lanes / vkalgo_chains_abreast;
    vkalgo_groups = (vkalgo_chains + vkalgo_chains_abreast - 1u) / vkalgo_chains_abreast;
    const uint cells = (columns + vkalgo_chains - 1u) / vkalgo_chains;  // Cells of a chain
    // A block composes the totals of all blocks before it, so the number of blocks is limited to sqrt(cells). Both
    // tasks must divide a row in the same way, but kernels may round square roots differently. So the root is
    // corrected.
    uint root = uint(sqrt(float(cells)));
    if (root * root > cells) --root;
    if ((root + 1u) * (root + 1u) <= cells) ++root;
    vkalgo_blocks = clamp(vkalgo_push.blocks / vkalgo_groups, 1u, root);
    vkalgo_length = (cells + vkalgo_blocks * vkalgo_runs - 1u) / (vkalgo_blocks * vkalgo_runs);
    vkalgo_blocks = (cells + vkalgo_length * vkalgo_runs - 1u) / (vkalgo_length * vkalgo_runs);
}

// The run of this lane in a block: its chain, its first column and its end column. The first column is not below
// the end column if the lane has no cells.
uint vkalgo_chain, vkalgo_run_first, vkalgo_run_end;
void vkalgo_enter_block(uint block, uint group) {
    const uint lane = gl_LocalInvocationIndex, run = lane / vkalgo_chains_abreast;
    vkalgo_chain = group * vkalgo_chains_abreast + lane % vkalgo_chains_abreast;
    vkalgo_run_first = vkalgo_run_end = 0u;
    if (run < vkalgo_runs && vkalgo_chain < vkalgo_chains) {
        const uint from = (block * vkalgo_runs + run) * vkalgo_length * vkalgo_chains + vkalgo_chain;
        vkalgo_run_first = from;
        vkalgo_run_end = min(from + vkalgo_length * vkalgo_chains, uint(vkalgo_push.columns));
    }
}

VkalgoPart vkalgo_run_as_part() {
    VkalgoPart part = vkalgo_nothing();
    for (uint column = vkalgo_run_first; column < vkalgo_run_end; column += vkalgo_chains) {
        const VkalgoElement one = vkalgo_element(column);
        part = vkalgo_compose(part,
                              VkalgoPart(one.joins ? vkalgo_widen(one.along) : vkalgo_kZero, vkalgo_widen(one.fresh)));
    }
    return part;
}

void vkalgo_run_as_cells(vkalgo_wide_t before) {
    cell_t left = vkalgo_narrowed(before);
    for (uint column = vkalgo_run_first; column < vkalgo_run_end; column += vkalgo_chains) {
        const VkalgoElement one = vkalgo_element(column);
        left = one.joins ? vkalgo_scan_cell(one.fresh, left, one.along) : one.fresh;
        vkalgo_put(column, left);
    }
}

// Writes to vkalgo_lanes, for each lane, the composition of the runs of its chain up to and including its own run. All
// invocations of the workgroup must call it together.
void vkalgo_scan_lanes(VkalgoPart mine) {
    const uint lane = gl_LocalInvocationIndex;
    barrier();  // All invocations have read vkalgo_lanes
    vkalgo_lanes[lane] = mine;
    for (uint apart = vkalgo_chains_abreast; apart < vkalgo_runs * vkalgo_chains_abreast; apart *= 2u) {
        barrier();
        if (lane >= apart) mine = vkalgo_compose(vkalgo_lanes[lane - apart], mine);
        barrier();
        vkalgo_lanes[lane] = mine;
    }
    barrier();
}
VkalgoPart vkalgo_before_lane() {
    if (gl_LocalInvocationIndex < vkalgo_chains_abreast) return vkalgo_nothing();
    return vkalgo_lanes[gl_LocalInvocationIndex - vkalgo_chains_abreast];
}

// --- wide ------------------------------------------------------------------------------------------------------------
uint vkalgo_totals() { return vkalgo_push.blocks * gl_WorkGroupSize.x; }  // Where the totals begin: after the parts

void vkalgo_parts_of_block(uint number, uint block, uint group) {
    const uint lane = gl_LocalInvocationIndex;
    vkalgo_scan_lanes(vkalgo_run_as_part());
    vkalgo_parts_out[number * gl_WorkGroupSize.x + lane] = vkalgo_before_lane();
    if (lane / vkalgo_chains_abreast == vkalgo_runs - 1u && vkalgo_chain < vkalgo_chains)
        vkalgo_parts_out[vkalgo_totals() + block * vkalgo_chains + vkalgo_chain] = vkalgo_lanes[lane];
}

// Returns the last cell of this lane's chain before the block.
vkalgo_wide_t vkalgo_before_block(uint block) {
    const uint lane = gl_LocalInvocationIndex, run = lane / vkalgo_chains_abreast;
    const uint each = (block + vkalgo_runs - 1u) / vkalgo_runs;
    VkalgoPart part = vkalgo_nothing();
    if (run < vkalgo_runs && vkalgo_chain < vkalgo_chains) {
        for (uint b = run * each; b < min(run * each + each, block); ++b)
            part = vkalgo_compose(part, vkalgo_parts_in[vkalgo_totals() + b * vkalgo_chains + vkalgo_chain]);
    }
    if (vkalgo_runs == 1u) return part.b;
    vkalgo_scan_lanes(part);
    return vkalgo_lanes[(vkalgo_runs - 1u) * vkalgo_chains_abreast + lane % vkalgo_chains_abreast].b;
}

void vkalgo_cells_of_block(uint number, uint block) {
    vkalgo_wide_t before = vkalgo_kZero;
    if (block > 0u) before = vkalgo_before_block(block);
    if (vkalgo_runs > 1u)
        before = vkalgo_through(vkalgo_parts_in[number * gl_WorkGroupSize.x + gl_LocalInvocationIndex], before);
    vkalgo_run_as_cells(before);
}

void vkalgo_wide() {
    vkalgo_enter_row(vkalgo_push.first);
    const bool parts = vkalgo_kTask == VKALGO_SCAN_TASK_PARTS;
    if (parts && vkalgo_runs == 1u && vkalgo_blocks == 1u) return;
    // If each group has only one block, there may be more groups than workgroups.
    const uint all = vkalgo_blocks * vkalgo_groups;
    for (uint number = vkalgo_workgroup_index(); number < all; number += vkalgo_push.blocks) {
        const uint block = number / vkalgo_groups, group = number % vkalgo_groups;
        vkalgo_enter_block(block, group);
        if (parts) {
            vkalgo_parts_of_block(number, block, group);
        } else {
            vkalgo_cells_of_block(number, block);
        }
    }
}

// --- narrow ----------------------------------------------------------------------------------------------------------
void vkalgo_row_of_one_workgroup() {
    for (uint group = 0u; group < vkalgo_groups; ++group) {
        vkalgo_enter_block(0u, group);
        vkalgo_wide_t before = vkalgo_kZero;
        if (vkalgo_runs > 1u) {
            vkalgo_scan_lanes(vkalgo_run_as_part());
            before = vkalgo_before_lane().b;
        }
        vkalgo_run_as_cells(before);
    }
}

void main() {
    const uint columns = uint(vkalgo_push.columns), lane = gl_LocalInvocationIndex;
    if (vkalgo_kNarrow) {
        if (vkalgo_workgroup_index() != 0u) return;
        for (uint c = lane; vkalgo_push.first > 0 && c < columns; c += gl_WorkGroupSize.x)
            vkalgo_rows[c] = vkalgo_row_in[c];
        for (int r = 0; r < vkalgo_push.count; ++r) {
            barrier();
            vkalgo_enter_row(vkalgo_push.first + r);
            vkalgo_row_of_one_workgroup();
            vkalgo_above = vkalgo_kShared - vkalgo_above;
        }
        barrier();
        for (uint c = lane; c < columns; c += gl_WorkGroupSize.x) vkalgo_row_out[c] = vkalgo_rows[vkalgo_above + c];
    } else if (vkalgo_workgroup_index() < vkalgo_push.blocks) {
        vkalgo_wide();
    }
    vkalgo_raise_noted();
    vkalgo_check_loops();
}
