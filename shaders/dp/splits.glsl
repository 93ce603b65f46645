// Finds the tree of splits of the answer of a `reduce` recurrence in a stored table: for each node the k of the best
// term.
//   One workgroup processes the nodes one after another. Its invocations share the values k of a node, then find the
// best term of all; of equal terms the smallest k wins. The path's records are the queue of nodes. A node's children
// are the cells that its best term reads, except cells without a split; they are appended to the queue.
// vkalgo_path_cell[0] is the number of nodes that are done, from which the next dispatch continues. Cost: the terms of
// every node, shared by VKALGO_SPLITS_WORKGROUP invocations.
// inputs from binding 6
// module splits: any-cells, needs-reduce
// module splits-wide: any-cells, needs-reduce, wide
// module splits-narrow: any-cells, needs-reduce, narrow
// module splits-narrow-wide: any-cells, needs-reduce, narrow, wide
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoTracebackPush vkalgo_push;
    VKALGO_PARAMS
};

#include "dp/order.glsl"
#include "dp/table.glsl"

ivec4 vkalgo_current;
ivec4 vkalgo_current_cell() { return vkalgo_current; }
#include "dp/status.glsl"
#include "dp/path.glsl"

layout(std430, set = 0, binding = 5) readonly buffer VkalgoAnswerBuffer { uint vkalgo_answer[]; };

// The cells that the last call of term() read.
const uint vkalgo_kMostChildren = 16u;
ivec2 vkalgo_children[vkalgo_kMostChildren];
uint vkalgo_child_count;

cell_t vkalgo_at(ivec4 c) {
    if (!vkalgo_in_table(c) || !vkalgo_in_domain(c.x, c.y)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, c);
        return vkalgo_no_cell();
    }
    if (vkalgo_child_count < vkalgo_kMostChildren) vkalgo_children[vkalgo_child_count] = c.xy;
    ++vkalgo_child_count;
    return vkalgo_load_cell(vkalgo_table_index(c));
}

shared cell_t vkalgo_best_values[VKALGO_SPLITS_WORKGROUP];
shared int vkalgo_best_splits[VKALGO_SPLITS_WORKGROUP];
shared ivec4 vkalgo_node;  // i, j, and 1 if there is a node to take
shared uint vkalgo_queue_end;

// Returns whether a cell has no split: a cell of the base, or a cell without a feasible term. Without INFEASIBLE, the
// worst value may also be a normal value (0 of an unsigned type). Then only a cell without any term has no split.
bool vkalgo_is_leaf(ivec2 c) {
    if (vkalgo_in_base(c.x, c.y)) return true;
#ifdef VKALGO_HAS_INFEASIBLE
    return vkalgo_load_cell(vkalgo_table_index(ivec4(c, 0, 0))) == INFEASIBLE;
#else
    return vkalgo_reduce_first(c.x, c.y) > vkalgo_reduce_last(c.x, c.y);
#endif
}

void main() {
    const uint lane = gl_LocalInvocationID.x;
    const bool begins = vkalgo_push.begin != 0u;
    uint next = begins ? 0u : uint(vkalgo_path_cell[0]);
    if (lane == 0u) {
        const ivec2 root = ivec2(vkalgo_answer[2], vkalgo_answer[3]);
        vkalgo_queue_end = begins ? 0u : vkalgo_path_count;
        if (begins && !vkalgo_is_leaf(root)) {
            vkalgo_put_record(0u, ivec4(root, 0, 0), 0u);
            vkalgo_queue_end = 1u;
        }
    }
    for (uint s = 0u; s < vkalgo_push.steps; ++s, ++next) {
        if (lane == 0u) {
            const uint slot = next * vkalgo_kRecordWords;
            vkalgo_node = next < min(vkalgo_queue_end, vkalgo_push.capacity)
                              ? ivec4(int(vkalgo_path_records[slot]), int(vkalgo_path_records[slot + 1u]), 1, 0)
                              : ivec4(0);
        }
        barrier();
        if (vkalgo_node.z == 0) break;
        vkalgo_current = ivec4(vkalgo_node.xy, 0, 0);
        const int first = vkalgo_reduce_first(vkalgo_node.x, vkalgo_node.y);
        const int last = vkalgo_reduce_last(vkalgo_node.x, vkalgo_node.y);
        bool found = false;
        cell_t best = cell_t(0);
        int split = last + 1;
        for (int k = first + int(lane); k <= last; k += int(gl_WorkGroupSize.x)) {
            vkalgo_child_count = 0u;
            const cell_t value = term(vkalgo_node.x, k, vkalgo_node.y);
            if (!found || vkalgo_better(value, best)) {
                found = true;
                best = value;
                split = k;
            }
        }
        vkalgo_best_values[lane] = best;
        vkalgo_best_splits[lane] = split;
        barrier();
        for (uint reach = gl_WorkGroupSize.x / 2u; reach > 0u; reach /= 2u) {
            if (lane < reach) {
                const int other = vkalgo_best_splits[lane + reach];
                const bool other_is = other <= last;
                const bool mine_is = vkalgo_best_splits[lane] <= last;
                if (other_is &&
                    (!mine_is || vkalgo_better(vkalgo_best_values[lane + reach], vkalgo_best_values[lane]) ||
                     (other < vkalgo_best_splits[lane] &&
                      !vkalgo_better(vkalgo_best_values[lane], vkalgo_best_values[lane + reach])))) {
                    vkalgo_best_values[lane] = vkalgo_best_values[lane + reach];
                    vkalgo_best_splits[lane] = other;
                }
            }
            barrier();
        }
        if (lane == 0u) {
            const int k = vkalgo_best_splits[0];
            vkalgo_put_record(next, ivec4(vkalgo_node.xy, 0, 0), uint(k));
            if (k <= last) {
                vkalgo_child_count = 0u;
                term(vkalgo_node.x, k, vkalgo_node.y);
                const uint children = vkalgo_child_count;
                for (uint c = 0u; c < min(children, vkalgo_kMostChildren); ++c) {
                    vkalgo_child_count = vkalgo_kMostChildren;  // What vkalgo_is_leaf reads is not recorded
                    if (vkalgo_is_leaf(vkalgo_children[c])) continue;
                    if (vkalgo_queue_end < vkalgo_push.capacity)
                        vkalgo_put_record(vkalgo_queue_end, ivec4(vkalgo_children[c], 0, 0), 0u);
                    ++vkalgo_queue_end;
                }
                if (children > vkalgo_kMostChildren) vkalgo_raise(VKALGO_STATUS_CHILDREN, int(children), 0);
                if (vkalgo_queue_end > vkalgo_push.capacity)
                    vkalgo_raise(VKALGO_STATUS_NODES, int(vkalgo_push.capacity), 0);
            }
        }
        barrier();
    }
    barrier();
    if (lane == 0u) {
        vkalgo_path_count = min(vkalgo_queue_end, vkalgo_push.capacity);
        vkalgo_path_done = next >= vkalgo_queue_end ? 1u : 0u;
        vkalgo_put_path_cell(ivec4(int(next), 0, 0, 0));
    }
    vkalgo_check_loops();
}
