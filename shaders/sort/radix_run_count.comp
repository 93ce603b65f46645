// Radix sort by runs, first kernel of a pass: counts each digit in each run.
//   Cost per key: one read, two accesses of shared memory. Per run and digit: one write.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "sort/radix_runs.glsl"
#define SORT_COUNT_BINDING VKALGO_SORT_RADIX_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_SORT_COUNTS, std430) writeonly buffer Table { uint table[]; };

void main() {
    if (vkalgo_workgroup_index() >= push.tiles) return;
    for (uint d = 0u; d < kDigits; ++d) run_counters[own_counter(d)] = 0u;
    const uvec2 items = own_items(key_count());
    for (uint at = items.x; at < items.y; ++at) ++run_counters[own_counter(digit_at(load_key(at), push.bit))];
    for (uint d = 0u; d < kDigits; ++d) table[d * runs() + own_run()] = run_counters[own_counter(d)];
}
