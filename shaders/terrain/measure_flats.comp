#version 460
// Flats, one round: steps within its flat from each cell to the nearest one beside a way down, and to the nearest one
// beside higher ground.
//   A workgroup owns a tile (terrain/tiles.glsl): it loads both distances with a rim of one cell into shared memory,
//   sweeps until the tile stands still or push.iterations fourfold sweeps have passed, and stores what changed. A cell
//   takes one more than the least of the neighbours that its links name.
//   Cost per awake tile: three loads and up to two stores per cell; per cell of a flat and fourfold sweep 36 reads of
//   shared memory.
//   Source: Barnes, Lehman, Mulla, An efficient assignment of drainage direction over flat surfaces in raster digital
//   elevation models, Computers & Geosciences 62 (2014), with both searches at once, by tiles.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "terrain/terrain.h"
layout(local_size_x_id = VKALGO_TERRAIN_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { TerrainRoundPush push; };
#define VKALGO_STATUS 3
#define VKALGO_FLAGS_BEFORE 4
#define VKALGO_FLAGS_NOW 5
#include "terrain/cells.glsl"
#include "terrain/tiles.glsl"
layout(std430, set = 0, binding = 0) readonly buffer Links { uint links[]; };
layout(std430, set = 0, binding = 1) buffer ToLower { uint to_lower[]; };        // atomics
layout(std430, set = 0, binding = 2) buffer FromHigher { uint from_higher[]; };  // atomics

shared uint tile_lower[kArea];
shared uint tile_higher[kArea];
shared uint tile_links[kSide * kSide];
shared uint tile_flats;

uint link_slot(uint slot) { return (slot / kStride - 1u) * kSide + slot % kStride - 1u; }

// A cell of the tile or of the rim around it, which other workgroups may write at this moment.
void load_cell(ivec2 origin, ivec2 place) {
    const bool rim = place.x < 0 || place.y < 0 || place.x == int(kSide) || place.y == int(kSide);
    const ivec2 cell = origin + place;
    uvec2 both = uvec2(VKALGO_FLAT_FAR);
    if (in_grid(cell)) {
        const uint index = cell_index(cell);
        both = rim ? uvec2(atomicOr(to_lower[index], 0u), atomicOr(from_higher[index], 0u))
                   : uvec2(to_lower[index], from_higher[index]);
    }
    tile_lower[slot_of(place)] = both.x;
    tile_higher[slot_of(place)] = both.y;
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

// Whether a cell of the tile is linked to another.
bool load_links(ivec2 origin) {
    if (gl_LocalInvocationIndex == 0u) tile_flats = 0u;
    uint any = 0u;
    for (uint y = 0u; y < kSide; ++y) {
        const ivec2 place = ivec2(gl_LocalInvocationIndex, y);
        const uint linked = in_grid(origin + place) ? links[cell_index(origin + place)] : 0u;
        tile_links[y * kSide + gl_LocalInvocationIndex] = linked;
        any |= linked;
    }
    barrier();
    if (any != 0u) atomicOr(tile_flats, 1u);
    barrier();
    return tile_flats != 0u;
}

uvec2 both_at(uint slot) { return uvec2(tile_lower[slot], tile_higher[slot]); }
// One more; far stays far.
uvec2 one_more(uvec2 steps) { return max(steps, steps + 1u); }

bool sweep_tile(uint sweep) {
    // The codes of the cells in the row before: NW N NE, SW S SE, NW W SW, NE E SE.
    const uint codes = sweep == 0u ? 0x876u : sweep == 1u ? 0x234u : sweep == 2u ? 0x456u : 0x218u;
    bool falls = false;
    for (uint turn = 0u; turn < kSide; ++turn) {
        const SweepStep step = sweep_step(sweep, turn);
        const uint linked = tile_links[link_slot(step.slot)];
        if (linked != 0u) {
            const uvec2 steps = both_at(step.slot);
            uvec2 nearer = steps;
            if ((linked >> (codes & 15u) & 1u) != 0u)
                nearer = min(nearer, one_more(both_at(step.before - step.across)));
            if ((linked >> (codes >> 4u & 15u) & 1u) != 0u) nearer = min(nearer, one_more(both_at(step.before)));
            if ((linked >> (codes >> 8u) & 1u) != 0u)
                nearer = min(nearer, one_more(both_at(step.before + step.across)));
            falls = falls || nearer != steps;
            tile_lower[step.slot] = nearer.x;
            tile_higher[step.slot] = nearer.y;
        }
        barrier();
    }
    return falls;
}

// Whether the rim changed.
bool store_tile(ivec2 origin) {
    bool rim = false;
    for (int y = 0; y < int(kSide); ++y) {
        const ivec2 place = ivec2(gl_LocalInvocationIndex, y);
        if (!in_grid(origin + place)) continue;
        const uint index = cell_index(origin + place);
        const uvec2 both = both_at(slot_of(place));
        if (both == uvec2(to_lower[index], from_higher[index])) continue;
        if (on_rim(place)) {
            rim = true;
            atomicExchange(to_lower[index], both.x);
            atomicExchange(from_higher[index], both.y);
        } else {
            to_lower[index] = both.x;
            from_higher[index] = both.y;
        }
    }
    return rim;
}

void main() {
    const uint tile = vkalgo_workgroup_index();
    if (tile >= push.tiles) return;
    if (!round_begins(tile == 0u && gl_LocalInvocationIndex == 0u)) return;
    const ivec2 origin = tile_origin(tile);
    bool works = tile_is_awake(tile);
    if (works) works = load_links(origin);
    if (!works) {
        if (gl_LocalInvocationIndex == 0u) changed_now[tile] = 0u;
        return;
    }
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
    tile_ends(tile, store_tile(origin), falling);
}
