#version 460
// Filling, one round: lowers the level of each cell to the greater of its height and the least level around it.
//   A workgroup owns a tile (terrain/tiles.glsl): it loads heights and levels with a rim of one cell into shared
//   memory, sweeps until the tile stands still or push.iterations fourfold sweeps have passed, and stores what changed.
//   Levels are unsigned integers in the order of heights; the outside is below all of them, so cells beside it keep
//   their height. The fixed point is the surface that Priority-Flood gives, bit for bit: only minima and maxima are
//   taken.
//   Cost per awake tile: three loads and up to a store per cell; per cell and fourfold sweep 20 reads of shared memory.
//   Source: Planchon, Darboux, A fast, simple and versatile algorithm to fill the depressions of digital elevation
//   models, Catena 46 (2001), by tiles.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainRoundPush push; };
#define VKALGO_HEIGHTS 0
#define VKALGO_STATUS 2
#define VKALGO_FLAGS_BEFORE 3
#define VKALGO_FLAGS_NOW 4
#include "terrain/cells.glsl"
#include "terrain/heights.glsl"
#include "terrain/levels.glsl"
#include "terrain/tiles.glsl"
layout(std430, set = 0, binding = 1) buffer Levels { uint levels[]; };  // atomics

shared uint tile_levels[kArea];
shared uint tile_ground[kArea];

// A cell of the tile or of the rim around it, which other workgroups may write at this moment.
void load_cell(ivec2 origin, ivec2 place) {
    const bool rim = place.x < 0 || place.y < 0 || place.x == int(kSide) || place.y == int(kSide);
    const ivec2 cell = origin + place;
    uint level = VKALGO_FILL_OUTSIDE, ground = VKALGO_FILL_OUTSIDE;
    if (in_grid(cell)) {
        const uint index = cell_index(cell);
        level = rim ? atomicOr(levels[index], 0u) : levels[index];
        if (!rim && has_height(heights[index])) ground = level_of_height(heights[index]);
    }
    tile_levels[slot_of(place)] = level;
    tile_ground[slot_of(place)] = ground;
}

void load_tile(ivec2 origin) {
    const int lane = int(gl_LocalInvocationIndex);
    for (int y = -1; y <= int(kSide); ++y) load_cell(origin, ivec2(lane, y));
    for (int far = 0; far < 2; ++far) {
        const int x = far == 0 ? -1 : int(kSide);
        load_cell(origin, ivec2(x, lane));
        if (lane < 2) load_cell(origin, ivec2(x, lane == 0 ? -1 : int(kSide)));
    }
}

bool sweep_tile(uint sweep) {
    bool falls = false;
    for (uint turn = 0u; turn < kSide; ++turn) {
        const SweepStep step = sweep_step(sweep, turn);
        const uint level = tile_levels[step.slot], ground = tile_ground[step.slot];
        if (level > ground) {
            const uint least = min(tile_levels[step.before],
                                   min(tile_levels[step.before - step.across], tile_levels[step.before + step.across]));
            const uint lowered = max(ground, min(level, least));
            falls = falls || lowered != level;
            tile_levels[step.slot] = lowered;
        }
        barrier();
    }
    return falls;
}

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    if (!round_begins(tile == 0u && gl_LocalInvocationIndex == 0u)) return;
    if (!tile_is_awake(tile)) {
        if (gl_LocalInvocationIndex == 0u) changed_now[tile] = 0u;
        return;
    }
    const ivec2 origin = tile_origin(tile);
    load_tile(origin);
    bool falling = true;
    for (uint turn = 0u; turn < push.iterations && falling; ++turn) {
        barrier();  // the tile is loaded, the last turn's word is read
        if (gl_LocalInvocationIndex == 0u) tile_changes = 0u;
        bool falls = false;
        for (uint sweep = 0u; sweep < 4u; ++sweep) falls = sweep_tile(sweep) || falls;
        if (falls) atomicOr(tile_changes, 1u);
        barrier();
        falling = tile_changes != 0u;
    }
    bool rim = false;
    for (int y = 0; y < int(kSide); ++y) {
        const ivec2 place = ivec2(gl_LocalInvocationIndex, y);
        if (!in_grid(origin + place)) continue;
        const uint index = cell_index(origin + place);
        const uint level = tile_levels[slot_of(place)];
        if (level == levels[index]) continue;
        if (on_rim(place)) {
            rim = true;
            atomicExchange(levels[index], level);
        } else {
            levels[index] = level;
        }
    }
    tile_ends(tile, rim, falling);
}
