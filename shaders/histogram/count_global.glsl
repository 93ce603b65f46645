// Counts in global memory, for short inputs or many bins, for which private counters would cost more than they save.
// With kMerge this is method `global`, which `auto` takes if no other method pays off. Without kMerge this is method
// `atomic`: one global atomic per value.
//   A workgroup owns a chunk of the input, which it reads, and adds to any bin.
//   Cost: one read of the input and one global atomic per value or, with kMerge, one for neighbours that share a bin.
#include "histogram/tally.glsl"

shared uint outside_here;

uint outside = 0;
uint nans = 0;  // NaNs among the values outside

void add(uint bin, uint amount) {
    if (kWhole == 0 && bin >= kOutside) {
        outside += amount;
        if (kReal != 0 && bin == kNan) nans += amount;
        return;
    }
    atomicAdd(counts[bin], amount);
}

void main() {
    const uint self = gl_LocalInvocationIndex;
    if (self == 0) outside_here = 0;
    barrier();
    const uint count = window_count();
    const uint chunk = vkalgo_workgroup_index();
    const uvec2 range = chunk_of(chunk, count);
    for (uint at = range.x + self; at < range.y; at += kThreads) tally_vector(vectors[at]);
    if (chunk == 0) tally_rest(count);
    if (outside != 0) atomicAdd(outside_here, outside);
    if (kReal != 0 && nans != 0) atomicAdd(counts[kNan], nans);
    barrier();
    if (self == 0 && outside_here != 0) atomicAdd(counts[kBins], outside_here);
}
