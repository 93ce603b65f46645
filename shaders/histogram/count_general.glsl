// Counting whatever the other kernels leave out: bins between edges of any distance.
//   A workgroup owns a chunk of the values. With kCopies above 0 it counts in shared memory, kCopies counters for each
//   of the histogram's, by lane, and adds the sums to global memory at the end; with 0 it counts there at once. Edges
//   lie in shared memory where there is room. Between the two barriers shared counters are touched by atomics alone.
//   Cost: one read of the input; log2(bins) reads of edges and one atomic per value; counters global atomics per
//   workgroup.
#include "common/grid.glsl"
#include "histogram/bins.glsl"

layout(constant_id = VKALGO_CONSTANT_SHARED_WORDS) const uint kSharedWords = 1;
layout(constant_id = VKALGO_CONSTANT_COPIES) const uint kCopies = 0;
layout(constant_id = VKALGO_CONSTANT_SHARED_EDGES) const uint kSharedEdges = 0;

#if VKALGO_WIDE
#define Bits uvec2
#else
#define Bits uint
#endif

layout(std430, set = 0, binding = VKALGO_GENERAL_WORDS) readonly buffer Words { uint words[]; };
layout(std430, set = 0, binding = VKALGO_GENERAL_COUNT) readonly buffer Count { uint counted[]; };
layout(std430, set = 0, binding = VKALGO_GENERAL_EDGES) readonly buffer Edges { Bits edges[]; };
layout(std430, set = 0, binding = VKALGO_GENERAL_SUMS) buffer Sums { uint sums[]; };  // touched by atomics only

layout(push_constant) uniform Push { GeneralPush push; };

shared uint counters[kSharedWords];  // counter * kCopies + copy
shared Bits near_edges[kSharedEdges == 0 ? 1 : kSharedEdges];

#if VKALGO_WIDE

Bits value_at(uint byte) { return uvec2(words[byte / 4], words[byte / 4 + 1]); }

bool is_below(Bits a, Bits b) { return is_above(b, a); }

// Ascends with the value; -0 is 0.
Bits ordinal_of(Bits bits) {
    if (kReal == 0) return uvec2(bits.x, bits.y ^ kSign);
    if (bits == uvec2(0, 0x80000000u)) return bits;
    return (bits.y >> 31) != 0 ? ~bits : uvec2(bits.x, bits.y ^ 0x80000000u);
}

#else

Bits value_at(uint byte) { return value_of(words[byte / 4], byte % 4 / kBytes); }

bool is_below(Bits a, Bits b) { return a < b; }

Bits ordinal_of(Bits bits) {
    if (kReal == 0) return bits ^ kSign;
    if (bits == 0x80000000u) return bits;
    return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

#endif

Bits edge(uint number) {
    if (kSharedEdges != 0) return near_edges[number];
    return edges[number];
}

// Edge b is the ordinal of the first value of bin b, the last edge that of the last value that has a bin. NaN lies
// beyond the infinities, at both ends.
uint bin_between_edges(Bits bits) {
#if !VKALGO_WIDE
    if (kReal != 0 && kBytes == 2) bits = widened(bits);
#endif
    const Bits ordinal = ordinal_of(bits);
    if (is_below(ordinal, edge(0)) || is_below(edge(kBins), ordinal)) {
        const bool nan = kReal != 0 && is_nan(bits);
        return nan ? kNan : kOutside;
    }
    uint bin = 0;
    uint beyond = kBins;
    while (beyond - bin > 1) {
        const uint middle = (bin + beyond) / 2;
        if (is_below(ordinal, edge(middle))) {
            beyond = middle;
        } else {
            bin = middle;
        }
    }
    return bin;
}

void add(uint counter) {
    if (kCopies != 0) {
        atomicAdd(counters[counter * kCopies + gl_LocalInvocationIndex % kCopies], 1);
    } else {
        atomicAdd(sums[counter], 1);
    }
}

void count_value(uint value) {
    const Bits bits = value_at(value * kBytes);
    uint bin;
    if (kRule == VKALGO_RULE_EDGES) {
        bin = bin_between_edges(bits);
    } else {
        bin = bin_of(bits);
    }
    add(bin);
    if (kReal != 0 && bin == kNan) add(kOutside);
}

uint window_count() {
    if (push.counted == 0) return push.count;
    const uint present = counted[push.counted - 1];
    return present > push.first ? min(present - push.first, push.count) : 0;
}

void main() {
    const uint self = gl_LocalInvocationIndex;
    if (kCopies != 0)
        for (uint word = self; word < kSharedWords; word += kThreads) counters[word] = 0;
    for (uint number = self; number < kSharedEdges; number += kThreads) near_edges[number] = edges[number];
    barrier();

    const uint count = window_count();
    const uint begin = min(workgroup_index() * push.values_per_chunk, count);
    const uint end = begin + min(push.values_per_chunk, count - begin);
    for (uint value = begin + self; value < end; value += kThreads) count_value(value);

    if (kCopies == 0) return;
    barrier();
    for (uint counter = self; counter < kCounters; counter += kThreads) {
        uint sum = 0;
        for (uint copy = 0; copy < kCopies; ++copy) sum += counters[counter * kCopies + (copy + self) % kCopies];
        if (sum != 0) atomicAdd(sums[counter], sum);
    }
}
