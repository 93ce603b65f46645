// Radix sort by runs: a whole pass over few items, in one workgroup. Does what radix_run_count, radix_run_starts and
// radix_run_scatter do, with the table in shared memory.
//   Cost per item: two reads, one write, four accesses of shared memory.
#version 460
#extension GL_GOOGLE_include_directive : require
#define SORT_RUNS_OUT
#include "sort/radix_runs.glsl"
#define SORT_COUNT_BINDING VKALGO_SORT_SCATTER_COUNT
#include "sort/count.glsl"

shared uint sums[gl_WorkGroupSize.x];

// Converts the counts of each digit in each run to the output index of the run's first item with that digit. An
// invocation handles neighbouring digits.
void put_starts() {
    const uint words = (kDigits + gl_WorkGroupSize.x - 1u) / gl_WorkGroupSize.x * gl_WorkGroupSize.x;
    const uint first = min(gl_LocalInvocationIndex * words, kDigits * gl_WorkGroupSize.x);
    const uint end = min(first + words, kDigits * gl_WorkGroupSize.x);
    uint sum = 0u;
    for (uint at = first; at < end; ++at) sum += run_counters[at];
    sums[gl_LocalInvocationIndex] = sum;
    barrier();
    uint start = 0u;
    for (uint before = 0u; before < gl_LocalInvocationIndex; ++before) start += sums[before];
    for (uint at = first; at < end; ++at) {
        const uint here = run_counters[at];
        run_counters[at] = start;
        start += here;
    }
}

void main() {
    if (vkalgo_workgroup_index() != 0u) return;
    for (uint d = 0u; d < kDigits; ++d) run_counters[own_counter(d)] = 0u;
    const uvec2 items = own_items(key_count());
    for (uint at = items.x; at < items.y; ++at) ++run_counters[own_counter(digit_at(load_key(at), push.bit))];
    barrier();
    put_starts();
    barrier();
    for (uint at = items.x; at < items.y; ++at) take_item(at);
}
