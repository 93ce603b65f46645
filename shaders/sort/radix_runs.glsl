// Radix sort by runs: a pass for devices that take as long for every invocation's access of memory, shared memory or
// not, as for another's, and run few invocations at a time (llvmpipe).
//   Every invocation owns a run of neighbouring items and a column of the table: how often each digit occurs in its
//   run, then where its first item of each digit goes. No two invocations share a counter, so nobody waits for anybody.
#include "sort/radix.glsl"
#ifdef SORT_RUNS_OUT
#include "sort/item_out.glsl"
#endif

layout(push_constant) uniform Push { RadixPush push; };

shared uint run_counters[kDigits * gl_WorkGroupSize.x];

uint runs() { return push.tiles * gl_WorkGroupSize.x; }
uint own_run() { return vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }
uint own_counter(uint digit) { return digit * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }
// The first item and the one behind the last; count is less than 2^32 - runs().
uvec2 own_items(uint count) {
    const uint length = (count + runs() - 1u) / runs();
    const uint first = min(own_run() * length, count);
    return uvec2(first, first + min(length, count - first));
}
#ifdef SORT_RUNS_OUT
// Stores an item where its run's next one of its digit goes.
void take_item(uint at) {
    const Item item = load_item(at);
    const uint counter = own_counter(digit_at(item, push.bit));
    const uint place = run_counters[counter];
    run_counters[counter] = place + 1u;
    store_item(place, item);
}
#endif
