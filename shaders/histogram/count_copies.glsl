// Counts with kCopies 32-bit counters per bin in shared memory, if the counters of all bins fit there.
//   A workgroup owns a chunk of the input. Invocation t adds to copy t mod kCopies of a bin. With as many copies as
//   banks, no two invocations of a subgroup conflict, whatever the values are, if the subgroup is not larger than the
//   number of banks. With fewer copies, neighbouring values of one bin are merged first (kMerge). Between the two
//   barriers shared memory is accessed only by atomics. Then the copies of each bin are added up by one invocation,
//   which adds a nonzero sum to global memory.
//   Cost: one read of the input, one shared atomic per value or per group of merged values, at most one global atomic
//   per bin and workgroup.
//   Source: Podlozhnyuk, "Histogram calculation in CUDA" (2007), with copies per lane instead of per warp.
#include "histogram/tally.glsl"

layout(constant_id = VKALGO_CONSTANT_SHARED_WORDS) const uint kSharedWords = 1;
layout(constant_id = VKALGO_CONSTANT_COPIES) const uint kCopies = 1;

shared uint counters[kSharedWords];  // bin * kCopies + copy
shared uint outside_here;

uint outside = 0;
uint nans = 0;  // NaNs among the values outside

void add(uint bin, uint amount) {
    if (kWhole == 0 && bin >= kOutside) {
        outside += amount;
        if (kReal != 0 && bin == kNan) nans += amount;
        return;
    }
    atomicAdd(counters[bin * kCopies + gl_LocalInvocationIndex % kCopies], amount);
}

void main() {
    const uint self = gl_LocalInvocationIndex;
    for (uint word = self; word < kSharedWords; word += kThreads) counters[word] = 0;
    if (self == 0) outside_here = 0;
    barrier();

    const uint count = window_count();
    const uint chunk = vkalgo_workgroup_index();
    const uvec2 range = chunk_of(chunk, count);
    uint at = range.x + self;
    if (kMerge == 0) {
        // Reads four vectors and then counts them. During the counting no reads are pending; other subgroups hide the
        // latency. On an H200 the loop below takes 20% longer for bytes.
        const uint steps = (range.y - range.x) / (4 * kThreads);
        for (uint step = 0; step < steps; ++step) {
            const uvec4 taken[4] = {vectors[at], vectors[at + kThreads], vectors[at + 2 * kThreads],
                                    vectors[at + 3 * kThreads]};
            at += 4 * kThreads;
            [[unroll]] for (uint which = 0; which < 4; ++which)
                tally_vector(taken[which]);
        }
    }
    // Prefetch the next vector while this one is counted.
    uvec4 next = uvec4(0);
    if (at < range.y) next = vectors[at];
    while (at < range.y) {
        const uvec4 now = next;
        at += kThreads;
        if (at < range.y) next = vectors[at];
        tally_vector(now);
    }
    if (chunk == 0) tally_rest(count);

    if (outside != 0) atomicAdd(outside_here, outside);
    if (kReal != 0 && nans != 0) atomicAdd(counts[kNan], nans);
    barrier();
    for (uint bin = self; bin < kBins; bin += kThreads) {
        uint sum = 0;
        // Each invocation starts at a different copy, and thus at a different bank.
        for (uint copy = 0; copy < kCopies; ++copy) sum += counters[bin * kCopies + (copy + self) % kCopies];
        if (sum != 0) atomicAdd(counts[bin], sum);
    }
    if (self == 0 && outside_here != 0) atomicAdd(counts[kBins], outside_here);
}
