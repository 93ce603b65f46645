// Radix sort by runs: a pass for devices that run few invocations at a time, and on which an access of shared memory
// takes as long as any other access (llvmpipe).
//   Every invocation owns a run of neighbouring items and a column of the table. The column first holds the count of
//   each digit in the run, then the output index of the run's next item with each digit. No two invocations share a
//   counter, so no invocation waits.
#include "sort/radix.glsl"
#ifdef SORT_RUNS_OUT
#include "sort/item_out.glsl"
#endif

layout(push_constant) uniform Push { RadixPush push; };

shared uint run_counters[kDigits * gl_WorkGroupSize.x];

uint runs() { return push.tiles * gl_WorkGroupSize.x; }
uint own_run() { return vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }
uint own_counter(uint digit) { return digit * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }
// Returns the index of the first item of this invocation's run (x), and the index after its last item (y). `count` must
// be less than 2^32 - runs().
uvec2 own_items(uint count) {
    const uint length = (count + runs() - 1u) / runs();
    const uint first = min(own_run() * length, count);
    return uvec2(first, first + min(length, count - first));
}
#ifdef SORT_RUNS_OUT
// Stores item `at` at the output index of the run's next item with this digit, and advances that index.
void take_item(uint at) {
    const Item item = load_item(at);
    const uint counter = own_counter(digit_at(item, push.bit));
    const uint target = run_counters[counter];
    run_counters[counter] = target + 1u;
    store_item(target, item);
}
#endif
