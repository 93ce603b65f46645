// Counts with packed 16-bit counters in shared memory, for more bins than fit there as 32-bit counters.
//   The bins are divided into kRanges ranges of 2 * kSharedWords bins. kRanges neighbouring workgroups read the same
//   chunk of the input at the same time, and each counts the values of its own range. So the chunk is read about once
//   from memory and kRanges times from the cache. Word w holds bin w of the range in its low half and bin w +
//   kSharedWords in its high half.
//   No half overflows: each check moves every counter of VKALGO_RANGES_MOVED or more to global memory. From one check
//   to the next the workgroup reads at most kInterval * kThreads vectors; the planner chooses kInterval so that these
//   hold at most 65,535 - VKALGO_RANGES_MOVED values. So a half holds at most VKALGO_RANGES_MOVED - 1 + 65,535 -
//   VKALGO_RANGES_MOVED < 65,536. The last check of the vectors moves all counters; the tail, of at most 15 values,
//   follows it.
//   Cost: one read of memory, kRanges of the cache; one comparison per value and range; one shared atomic per value; at
//   the end one global atomic per workgroup and nonzero bin.
#include "histogram/tally.glsl"

layout(constant_id = VKALGO_CONSTANT_SHARED_WORDS) const uint kSharedWords = 1;
layout(constant_id = VKALGO_CONSTANT_RANGES) const uint kRanges = 1;
layout(constant_id = VKALGO_CONSTANT_INTERVAL) const uint kInterval = 1;

shared uint counters[kSharedWords];
shared uint outside_here;

uint outside = 0;
uint nans = 0;   // NaNs among the values outside
uint first_bin;  // First bin of this workgroup's range
uint own_bins;   // Number of bins in the range

void add(uint bin, uint amount) {
    const uint own = bin - first_bin;
    if (own < own_bins) {
        const bool high = own >= kSharedWords;
        atomicAdd(counters[high ? own - kSharedWords : own], high ? amount << 16 : amount);
    }
    if (kWhole == 0 && bin >= kOutside) outside += amount;
    if (kReal != 0 && bin == kNan) nans += amount;
}

// Moves halves of at least `least` to global memory.
void move_counters(uint least) {
    for (uint word = gl_LocalInvocationIndex; word < kSharedWords; word += kThreads) {
        uint pair = counters[word];
        const uint low = pair & 0xffff;
        const uint high = pair >> 16;
        if (low >= least) {
            atomicAdd(counts[first_bin + word], low);
            pair -= low;
        }
        if (high >= least) {
            atomicAdd(counts[first_bin + kSharedWords + word], high);
            pair &= 0xffff;
        }
        counters[word] = pair;
    }
}

void main() {
    const uint self = gl_LocalInvocationIndex;
    const uint chunk = vkalgo_workgroup_index() / kRanges;
    first_bin = vkalgo_workgroup_index() % kRanges * 2 * kSharedWords;
    own_bins = min(2 * kSharedWords, kBins - first_bin);
    for (uint word = self; word < kSharedWords; word += kThreads) counters[word] = 0;
    if (self == 0) outside_here = 0;
    barrier();

    const uint count = window_count();
    const uvec2 range = chunk_of(chunk, count);
    uint at = range.x + self;
    uvec4 next = uvec4(0);
    if (at < range.y) next = vectors[at];
    for (uint begin = range.x; begin < range.y;) {
        const uint end = begin + min(kInterval * kThreads, range.y - begin);
        while (at < end) {
            const uvec4 now = next;
            at += kThreads;
            if (at < range.y) next = vectors[at];
            tally_vector(now);
        }
        begin = end;
        barrier();
        move_counters(begin < range.y ? VKALGO_RANGES_MOVED : 1);
        barrier();
    }
    if (chunk == 0) {
        tally_rest(count);
        barrier();
        move_counters(1);
    }
    if (outside != 0 && first_bin == 0) atomicAdd(outside_here, outside);
    if (kReal != 0 && nans != 0 && first_bin == 0) atomicAdd(counts[kNan], nans);
    barrier();
    if (self == 0 && outside_here != 0) atomicAdd(counts[kBins], outside_here);
}
