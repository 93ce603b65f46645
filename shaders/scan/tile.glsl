// A tile: the elements that a workgroup holds in registers at a time. Team t of the workgroup's lanes
// (common/lanes.glsl) owns the t-th run of kVectors x kLanes vectors. A row of the run is the kLanes vectors of 16
// bytes that its lanes read together. So rows are in order within a team, and teams in order within a tile, and no
// element passes through shared memory.
//   Cost per element: one load and one store, (log2(vkalgo_kLanes) + 2) / kPerVector lane exchanges. The including text
//   defines SCAN_PLAIN if the device lacks subgroup shuffles.
#ifndef VKALGO_SCAN_TILE_GLSL
#define VKALGO_SCAN_TILE_GLSL

#include "scan/scan.h"

layout(push_constant) uniform Push { ScanPush push; };

layout(local_size_x_id = VKALGO_SCAN_CONSTANT_THREADS) in;
#define VKALGO_LANES_FIRST_CONSTANT VKALGO_SCAN_CONSTANT_LANES
#define VKALGO_LANES_WORKGROUP gl_WorkGroupSize.x
#define VKALGO_LANES_READ
#ifdef SCAN_PLAIN
#define VKALGO_LANES_PLAIN
#endif
#define VKALGO_INT64 0
#define VKALGO_FLOAT64 0
#include "common/grid.glsl"
#include "common/lanes.glsl"
#include "scan/element.glsl"

layout(constant_id = VKALGO_SCAN_CONSTANT_VECTORS) const uint kVectors = 4;

const uint kTileVectors = gl_WorkGroupSize.x * kVectors;
const uint kTileElements = kTileVectors * kPerVector;
const uint kTeams = gl_WorkGroupSize.x / vkalgo_kLanes;

layout(set = 0, binding = VKALGO_SCAN_VALUES, std430) readonly buffer Values { uvec4 value_vectors[]; };
layout(set = 0, binding = VKALGO_SCAN_VALUES, std430) readonly buffer ValueWords { uint value_words[]; };
layout(set = 0, binding = VKALGO_SCAN_HEADS, std430) readonly buffer Heads { uint head_words[]; };
layout(set = 0, binding = VKALGO_SCAN_COUNT, std430) readonly buffer Count { uint count_words[]; };

// The window: the number of its elements, and whether the scan ends in it or before it.
uint window_count;
bool window_ends;
void read_window() {
    window_count = push.count;
    window_ends = (push.flags & VKALGO_SCAN_LAST_WINDOW) != 0;
    if ((push.flags & VKALGO_SCAN_INDIRECT) != 0) {
        uint count = count_words[push.count_index];
        window_count = count > push.first ? min(count - push.first, push.count) : 0u;
        window_ends = window_ends || count <= push.first + push.count;
    }
}
// Returns whether this is the first window of a scan without elements. Its first workgroup then stores the total.
bool window_is_empty_scan() { return window_count == 0 && push.first == 0; }
// Returns the number of tiles with an element, or one for a scan without elements.
uint window_tiles() { return window_is_empty_scan() ? 1 : (window_count + kTileElements - 1) / kTileElements; }

// Returns the index of the vector that this invocation holds in row `row` of its team's run, for tile `tile` of the
// window.
uint vector_of(uint tile, uint row) {
    return tile * kTileVectors + (vkalgo_lane_team() * kVectors + row) * vkalgo_kLanes + vkalgo_lane_index();
}
uvec4 load_vector(uint vector, bool full) {
    if (full) return key_vector(value_vectors[vector]);
    uint first = vector * kPerVector;
    if (first + kPerVector <= window_count) return key_vector(value_vectors[vector]);
    uvec4 bits = uvec4(0);
    uvec4 keys = kIdentityVector;
    [[unroll]] for (uint w = 0; w < 4; ++w) {
        if (first + w / kWords < window_count) bits[w] = value_words[vector * 4 + w];
    }
    bits = key_vector(bits);
    [[unroll]] for (uint w = 0; w < 4; ++w) {
        if (first + w / kWords < window_count) keys[w] = bits[w];
    }
    return keys;
}
uint load_heads(uint vector, bool full) {
    if (!kSegmented) return 0u;
    uint first = vector * kPerVector;
    if (!full && first >= window_count) return 0u;
    // Heads beyond the count are ignored: such a head would replace the last segment's sum by the identity.
    uint bits = full ? kPerVector : min(kPerVector, window_count - first);
    return bitfieldExtract(head_words[first / 32], int(first % 32), int(bits));
}

State vkalgo_lane_read(State state, uint lane) {
    State other = State(uvec2(vkalgo_lane_read(state.value.x, lane), 0u), false);
    if (kWords == 2) other.value.y = vkalgo_lane_read(state.value.y, lane);
    if (kSegmented) other.head = vkalgo_lane_read(uint(state.head), lane) != 0;
    return other;
}
// Returns the state of the lane `distance` before this one, or the identity if no lane is that far before.
State lane_before(State state, uint distance) {
    const uint lane = vkalgo_lane_index();
    const State other = vkalgo_lane_read(state, max(lane, distance) - distance);
    return State(choose(lane >= distance, other.value, kIdentity), lane >= distance && other.head);
}
// Returns the combination of the team's lanes up to and including this one.
State lane_inclusive(State state) {
    [[unroll]] for (uint distance = 1; distance < vkalgo_kLanes; distance *= 2)
        state = combine(lane_before(state, distance), state);
    return state;
}

shared uint team_low[kTeams], team_high[kTeams], team_head[kTeams];

// Takes each team's sum. Returns the sum of the teams before this one, and sets `all` to the sum of the workgroup.
// Contains a barrier; the caller needs another barrier between two calls.
State workgroup_combine(State team, out State all) {
    if (vkalgo_lane_index() == 0) {
        team_low[vkalgo_lane_team()] = team.value.x;
        if (kWords == 2) team_high[vkalgo_lane_team()] = team.value.y;
        if (kSegmented) team_head[vkalgo_lane_team()] = uint(team.head);
    }
    barrier();
    State before = identity_state();
    all = identity_state();
    [[unroll]] for (uint t = 0; t < kTeams; ++t) {
        if (t == vkalgo_lane_team()) before = all;
        all = combine(all, State(uvec2(team_low[t], kWords == 2 ? team_high[t] : 0u), kSegmented && team_head[t] != 0));
    }
    return before;
}

// The current tile. tile_keys first holds its elements as keys; after tile_begin each vector is begun (element.glsl);
// after tile_scan_rows it holds the scan of the team's run alone. A row takes four registers throughout. With segments,
// bit e % 32 of tile_open[e / 32] means that a segment begins at element e of this invocation, counted by rows. After
// tile_scan_rows the bit means that no segment of the run begins at or before that element, so that the sum before the
// run applies to the element too.
uvec4 tile_keys[kVectors];
const uint kOpenWords = (kVectors * kPerVector + 31) / 32;
uint tile_open[kOpenWords];

void tile_load(uint tile, bool full) {
    [[unroll]] for (uint row = 0; row < kVectors; ++row)
        tile_keys[row] = load_vector(vector_of(tile, row), full);
    if (!kSegmented) return;
    [[unroll]] for (uint word = 0; word < kOpenWords; ++word)
        tile_open[word] = 0u;
    [[unroll]] for (uint row = 0; row < kVectors; ++row)
        tile_open[row * kPerVector / 32] |= load_heads(vector_of(tile, row), full) << (row * kPerVector % 32);
}
uint tile_bits(uint row) {
    if (!kSegmented) return 0u;
    return bitfieldExtract(tile_open[row * kPerVector / 32], int(row * kPerVector % 32), int(kPerVector));
}
// Begins the tile's vectors (begin_vector). Returns the sum of this invocation's elements; with segments, the identity.
State tile_begin() {
    State sum = identity_state();
    [[unroll]] for (uint row = 0; row < kVectors; ++row) {
        tile_keys[row] = begin_vector(tile_keys[row], tile_bits(row));
        if (!kSegmented) sum = combine(sum, vector_sum(tile_keys[row], 0u));
    }
    return sum;
}
// Scans the rows after tile_begin. Returns the team's sum.
State tile_scan_rows() {
    State running = identity_state();
    [[unroll]] for (uint row = 0; row < kVectors; ++row) {
        const uint heads = tile_bits(row);
        const State inclusive = lane_inclusive(vector_sum(tile_keys[row], heads));
        const State carry = combine(running, lane_before(inclusive, 1));
        tile_keys[row] = finish_vector(tile_keys[row], heads, carry.value);
        if (kSegmented) {
            const uint open = carry.head ? 0u : open_elements(heads);
            const uint word = row * kPerVector / 32;
            tile_open[word] = bitfieldInsert(tile_open[word], open, int(row * kPerVector % 32), int(kPerVector));
        }
        running = combine(running, vkalgo_lane_read(inclusive, vkalgo_kLanes - 1));
    }
    return running;
}

#endif
