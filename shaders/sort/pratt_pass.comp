// One pass of Pratt's Shellsort (algorithms/sort/pratt_plan.hpp): every workgroup does many increments, or one merge,
// on its tile.
//   The items form a matrix of push.stride columns. A workgroup owns push.rows rows of kColumns neighbouring columns
//   and holds them in shared memory, row by row, so that two items of a column that are m rows apart are m * kColumns
//   positions apart. Positions beyond the count hold items that are never less than another item, and so do not move.
//   Cost: one read and one write of every item; per increment three reads and one write of shared memory per item, and
//   two barriers. A pass that merges makes, per halving of the rows, one read and at most one write of shared memory
//   per item, and one barrier.
//   Source: V. R. Pratt, Shellsort and Sorting Networks, Stanford 1971.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/grid.glsl"
#include "sort/item_out.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SORT_CONSTANT_ROWS) const uint kRows = 1024;
layout(constant_id = VKALGO_SORT_CONSTANT_COLUMNS) const uint kColumns = 8;

layout(push_constant) uniform Push { PrattPush push; };
#define SORT_COUNT_BINDING VKALGO_SORT_PRATT_COUNT
#include "sort/count.glsl"

const uint kTile = kRows * kColumns;
const uint kEach = kTile / gl_WorkGroupSize.x;

#include "sort/item_tile.glsl"

// Returns the k-th slot of this invocation. Neighbouring lanes have neighbouring slots.
uint slot(uint k) { return k * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }

// Computes out[i] = max(x[i - distance], min(x[i], x[i + distance])). Two exchanges that change anything never share an
// item. So each item has exactly one position afterwards, even if items are equal. `used` is the number of items in the
// tile.
void do_increment(uint distance, uint used) {
    Item results[kEach];
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint i = slot(k);
        Item item = tile_item(i);
        const uint above = i >= distance ? i - distance : i;
        const uint below = i + distance < used ? i + distance : i;
        const Item before = tile_item(above), behind = tile_item(below);
        if (item_less(item, before)) item = before;
        else if (item_less(behind, item)) item = behind;
        results[k] = item;
    }
    barrier();
    [[unroll]] for (uint k = 0; k < kEach; ++k)
        set_tile_item(slot(k), results[k]);
    barrier();
}

// Merges the two sorted halves of every column. The first step compares mirrored rows, which moves the smaller items to
// one half and the greater items to the other. Each half is then bitonic. Each further step separates the smaller from
// the greater items in every half that the previous step made, by comparing rows that are half_rows apart.
void merge_halves() {
    for (uint half_rows = kRows / 2; half_rows > 0; half_rows /= 2) {
        [[unroll]] for (uint k = 0; k < kEach / 2; ++k) {
            const uint column = slot(k) % kColumns;
            const uint row = slot(k) / kColumns;
            const uint within = row % half_rows;
            const uint first = 2 * (row - within) + within;
            const uint second = half_rows == kRows / 2 ? kRows - 1 - first : first + half_rows;
            const Item a = tile_item(first * kColumns + column), b = tile_item(second * kColumns + column);
            if (item_less(b, a)) {
                set_tile_item(first * kColumns + column, b);
                set_tile_item(second * kColumns + column, a);
            }
        }
        barrier();
    }
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.tiles) return;
    const uint count = key_count();
    const uint first_column = group % push.column_groups * kColumns;
    const uint first_row = push.first_row + group / push.column_groups * push.rows;
    const uint used = push.rows * kColumns;
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint i = slot(k);
        const uint column = first_column + i % kColumns;
        const uint at = (first_row + i / kColumns) * push.stride + column;
        Item item = last_item();
        if (i < used && column < push.stride && at < count) item = load_item(at);
        set_tile_item(i, item);
    }
    barrier();
    if (push.merges != 0) {
        merge_halves();
    } else {
        uint third = 1;
        for (uint q = 1; q < push.most_thirds && third * 3 < push.limit; ++q) third *= 3;
        for (; third > 0; third /= 3) {
            uint rows = third;
            while (rows * 2 < push.limit) rows *= 2;
            for (; rows >= third && rows < push.limit; rows /= 2) do_increment(rows * kColumns, used);
        }
    }
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint i = slot(k);
        const uint column = first_column + i % kColumns;
        const uint at = (first_row + i / kColumns) * push.stride + column;
        if (i < used && column < push.stride && at < count) store_item(at, tile_item(i));
    }
}
