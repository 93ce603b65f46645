// Rounds over tiles of kSide x kSide cells: a workgroup owns one or a few, and works on those that did not come to rest
// in the round before, or of whose eight neighbours one changed its rim then.
//   Within a tile, sweeps: south, north, east, west, each of kSide steps of kSide invocations. In a step each of them
//   updates one cell of the row (or column) from the row before it, which the last step has left, so a value crosses
//   the whole tile in one sweep. Sweeps repeat until four of them change nothing.
//   Flags: one word per tile, of the round before (read) and of this round (written), so that rounds do not meet. A
//   round in which all tiles came to rest with their rims as they were is the last.
//   Values that neighbours may read in the same round are read and written by atomics: a neighbour sees the old value
//   or the new one. All values only ever fall towards the one fixed point, so the order does not matter.
#include "terrain/rounds.glsl"
layout(constant_id = VKALGO_TERRAIN_CONSTANT_SIDE) const uint kSide = 32;
layout(std430, set = 0, binding = VKALGO_FLAGS_BEFORE) readonly buffer FlagsBefore { uint changed_before[]; };
layout(std430, set = 0, binding = VKALGO_FLAGS_NOW) writeonly buffer FlagsNow { uint changed_now[]; };

// The tile with a rim of one cell, in shared memory. The stride is odd, so that columns meet all banks.
const uint kStride = kSide + 3u;
const uint kArea = kStride * (kSide + 2u);

shared uint tile_changes;

// A tile's flags.
const uint kRimChanged = 1u;
const uint kRestless = 2u;

ivec2 tile_origin(uint tile) { return ivec2(tile % push.tiles_across, tile / push.tiles_across) * int(kSide); }

// Why there may be something to do in this round: kRestless if the tile did not come to rest, kRimChanged if only rims
// beside it changed, 0 if neither.
uint tile_wakes(uint tile) {
    if (push.round == 0u || (changed_before[tile] & kRestless) != 0u) return kRestless;
    const ivec2 place = ivec2(tile % push.tiles_across, tile / push.tiles_across);
    const int down = int(push.tiles / push.tiles_across);
    uint any = 0u;
    for (int y = max(place.y - 1, 0); y <= min(place.y + 1, down - 1); ++y) {
        for (int x = max(place.x - 1, 0); x <= min(place.x + 1, int(push.tiles_across) - 1); ++x) {
            const uint other = uint(y) * push.tiles_across + uint(x);
            if (other != tile) any |= changed_before[other];
        }
    }
    return any & kRimChanged;
}

// At the end of a tile's work, for all invocations: `rim`: a cell of it that this invocation stored changed;
// `restless`, the same for all: it did not come to rest.
void tile_ends(uint tile, bool rim, bool restless) {
    barrier();
    if (gl_LocalInvocationIndex == 0u) tile_changes = restless ? kRestless : 0u;
    barrier();
    if (rim) atomicOr(tile_changes, kRimChanged);
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        changed_now[tile] = tile_changes;
        if (tile_changes != 0u) round_changes();
    }
}

uint slot_of(ivec2 place) { return uint(place.y + 1) * kStride + uint(place.x + 1); }
bool on_rim(ivec2 place) {
    return place.x == 0 || place.y == 0 || place.x == int(kSide) - 1 || place.y == int(kSide) - 1;
}

// A sweep as this invocation makes it: the slot of its first cell, the step to its next one, and the step from a cell
// to those beside it in its row (or column).
struct Sweep {
    uint slot;
    int step;
    uint across;
};
Sweep sweep_of(uint number, int lane) {
    const int first = (number & 1u) == 0u ? 0 : int(kSide) - 1;
    const int way = (number & 1u) == 0u ? 1 : -1;
    return number < 2u ? Sweep(slot_of(ivec2(lane, first)), way * int(kStride), 1u)
                       : Sweep(slot_of(ivec2(first, lane)), way, kStride);
}
