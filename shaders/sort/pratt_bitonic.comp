// One pass of the sort of a bitonic part (algorithms/sort/pratt_parts.hpp): its items first rise and then fall, or
// first fall and then rise. Items whose positions are a power of two apart are compared and exchanged, the greatest
// distance first. A pass handles push.row_bits distances.
//   The positions form a matrix of push.stride columns. A workgroup owns 2^push.row_bits rows of some neighbouring
//   columns, kTile positions in total, and holds them in shared memory, row by row. Positions before the first key hold
//   items that are never greater than another item, and positions after the last key hold items that are never less.
//   Neither kind moves.
//   Cost: one read and one write of every item; per distance one read and at most one write of shared memory per item,
//   and a barrier.
//   Source: K. E. Batcher, Sorting Networks and their Applications, 1968.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "common/grid.glsl"
#include "sort/item_out.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SORT_CONSTANT_TILE) const uint kTile = 8192;
layout(push_constant) uniform Push { BitonicPush push; };

const uint kEach = kTile / gl_WorkGroupSize.x;

#include "sort/item_tile.glsl"

// Returns the k-th slot of this invocation. Neighbouring lanes have neighbouring slots.
uint slot(uint k) { return k * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.tiles) return;
    const uint columns = kTile >> push.row_bits;
    const uint first =
        group / push.column_groups * (push.stride << push.row_bits) + group % push.column_groups * columns;
    const uint behind = push.before + push.count;
    // Return if the whole tile is before the first key or after the last key.
    if (first >= behind || first + ((1u << push.row_bits) - 1) * push.stride + columns <= push.before) return;
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint i = slot(k);
        const uint position = first + i / columns * push.stride + i % columns;
        Item item = position < push.before ? Item(0u, 0u, 0u) : last_item();
        if (position >= push.before && position < behind) item = load_item(position - push.before);
        set_tile_item(i, item);
    }
    barrier();
    for (uint distance = kTile / 2; distance >= columns; distance /= 2) {
        [[unroll]] for (uint k = 0; k < kEach / 2; ++k) {
            const uint within = slot(k) % distance;
            const uint lower = 2 * (slot(k) - within) + within;
            const Item a = tile_item(lower), b = tile_item(lower + distance);
            if (item_less(b, a)) {
                set_tile_item(lower, b);
                set_tile_item(lower + distance, a);
            }
        }
        barrier();
    }
    [[unroll]] for (uint k = 0; k < kEach; ++k) {
        const uint i = slot(k);
        const uint position = first + i / columns * push.stride + i % columns;
        if (position >= push.before && position < behind) store_item(position - push.before, tile_item(i));
    }
}
