// Rounds over tiles: a workgroup owns a tile of kSide x kSide cells, and works on it if the tile or one of its eight
// neighbours changed in the round before. Within a tile the workgroup repeats until nothing changes.
//   Flags: one word per tile, of the round before (read) and of this round (written), so that rounds do not meet.
//   Values that neighbours may read in the same round are read and written by atomics: a neighbour sees the old value
//   or the new one. All values only ever fall towards the one fixed point, so the order does not matter.
#include "terrain/rounds.glsl"
layout(constant_id = VKALGO_TERRAIN_CONSTANT_SIDE) const uint kSide = 32;
layout(std430, set = 0, binding = VKALGO_FLAGS_BEFORE) readonly buffer FlagsBefore { uint changed_before[]; };
layout(std430, set = 0, binding = VKALGO_FLAGS_NOW) writeonly buffer FlagsNow { uint changed_now[]; };

const uint kStride = kSide + 2u;  // of the tile with a rim of one cell, in shared memory
const uint kArea = kStride * kStride;
const uint kCells = kSide * kSide / gl_WorkGroupSize.x;  // per invocation

shared uint tile_changes;

ivec2 tile_origin(uint tile) { return ivec2(tile % push.tiles_across, tile / push.tiles_across) * int(kSide); }

// Whether the tile or one around it changed in the round before.
bool tile_is_awake(uint tile) {
    if (push.round == 0u) return true;
    const ivec2 place = ivec2(tile % push.tiles_across, tile / push.tiles_across);
    const int down = int(push.tiles / push.tiles_across);
    uint any = 0u;
    for (int y = max(place.y - 1, 0); y <= min(place.y + 1, down - 1); ++y) {
        for (int x = max(place.x - 1, 0); x <= min(place.x + 1, int(push.tiles_across) - 1); ++x) {
            any |= changed_before[uint(y) * push.tiles_across + uint(x)];
        }
    }
    return any != 0u;
}

// The k-th cell of this invocation within its tile, and its place in shared memory.
uvec2 own_cell(uint k) {
    const uint number = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    return uvec2(number % kSide, number / kSide);
}
uint own_slot(uint k) {
    const uvec2 cell = own_cell(k);
    return (cell.y + 1u) * kStride + cell.x + 1u;
}
bool on_rim(uvec2 cell) { return cell.x == 0u || cell.y == 0u || cell.x == kSide - 1u || cell.y == kSide - 1u; }
// The neighbour's place in shared memory, by code.
uint slot_beside(uint slot, uint code) {
    const ivec2 step = flow_step(code);
    return uint(int(slot) + step.y * int(kStride) + step.x);
}
