// Reduce-then-scan, second half: scans each chunk, starting with the sum of all chunks before it.
//   A workgroup owns a chunk of push.chunk_tiles tiles. It adds up the uvec4 that sum_chunks wrote for each earlier
//   chunk, then scans its tiles one after another. A scan of one chunk needs no first half.
//   Cost per element: one load and one store, besides the load of sum_chunks; per workgroup and earlier chunk one load
//   of 16 bytes.
//   Source: Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVIDIA NVR-2016-002, section 3
//   ("reduce-then-scan").
#include "scan/tile.glsl"
#include "scan/tile_out.glsl"

layout(set = 0, binding = VKALGO_SCAN_CARRIES, std430) readonly buffer Sums { uvec4 chunk_sums[]; };

// Returns the sum of chunks 0 to `chunks` - 1. Each invocation adds up the sums of at most `run` consecutive chunks.
State sum_before(uint chunks) {
    const uint run = (chunks + gl_WorkGroupSize.x - 1) / gl_WorkGroupSize.x;
    State sum = identity_state();
    for (uint k = 0; k < run; ++k) {
        uint chunk = vkalgo_lane_invocation() * run + k;
        if (chunk < chunks) {
            uvec4 words = chunk_sums[chunk];
            sum = combine(sum, State(words.xy, words.z != 0));
        }
    }
    State all;
    workgroup_combine(vkalgo_lane_read(lane_inclusive(sum), vkalgo_kLanes - 1), all);
    return all;
}

void main() {
    read_window();
    const uint group = vkalgo_workgroup_index();
    const uint first = group * push.chunk_tiles;
    if (group >= push.groups || first >= window_tiles()) return;
    const uint full_tiles = window_count / kTileElements;
    const uint end = min(first + push.chunk_tiles, window_tiles());
    State before = identity_state();
    if (push.first_tile + group > 0) before = sum_before(push.first_tile + group);
    for (uint tile = first; tile < end; ++tile) {
        const bool full = tile < full_tiles;
        if (full) tile_load(tile, true);
        else tile_load(tile, false);
        tile_begin();
        const State team = tile_scan_rows();
        barrier();  // Wait until all invocations have read the previous tile's sums
        State all;
        const State team_before = workgroup_combine(team, all);
        const State carried = combine(before, team_before);
        if (full) tile_store(tile, true, carried.value);
        else tile_store(tile, false, carried.value);
        before = combine(before, all);
    }
    if (gl_LocalInvocationIndex == 0 && window_ends && end == window_tiles()) store_total(before.value);
}
