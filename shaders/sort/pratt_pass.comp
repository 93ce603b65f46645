// One pass of Pratt's Shellsort (algorithms/sort/pratt_plan.hpp): every workgroup does many increments on its tile.
//   The keys are a matrix of push.stride columns. A workgroup owns push.rows rows of kColumns neighbouring columns and
//   holds them in shared memory, row by row, so that a step of m rows is a distance of m * kColumns in all columns. Keys
//   beyond the count are taken for the greatest there is, and stay where they are.
//   Cost: one read and one write of every key; per increment three reads and one write of shared memory per key, and two
//   barriers.
//   Source: V. R. Pratt, Shellsort and Sorting Networks, Stanford 1971.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "sort/sort.h"
#include "common/grid.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SORT_CONSTANT_ROWS) const uint kRows = 1024;
layout(constant_id = VKALGO_SORT_CONSTANT_COLUMNS) const uint kColumns = 8;

layout(push_constant) uniform Push { PrattPush push; };
layout(set = 0, binding = VKALGO_SORT_KEYS, std430) readonly buffer Keys { uint keys[]; };
layout(set = 0, binding = VKALGO_SORT_SORTED, std430) writeonly buffer Sorted { uint sorted_keys[]; };

const uint kTile = kRows * kColumns;
const uint kEach = kTile / gl_WorkGroupSize.x;
const uint kGreatest = ~0u;

shared uint tile[kTile];

// The k-th key of this invocation; lanes that are neighbours have neighbours.
uint slot(uint k) { return k * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }

// out[i] = max(x[i - distance], min(x[i], x[i + distance]))
void do_increment(uint distance, uint used) {
    uint results[kEach];
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint i = slot(k);
        uint key = tile[i];
        if (i + distance < used) key = min(key, tile[i + distance]);
        if (i >= distance && i < used) key = max(key, tile[i - distance]);
        results[k] = key;
    }
    barrier();
    [[unroll]] for (uint k = 0; k < kEach; ++k) tile[slot(k)] = results[k];
    barrier();
}

// Each pair of keys once: `low` and `high` are in order afterwards.
void exchange(uint low, uint high) {
    const uint a = tile[low], b = tile[high];
    tile[low] = min(a, b);
    tile[high] = max(a, b);
}

// Both halves of every column are sorted: mirrored first, which makes halves of lesser and greater keys, and then halves
// of halves.
void merge_halves() {
    for (uint half_rows = kRows / 2; half_rows > 0; half_rows /= 2) {
        [[unroll]] for (uint k = 0; k < kEach / 2; ++k) {
            const uint column = slot(k) % kColumns;
            const uint row = slot(k) / kColumns;
            const uint within = row % half_rows;
            const uint low = 2 * (row - within) + within;
            const uint high = half_rows == kRows / 2 ? kRows - 1 - low : low + half_rows;
            exchange(low * kColumns + column, high * kColumns + column);
        }
        barrier();
    }
}

void main() {
    const uint group = workgroup_index();
    if (group >= push.groups) return;
    const uint first_column = group % push.column_groups * kColumns;
    const uint first_row = push.first_row + group / push.column_groups * push.rows;
    const uint used = push.rows * kColumns;
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint i = slot(k);
        const uint column = first_column + i % kColumns;
        const uint at = (first_row + i / kColumns) * push.stride + column;
        const bool present = i < used && column < push.stride && at < push.count;
        tile[i] = present ? keys[at] : kGreatest;
    }
    barrier();
    if (push.merges != 0) {
        merge_halves();
    } else {
        uint third = 1;
        for (uint q = 1; q < push.most_thirds && third * 3 < push.limit; ++q) third *= 3;
        for (; third > 0; third /= 3) {
            uint step = third;
            while (step * 2 < push.limit) step *= 2;
            for (; step >= third && step < push.limit; step /= 2) do_increment(step * kColumns, used);
        }
    }
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint i = slot(k);
        const uint column = first_column + i % kColumns;
        const uint at = (first_row + i / kColumns) * push.stride + column;
        if (i < used && column < push.stride && at < push.count) sorted_keys[at] = tile[i];
    }
}
