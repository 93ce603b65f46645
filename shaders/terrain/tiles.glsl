// Rounds over tiles of kSide x kSide cells. The first round visits all tiles. Every other round visits the tiles of a
// list: the tiles that were not settled in the round before, and the tiles beside border cells that changed in that
// round. The workgroups share the list.
//   Within a tile there are four sweeps: to the south, north, east and west. A sweep has kSide steps of kSide
//   invocations. In a step each invocation updates one cell of a row (or column). The cell also reads the row before,
//   which the last step has finished, so a value can cross the whole tile in one sweep. Sweeps repeat until four of
//   them change nothing or push.iterations fourfold sweeps have passed.
//   Lists: one for this round, which is read, and one for the next round, which is written. After the words of the
//   status there is a stamp per tile: 2 * (round + 1) of the last round for which the tile is listed, plus 1 if it was
//   not settled before. The word of a round in the status is the number of tiles that it lists. A round that lists no
//   tile is the last.
//   Values that neighbours may read in the same round are read and written by atomics: a neighbour sees the old value
//   or the new one. All values only move monotonically towards the only fixed point, so the order does not matter.
#include "terrain/rounds.glsl"
layout(constant_id = VKALGO_TERRAIN_CONSTANT_SIDE) const uint kSide = 32;
layout(std430, set = 0, binding = VKALGO_LISTED) readonly buffer Listed { uint listed[]; };
layout(std430, set = 0, binding = VKALGO_NEXT) writeonly buffer Next { uint next_listed[]; };

// The tile with a border of one cell, in shared memory. The stride is odd, so that columns use all banks.
const uint kStride = kSide + 3u;
const uint kArea = kStride * (kSide + 2u);

shared uint tile_changes;
shared uint tiles_listed;
shared uint tiles_first;

ivec2 tile_origin(uint tile) { return ivec2(tile % push.tiles_across, tile / push.tiles_across) * int(kSide); }

// The tiles of this round (valid after round_begins()). Workgroup g owns tile g of these, and every gl_NumWorkGroups-th
// tile after it.
uint tiles_of_round() { return push.round == 0u ? push.tiles : vkalgo_round_before; }
uint tile_of_round(uint k) { return push.round == 0u ? k : listed[k]; }
uint group_count() { return gl_NumWorkGroups.x * gl_NumWorkGroups.y; }

// Returns whether a tile is listed only because borders beside it changed. If another workgroup has already renewed the
// stamp, this returns false, and the tile does more than it must.
bool woken_by_rims(uint tile) {
    return push.round != 0u && atomicOr(status[VKALGO_TERRAIN_STAMPS + tile], 0u) == 2u * (push.round + 1u);
}

// Returns the tiles that a cell on the tile's border concerns: a bit per code, 1 to 8.
uint beside_of(ivec2 position) {
    const bool west = position.x == 0, east = position.x == int(kSide) - 1;
    const bool north = position.y == 0, south = position.y == int(kSide) - 1;
    uint beside = (east ? 1u << 1u : 0u) | (south ? 1u << 3u : 0u) | (west ? 1u << 5u : 0u) | (north ? 1u << 7u : 0u);
    if (south) beside |= (east ? 1u << 2u : 0u) | (west ? 1u << 4u : 0u);
    if (north) beside |= (west ? 1u << 6u : 0u) | (east ? 1u << 8u : 0u);
    return beside;
}

// Lists a tile for the next round unless it is already listed. Returns whether this call listed it. `rank` is then the
// tile's rank, from 0, among the tiles that the workgroup lists at this tile_ends(). `restless`: the tile is listed
// because it is not settled.
bool lists_tile(uint tile, bool restless, out uint rank) {
    const uint stamp = 2u * (push.round + 2u);
    if (atomicMax(status[VKALGO_TERRAIN_STAMPS + tile], stamp + (restless ? 1u : 0u)) >= stamp) return false;
    rank = atomicAdd(tiles_listed, 1u);
    return true;
}

// Ends the work on a tile. Called by all invocations; a workgroup has at least eight. `beside`: the neighbouring tiles
// that a cell stored by this invocation concerns. `restless`, the same for all invocations: the tile is not settled.
void tile_ends(uint tile, uint beside, bool restless) {
    barrier();
    if (gl_LocalInvocationIndex == 0u) tile_changes = tiles_listed = 0u;
    barrier();
    if (beside != 0u) atomicOr(tile_changes, beside);
    barrier();
    // Each of the first eight invocations handles a tile beside this one; the first one also handles this tile.
    const uint code = gl_LocalInvocationIndex + 1u;
    uint other = 0u, rank = 0u, own_rank = 0u;
    bool lists = code <= VKALGO_FLOW_LAST && (tile_changes >> code & 1u) != 0u;
    if (lists) {
        const ivec2 position = ivec2(tile % push.tiles_across, tile / push.tiles_across) + flow_step(code);
        const int down = int(push.tiles / push.tiles_across);
        lists = position.x >= 0 && position.y >= 0 && position.x < int(push.tiles_across) && position.y < down;
        other = uint(position.y) * push.tiles_across + uint(position.x);
    }
    if (lists) lists = lists_tile(other, false, rank);
    const bool again = code == 1u && restless && lists_tile(tile, true, own_rank);
    barrier();
    if (code == 1u && tiles_listed != 0u) {
        tiles_first = atomicAdd(status[VKALGO_TERRAIN_CHANGED + push.round % 3u], tiles_listed);
    }
    barrier();
    if (lists) next_listed[tiles_first + rank] = other;
    if (again) next_listed[tiles_first + own_rank] = tile;
}

uint slot_of(ivec2 position) { return uint(position.y + 1) * kStride + uint(position.x + 1); }
bool on_rim(ivec2 position) {
    return position.x == 0 || position.y == 0 || position.x == int(kSide) - 1 || position.y == int(kSide) - 1;
}

// The sweep of one invocation: the slot of its first cell, the step to its next cell, and the step from a cell to the
// cells beside it in its row (or column).
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
