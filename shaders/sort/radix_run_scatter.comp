// Radix sort by runs, last kernel of a pass: every invocation moves the items of its run, one by one, so the sort is
// stable.
//   Cost per item: one read, one write, two accesses of shared memory. Per run and digit: one read.
#version 460
#extension GL_GOOGLE_include_directive : require
#define SORT_RUNS_OUT
#include "sort/radix_runs.glsl"
#define SORT_COUNT_BINDING VKALGO_SORT_SCATTER_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_SORT_TILE_STARTS, std430) readonly buffer Table { uint table[]; };

void main() {
    if (vkalgo_workgroup_index() >= push.tiles) return;
    for (uint d = 0u; d < kDigits; ++d) run_counters[own_counter(d)] = table[d * runs() + own_run()];
    const uvec2 items = own_items(key_count());
    for (uint at = items.x; at < items.y; ++at) take_item(at);
}
