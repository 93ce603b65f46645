// Accumulation within a tile of kSide x kSide cells, by pointer doubling in shared memory.
//   Invariant after k rounds: a cell's sum contains the water of all cells at most 2^k - 1 steps upstream in the tile.
//   Its pointer leads to the cell 2^k steps downstream or, with VKALGO_WATER_TILE_END, to the last cell of its flow
//   path in the tile. The cell passes nothing on once its pointer has this bit. Each round adds a cell's sum to the
//   cell that its pointer names.
//   An invocation owns pairs of neighbouring cells, whose 16-bit pointers share a word.
layout(constant_id = VKALGO_TERRAIN_CONSTANT_SIDE) const uint kSide = 64;
const uint kPairs = kSide * kSide / 2u / gl_WorkGroupSize.x;  // Per invocation

#include "terrain/water.glsl"

layout(std430, set = 0, binding = 1) readonly buffer Weights { uint weights[]; };

shared uint tile_sums[kSide * kSide * kWords];
shared uint tile_pointers[kSide * kSide / 2u];
shared uint tile_moves;

ivec2 tile_origin() {
    const uint tile = vkalgo_workgroup_index();
    return ivec2(tile % push.tiles_across, tile / push.tiles_across) * int(kSide);
}
ivec2 position_of(uint local) { return ivec2(local % kSide, local / kSide); }
uint pointer_of(uint local) { return tile_pointers[local / 2u] >> (local % 2u * 16u) & 0xffffu; }

// Returns a cell's own water; 0 without data.
uvec2 own_water(ivec2 cell) {
    if (code_of(cell) > VKALGO_FLOW_LAST) return uvec2(0u);
    if ((push.flags & VKALGO_WATER_WEIGHTED) == 0u) return uvec2(1u, 0u);
    return WATER_AT(weights, cell_index(cell));
}

// Returns the cell that the cell flows to, or the cell itself if its water stays, leaves the grid or meets no data.
ivec2 flows_to(ivec2 cell) {
    const uint code = code_of(cell);
    if (code == VKALGO_FLOW_STAYS || code > VKALGO_FLOW_LAST) return cell;
    const ivec2 there = cell + flow_step(code);
    return code_of(there) > VKALGO_FLOW_LAST ? cell : there;
}

uint first_pointer(ivec2 origin, uint local) {
    const ivec2 there = flows_to(origin + position_of(local)) - origin;
    const bool inside = there.x >= 0 && there.y >= 0 && there.x < int(kSide) && there.y < int(kSide);
    const uint next = inside ? uint(there.y) * kSide + uint(there.x) : local;
    return next == local ? VKALGO_WATER_TILE_END | local : next;
}

// Sums up the tile. The sums begin with first_water(cell) for each cell; at the end they are complete and every pointer
// has VKALGO_WATER_TILE_END. Returns false if the directions run in a circle.
bool accumulate_tile(ivec2 origin) {
    for (uint k = 0u; k < kPairs; ++k) {
        const uint pair = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
        for (uint half_ = 0u; half_ < 2u; ++half_) {
            const uvec2 water = first_water(origin + position_of(2u * pair + half_));
            PUT_WATER(tile_sums, 2u * pair + half_, water)
        }
        tile_pointers[pair] = first_pointer(origin, 2u * pair) | first_pointer(origin, 2u * pair + 1u) << 16u;
    }
    uint before[kPairs], after[kPairs];
    uvec2 firsts[kPairs], seconds[kPairs];  // Water of the pair's cells
    bool moving = true;
    // The longest flow path in a tile has kSide * kSide cells.
    for (uint span = 1u; moving && span <= kSide * kSide; span *= 2u) {
        barrier();  // All have written pointers and sums, and have read tile_moves of the last round
        if (gl_LocalInvocationIndex == 0u) tile_moves = 0u;
        uint any = 0u;
        for (uint k = 0u; k < kPairs; ++k) {
            const uint pair = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
            const uint both = tile_pointers[pair];
            before[k] = both;
            after[k] = both;
            firsts[k] = seconds[k] = uvec2(0u);
            if ((both & VKALGO_WATER_TILE_END) == 0u) {
                firsts[k] = WATER_AT(tile_sums, 2u * pair);
                after[k] = (after[k] & 0xffff0000u) | pointer_of(both & 0xffffu);
            }
            if ((both >> 16u & VKALGO_WATER_TILE_END) == 0u) {
                seconds[k] = WATER_AT(tile_sums, 2u * pair + 1u);
                after[k] = (after[k] & 0xffffu) | pointer_of(both >> 16u) << 16u;
            }
            any |= ~both & (VKALGO_WATER_TILE_END | VKALGO_WATER_TILE_END << 16u);
        }
        barrier();
        for (uint k = 0u; k < kPairs; ++k) {
            const uint pair = k * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
            if (is_water(firsts[k])) ADD_WATER(tile_sums, before[k] & 0xffffu, firsts[k])
            if (is_water(seconds[k])) ADD_WATER(tile_sums, before[k] >> 16u, seconds[k])
            tile_pointers[pair] = after[k];
        }
        if (any != 0u) atomicOr(tile_moves, 1u);
        barrier();
        moving = tile_moves != 0u;
    }
    return !moving;
}
