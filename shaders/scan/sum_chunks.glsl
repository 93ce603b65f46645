// Reduce-then-scan, first half: computes the sum of each chunk.
//   A workgroup owns a chunk of push.chunk_tiles tiles and writes its sum as one uvec4: the two key words, 1 if a
//   segment begins in the chunk, and 0. Elements beyond the count are the identity. Without segments, an invocation
//   adds up the elements that it reads in all tiles, and the workgroup combines the sums once. With segments the order
//   matters, so the workgroup combines the sums at each tile.
//   Cost per element: one load. scan_chunks is the second half.
#include "scan/tile.glsl"

layout(set = 0, binding = VKALGO_SCAN_RESULTS, std430) writeonly buffer Sums { uvec4 chunk_sums[]; };

State combine_lanes(State state) {
    State all;
    workgroup_combine(vkalgo_lane_read(lane_inclusive(state), vkalgo_kLanes - 1), all);
    return all;
}

void main() {
    read_window();
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const uint full_tiles = window_count / kTileElements;
    const uint first = group * push.chunk_tiles;
    const uint end = min(first + push.chunk_tiles, window_tiles());
    State sum = identity_state();
    for (uint tile = first; tile < end; ++tile) {
        if (tile < full_tiles) tile_load(tile, true);
        else tile_load(tile, false);
        const State own = tile_begin();
        if (kSegmented) {
            const State team = tile_scan_rows();
            barrier();  // Wait until all invocations have read the previous tile's sums
            State all;
            workgroup_combine(team, all);
            sum = combine(sum, all);
        } else {
            sum = combine(sum, own);
        }
    }
    if (!kSegmented) sum = combine_lanes(sum);
    if (gl_LocalInvocationIndex == 0) {
        chunk_sums[push.first_tile + group] = uvec4(sum.value, uint(sum.head), 0u);
    }
}
