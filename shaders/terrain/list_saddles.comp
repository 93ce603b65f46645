#version 460
// Before the rounds of filling: lists the saddles between the basins of each tile of kSide x kSide cells. A saddle
// consists of two basins that have neighbouring cells, and the least level at which water passes between such cells. A
// pair of such cells belongs to the tile of the cell that comes first in the grid.
//   A workgroup owns a tile. It loads links and levels with one more column or row in the east, south and west into
//   shared memory and collects the saddles in a table there. An entry of the table names the pair of cells that created
//   it. If the tile's list or the table has no room for all saddles, the tile is FULL; its saddles are found again in
//   every round.
//   Cost: a link and a height per cell; in shared memory up to four insertions into the table per cell.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { FillPush push; };
layout(constant_id = VKALGO_TERRAIN_CONSTANT_SIDE) const uint kSide = 32;
#define VKALGO_HEIGHTS 0
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
#include "terrain/saddles.glsl"
layout(std430, set = 0, binding = 1) readonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 2) writeonly buffer Saddles { uint saddles[]; };
layout(std430, set = 0, binding = 3) writeonly buffer Counts { uint counts[]; };

// The tile with one more column on either side and one more row below. The stride is odd, so that columns use all
// banks.
const uint kStride = kSide + 3u;
const uint kArea = kStride * (kSide + 1u);
shared uint tile_basins[kArea];
shared uint tile_levels[kArea];

// A saddle's entry is one of kMaxProbes successive entries, the first of which is computed from its basins.
const uint kTable = kSide * kSide / 2u;
const uint kMaxProbes = 32u;
const uint kEmpty = 0xffffffffu;
shared uint table_cells[kTable];  // 4 * slot of one cell + code of the other - 1, or kEmpty
shared uint table_levels[kTable];
shared uint listed;

int step_of(uint code) { return flow_step(code).y * int(kStride) + flow_step(code).x; }

// Returns the two basins of an entry, the lesser one first.
uvec2 basins_of(uint cells) {
    const uint slot = cells / 4u;
    const uint one = tile_basins[slot], other = tile_basins[uint(int(slot) + step_of(cells % 4u + 1u))];
    return uvec2(min(one, other), max(one, other));
}

void load_tile(SaddleTile tile) {
    for (uint slot = gl_LocalInvocationIndex; slot < kArea; slot += gl_WorkGroupSize.x) {
        const ivec2 cell = tile.origin + ivec2(int(slot % kStride) - 1, int(slot / kStride));
        const bool inside = in_grid(cell);
        const uint index = inside ? cell_index(cell) : 0u;
        tile_basins[slot] = inside ? links[index] & ~VKALGO_FILL_BASIN : VKALGO_FILL_OUTSIDE;
        tile_levels[slot] = inside ? level_of_height(heights[index]) : 0u;
    }
    for (uint k = gl_LocalInvocationIndex; k < kTable; k += gl_WorkGroupSize.x) {
        table_cells[k] = kEmpty;
        table_levels[k] = VKALGO_FILL_NONE;
    }
    if (gl_LocalInvocationIndex == 0u) listed = 0u;
}

// Enters a saddle into the table. Returns whether there was room for it.
bool enter(uint cells, uint level) {
    const uvec2 basins = basins_of(cells);
    uint at = ((basins.x * 0x9e3779b1u ^ basins.y * 0x85ebca77u) >> 12u) % kTable;
    for (uint k = 0u; k < kMaxProbes; ++k, at = at + 1u == kTable ? 0u : at + 1u) {
        const uint held = atomicCompSwap(table_cells[at], kEmpty, cells);
        if (held != kEmpty && basins_of(held) != basins) continue;
        atomicMin(table_levels[at], level);
        return true;
    }
    return false;
}

void main() {
    const uint number = vkalgo_workgroup_index();
    if (number >= push.tiles) return;
    const SaddleTile tile = saddle_tile(number);
    load_tile(tile);
    barrier();
    bool all = true;
    for (uint k = gl_LocalInvocationIndex; k < kSide * kSide; k += gl_WorkGroupSize.x) {
        const uvec2 position = uvec2(k % kSide, k / kSide);
        if (any(greaterThanEqual(position, tile.size))) continue;
        const uint slot = position.y * kStride + position.x + 1u;
        for (uint code = 1u; code <= kForward; ++code) {
            // Cells off the grid are in the basin of the outside, like all cells beside them, so no saddle is entered
            // there.
            const uint beside = uint(int(slot) + step_of(code));
            if (tile_basins[beside] == tile_basins[slot]) continue;
            all = enter(4u * slot + code - 1u, max(tile_levels[slot], tile_levels[beside])) && all;
        }
    }
    if (!all) atomicOr(listed, VKALGO_FILL_BASIN);
    barrier();
    for (uint k = gl_LocalInvocationIndex; k < kTable; k += gl_WorkGroupSize.x) {
        if (table_cells[k] == kEmpty) continue;
        const uint rank = atomicAdd(listed, 1u) & ~VKALGO_FILL_BASIN;
        if (rank >= tile.room) continue;
        const uint to = saddle_at(tile, rank);
        const uvec2 basins = basins_of(table_cells[k]);
        saddles[to] = basins.x;
        saddles[to + 1u] = basins.y;
        saddles[to + 2u] = table_levels[k];
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u) counts[number] = listed > tile.room ? VKALGO_FILL_FULL : listed;
}
