// The tree of splits behind the answer of a `reduce` recurrence, over a stored table: for each node the k of the best
// term.
//   One workgroup takes the nodes in turn: its invocations share the k's of a node, then agree on the best, smallest k
//   first. The path records are the queue: a node's children are the cells that its best term reads, less those in the
//   base. path_i: nodes done. Cost: a node of length l costs l terms over VKALGO_SPLITS_WORKGROUP invocations.
// inputs from binding 4
// module splits: needs-reduce
// module splits-wide: needs-reduce, wide
#include "dp/dp.h"
#include "dp/stage.h"

layout(push_constant) uniform VkalgoPush {
    WalkPush push;
    VKALGO_PARAMS
};

TablePlace vkalgo_place() { return push.place; }
int rows() { return push.place.rows; }
int columns() { return push.place.columns; }

#include "dp/frame.glsl"
#include "dp/table.glsl"

ivec2 current_cell;
ivec2 vkalgo_current_cell() { return current_cell; }
#include "dp/status.glsl"
#include "dp/path.glsl"

// The cells that the last call of term() read.
const uint kMostChildren = 4u;
ivec2 children[kMostChildren];
uint child_count;

cell_t at(int a, int b) {
    if (uint(a) >= uint(rows()) || uint(b) >= uint(columns()) || !vkalgo_in_domain(a, b)) {
        vkalgo_raise(VKALGO_STATUS_OUTSIDE, a, b);
        return cell_t(0);
    }
    if (child_count < kMostChildren) children[child_count] = ivec2(a, b);
    ++child_count;
    return load_cell(table_index(to_canonical(a, b)));
}

shared cell_t best_values[VKALGO_SPLITS_WORKGROUP];
shared int best_splits[VKALGO_SPLITS_WORKGROUP];
shared ivec4 node;  // i, j, and whether there is such a node
shared uint queue_end;

bool is_leaf(int i, int j) { return vkalgo_in_base(i, j); }

void main() {
    const uint lane = gl_LocalInvocationID.x;
    uint next = push.begin != 0u ? 0u : uint(path_i);
    if (lane == 0u) {
        queue_end = push.begin != 0u ? 0u : path_count;
        if (push.begin != 0u && !is_leaf(push.i, push.j)) {
            put_record(0u, push.i, push.j, 0u);
            queue_end = 1u;
        }
    }
    for (uint s = 0u; s < push.steps; ++s, ++next) {
        if (lane == 0u) {
            const uint slot = next * VKALGO_PATH_RECORD_WORDS;
            node = next < queue_end ? ivec4(int(path_records[slot]), int(path_records[slot + 1u]), 1, 0) : ivec4(0);
        }
        barrier();
        if (node.z == 0) break;
        current_cell = node.xy;
        const int first = vkalgo_reduce_first(node.x, node.y);
        const int last = vkalgo_reduce_last(node.x, node.y);
        bool found = false;
        cell_t best = cell_t(0);
        int split = last + 1;
        for (int k = first + int(lane); k <= last; k += int(gl_WorkGroupSize.x)) {
            child_count = 0u;
            const cell_t value = term(node.x, k, node.y);
            if (!found || vkalgo_better(value, best)) {
                found = true;
                best = value;
                split = k;
            }
        }
        best_values[lane] = best;
        best_splits[lane] = split;
        barrier();
        for (uint reach = gl_WorkGroupSize.x / 2u; reach > 0u; reach /= 2u) {
            if (lane < reach) {
                const int other = best_splits[lane + reach];
                const bool other_is = other <= last;
                const bool mine_is = best_splits[lane] <= last;
                if (other_is &&
                    (!mine_is || vkalgo_better(best_values[lane + reach], best_values[lane]) ||
                     (other < best_splits[lane] && !vkalgo_better(best_values[lane], best_values[lane + reach])))) {
                    best_values[lane] = best_values[lane + reach];
                    best_splits[lane] = other;
                }
            }
            barrier();
        }
        if (lane == 0u) {
            const int k = best_splits[0];
            put_record(next, node.x, node.y, uint(k));
            if (k <= last) {
                child_count = 0u;
                term(node.x, k, node.y);
                for (uint c = 0u; c < min(child_count, kMostChildren); ++c) {
                    if (is_leaf(children[c].x, children[c].y)) continue;
                    if (queue_end < push.capacity) put_record(queue_end, children[c].x, children[c].y, 0u);
                    ++queue_end;
                }
                if (child_count > kMostChildren || queue_end > push.capacity)
                    vkalgo_raise(VKALGO_STATUS_OUTSIDE, int(child_count), int(queue_end));
            }
        }
        barrier();
    }
    barrier();
    if (lane == 0u) {
        path_count = min(queue_end, push.capacity);
        path_done = next >= queue_end ? 1u : 0u;
        path_i = int(next);
        path_j = 0;
    }
    vkalgo_check_loops();
}
