// One pass of Pratt's Shellsort (algorithms/sort/pratt_plan.hpp) on tiles of one column. An invocation owns a tile. It
// holds the tile's rows in registers and does all increments below kRows, except two that other increments replace.
// Increments that earlier passes have done change nothing.
//   Cost: one read and one write of every item; per increment and item one exchange of registers.
//   Source: V. R. Pratt, Shellsort and Sorting Networks, Stanford 1971.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/grid.glsl"
#include "sort/item_out.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SORT_CONSTANT_ROWS) const uint kRows = 64;

layout(push_constant) uniform Push { PrattPush push; };
#define SORT_COUNT_BINDING VKALGO_SORT_PRATT_COUNT
#include "sort/count.glsl"

Item rows[kRows];

void exchange(uint first, uint second) {
    const Item a = rows[first], b = rows[second];
    if (kItemWords == 1) {
        rows[first].low = min(a.low, b.low);
        rows[second].low = max(a.low, b.low);
    } else {
        const bool swap = item_less_flat(b, a);
        rows[first] = Item(mix(a.low, b.low, swap), mix(a.high, b.high, swap), mix(a.value, b.value, swap));
        rows[second] = Item(mix(b.low, a.low, swap), mix(b.high, a.high, swap), mix(b.value, a.value, swap));
    }
}

// Within an increment, exchanges that change anything never share an item, so their order does not matter, except for
// 54 and 48, whose exchanges must be made in ascending order. (llvmpipe unrolls a loop only if it compares the counter
// itself with a constant.)
#define SORT_BY(step)            \
    if (step < kRows) [[unroll]] \
        for (uint k = 0; k < kRows - step; ++k) exchange(k, k + step)

// Sorts the rows by the increments 2^p 3^q below 128, multiples before their divisors. Without 108, the increments 81
// to 27 still sort every 27th row, of which there are at most five. Without 96, the increments 48 to 3 still sort every
// third row, since every ninth is sorted by then.
void sort_rows() {
    SORT_BY(81u);
    SORT_BY(54u);
    SORT_BY(27u);
    SORT_BY(72u);
    SORT_BY(36u);
    SORT_BY(18u);
    SORT_BY(9u);
    SORT_BY(48u);
    SORT_BY(24u);
    SORT_BY(12u);
    SORT_BY(6u);
    SORT_BY(3u);
    SORT_BY(64u);
    SORT_BY(32u);
    SORT_BY(16u);
    SORT_BY(8u);
    SORT_BY(4u);
    SORT_BY(2u);
    SORT_BY(1u);
}

void main() {
    const uint tile = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (tile >= push.tiles) return;
    const uint count = key_count();
    const uint column = tile % push.stride;
    const uint first_row = push.first_row + tile / push.stride * push.rows;
    [[unroll]] for (uint k = 0; k < kRows; ++k) {
        const uint at = (first_row + k) * push.stride + column;
        rows[k] = last_item();
        if (k < push.rows && at < count) rows[k] = load_item(at);
    }
    sort_rows();
    [[unroll]] for (uint k = 0; k < kRows; ++k) {
        const uint at = (first_row + k) * push.stride + column;
        if (k < push.rows && at < count) store_item(at, rows[k]);
    }
}
