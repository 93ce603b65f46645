// Compares each triangle with the later triangles, by a hierarchy of wide leaves (hierarchy.glsl). A row is the
// position of a triangle in the sorted order, and so is a column: rows are compared with later columns. An invocation
// owns kRows successive rows, whose boxes it keeps. It traverses from the root to the next leaf that the box around all
// its rows meets, compares each of its rows with each column of that leaf, and keeps the results as bits, in up to
// kParts words per leaf. It repeats this until fewer than kParts of its kRecords words are free, or no leaf is left.
// Then it appends the pairs, and continues with the next leaf if there is one. This kernel is for devices on which a
// load takes time for each invocation and each component, and on which all invocations of a subgroup spend time on
// every branch (llvmpipe). So a step of the traversal does little, invocations wait for each other before leaves, and
// again before anything is appended.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "mesh/declare.glsl"
#define MESH_COUNTS_BINDING VKALGO_MESH_FIND_COUNTS
#include "mesh/append.glsl"

layout(set = 0, binding = VKALGO_MESH_FIND_LIST, std430) writeonly buffer List { uvec2 list[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_SORTED, std430) readonly buffer Sorted { vec4 sorted[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_WIDE_NODES, std430) readonly buffer Nodes { uvec4 nodes[]; };
layout(set = 0, binding = VKALGO_MESH_FIND_WIDE_BOUNDS, std430) readonly buffer Bounds { uint bounds[]; };

const uint kItems = VKALGO_MESH_LEAF_ITEMS;
const uint kRows = VKALGO_MESH_WIDE_ROWS;
const uint kPart = 32u / kRows;  // Columns per word: a word has a bit for each row and each of these columns
const uint kParts = kItems / kPart;
const uint kRecords = VKALGO_MESH_WIDE_RECORDS;
const uint kSlots = VKALGO_MESH_WIDE_SLOTS;
const uint kNone = ~0u;  // A leaf that does not exist

float mesh_infinity() { return uintBitsToFloat(0x7f800000u); }

void main() {
    const uint first_row = (push.first / kRows + mesh_invocation()) * kRows;
    if (first_row >= push.end || push.triangles < 2u) return;
    vec3 low[kRows], high[kRows];
    vec3 all_low = vec3(mesh_infinity()), all_high = vec3(-mesh_infinity());
    uint of_first = 0u;  // Bit k: row k of this invocation belongs to the first mesh
    [[unroll]] for (uint k = 0u; k < kRows; ++k) {
        const uint row = first_row + k;
        const bool there = row >= push.first && row < push.end;
        const vec4 own_low = sorted[2u * min(row, push.end - 1u)];
        low[k] = there ? own_low.xyz : vec3(mesh_infinity());
        high[k] = there ? sorted[2u * min(row, push.end - 1u) + 1u].xyz : vec3(-mesh_infinity());
        all_low = min(all_low, low[k]);
        all_high = max(all_high, high[k]);
        if (floatBitsToUint(own_low.w) < push.split) of_first |= 1u << k;
    }
    // The rows, as bits, that a column of the first or of the second mesh is paired with.
    const uint wanted_by_first = push.split == 0u ? ~0u : ~of_first;
    const uint wanted_by_second = push.split == 0u ? ~0u : of_first;
    const uint begin = max(first_row, push.first_column) / kItems;
    const uint end = (push.end_column + kItems - 1u) / kItems;
    uint waiting[VKALGO_MESH_LEVELS];
    uint waits = 0u;
    // Bit c * kRows + k of a word in record_bits is set if row k meets the column record_column + c.
    uint record_column[kRecords], record_bits[kRecords];
    uint node = bounds[VKALGO_MESH_BOUND_ROOT];
    for (;;) {
        uint records = 0u, found = 0u;
        while (node != kNone && records + kParts <= kRecords) {
            while ((node & VKALGO_MESH_LEAF) == 0u) {
                const uvec4 left = nodes[4u * node], right = nodes[4u * node + 2u];
                const uvec3 left_high = nodes[4u * node + 1u].xyz, right_high = nodes[4u * node + 3u].xyz;
                // The first leaf of the node is before `end`, and its last leaf is not before `begin`. The left child
                // ends with leaf `node`, and the right child begins with leaf `node + 1`. So one comparison per child
                // tells whether the same is true of the child.
                const bool go_left = node >= begin && mesh_meet(all_low, all_high, uintBitsToFloat(left.xyz),
                                                                uintBitsToFloat(left_high));
                const bool go_right = node + 1u < end && mesh_meet(all_low, all_high, uintBitsToFloat(right.xyz),
                                                                   uintBitsToFloat(right_high));
                if (go_left && go_right) waiting[waits++] = right.w;
                if (go_left) node = left.w;
                else if (go_right) node = right.w;
                else if (waits != 0u) node = waiting[--waits];
                else node = kNone;
            }
            const bool there = node != kNone;
            const uint other = there ? node & ~VKALGO_MESH_LEAF : 0u;
            [[unroll]] for (uint part = 0u; part < kParts; ++part) {
                uint met = 0u;
                [[unroll]] for (uint c = 0u; c < kPart; ++c) {
                    const uint column = other * kItems + part * kPart + c;
                    const vec4 column_low = sorted[2u * column];
                    const vec3 column_high = sorted[2u * column + 1u].xyz;
                    uint rows = 0u;
                    [[unroll]] for (uint k = 0u; k < kRows; ++k)
                        rows |= mesh_meet(low[k], high[k], column_low.xyz, column_high) ? 1u << k : 0u;
                    rows &= floatBitsToUint(column_low.w) < push.split ? wanted_by_first : wanted_by_second;
                    if (column < first_row + kRows) rows &= (1u << (column - min(column, first_row))) - 1u;
                    if (column < push.first_column || column >= push.end_column) rows = 0u;
                    met |= rows << c * kRows;
                }
                if (there && met != 0u) {
                    record_column[records] = other * kItems + part * kPart;
                    record_bits[records++] = met;
                    found += bitCount(met);
                }
            }
            node = kNone;
            if (waits != 0u) node = waiting[--waits];
        }
        uint index = found != 0u ? mesh_reserve(VKALGO_MESH_COUNT_CANDIDATES, found) : 0u;
        uint bits = 0u, first_column = 0u;
        while (bits != 0u || records != 0u) {
            if (bits == 0u) {
                bits = record_bits[--records];
                first_column = record_column[records];
            }
            [[unroll]] for (uint slot = 0u; slot < kSlots; ++slot) {
                if (bits == 0u || index >= push.candidates) continue;
                const uint bit = uint(findLSB(bits));
                const uint row = floatBitsToUint(sorted[2u * (first_row + bit % kRows)].w);
                const uint column = floatBitsToUint(sorted[2u * (first_column + bit / kRows)].w);
                list[index++] = uvec2(min(row, column), max(row, column));
                bits &= bits - 1u;
            }
            if (index >= push.candidates) bits = 0u;
        }
        if (node == kNone) break;
    }
}
