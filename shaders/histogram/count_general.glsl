// Counts everything that the other kernels do not support: bins between arbitrary edges, pixels of several channels,
// rows with gaps between them, many histograms by offsets, sums of weights.
//   A workgroup owns a chunk of the pixels. With kCopies above 0 it counts up to kGroups histograms in shared memory,
//   with kCopies copies of each counter (invocation t adds to copy t mod kCopies), and adds the sums to global memory
//   at the end. A chunk with more than kGroups segments, and every chunk if kCopies is 0, is counted directly in global
//   memory. Edges are in shared memory if there is room. Between the two barriers shared counters are accessed only by
//   atomics.
//   A sum of weights has several words. The value that the addition to one word returns shows whether there is a carry
//   into the next word. Sums of u32 have two words. Sums of f32 are exact too (histogram.h), so the order of additions
//   does not matter; round_sums converts them to doubles. Negative weights are subtracted, with a borrow instead of a
//   carry.
//   Cost: one read of the input; per value log2(bins) reads of edges, log2(segments of the chunk) reads of offsets, one
//   atomic (one or two for an f32 weight), and one more atomic per carry; per workgroup at most one global atomic per
//   word of the private counters.
#include "common/grid.glsl"
#include "histogram/edges.glsl"

layout(constant_id = VKALGO_CONSTANT_SHARED_WORDS) const uint kSharedWords = 1;
layout(constant_id = VKALGO_CONSTANT_COPIES) const uint kCopies = 0;
layout(constant_id = VKALGO_CONSTANT_SHARED_EDGES) const uint kSharedEdges = 0;
layout(constant_id = VKALGO_CONSTANT_GROUPS) const uint kGroups = 1;
layout(constant_id = VKALGO_CONSTANT_LAYOUT) const uint kLayout = VKALGO_LAYOUT_LIST;
layout(constant_id = VKALGO_CONSTANT_CHANNELS) const uint kChannels = 1;
layout(constant_id = VKALGO_CONSTANT_CHANNEL_GROUPS) const uint kChannelGroups = 0;
layout(constant_id = VKALGO_CONSTANT_WEIGHTS) const uint kWeights = VKALGO_WEIGHTS_NONE;

const uint kNotCounted = 15;
const bool kRealWeights = kWeights == VKALGO_WEIGHTS_F32;
// kDigits is the number of a counter's words that carry into each other, kWords is the number of all its words.
const uint kDigits = kRealWeights ? VKALGO_SUM_DIGITS : kWeights == VKALGO_WEIGHTS_NONE ? 1 : 2;
const uint kWords = kRealWeights ? VKALGO_SUM_WORDS : kDigits;

layout(std430, set = 0, binding = VKALGO_GENERAL_WORDS) readonly buffer Words { uint words[]; };
layout(std430, set = 0, binding = VKALGO_GENERAL_COUNT) readonly buffer Count { uint counted[]; };
layout(std430, set = 0, binding = VKALGO_GENERAL_EDGES) readonly buffer Edges { Bits edges[]; };
layout(std430, set = 0, binding = VKALGO_GENERAL_OFFSETS) readonly buffer Offsets { uint offsets[]; };
layout(std430, set = 0, binding = VKALGO_GENERAL_WEIGHTS) readonly buffer Weights { uint weights[]; };
layout(std430, set = 0, binding = VKALGO_GENERAL_SUMS) buffer Sums { uint sums[]; };  // By atomics only

layout(push_constant) uniform Push { GeneralPush push; };

shared uint counters[kSharedWords];  // word * kCopies + copy
shared Bits near_edges[kSharedEdges == 0 ? 1 : kSharedEdges];

bool own = kCopies != 0;  // Whether this workgroup counts in shared memory
uint first_group = 0;     // The first and the last histogram that this workgroup counts
uint last_group = kGroups - 1;

#if VKALGO_WIDE
Bits value_at(uint byte) { return uvec2(words[byte / 4], words[byte / 4 + 1]); }
#else
Bits value_at(uint byte) { return value_of(words[byte / 4], byte % 4 / kBytes); }
#endif

Bits edge(uint number) {
    if (kSharedEdges != 0) return near_edges[number];
    return edges[number];
}

// Returns the index of this invocation's copy of a counter's word in shared memory.
uint private_word(uint word) {
    return (word - first_group * kCounters * kWords) * kCopies + gl_LocalInvocationIndex % kCopies;
}

// Adds to a word of a counter, in shared or global memory, and returns its previous value.
uint add_word(uint word, uint amount) {
    if (own) return atomicAdd(counters[private_word(word)], amount);
    return atomicAdd(sums[word], amount);
}

void raise_flags(uint counter, uint flags) {
    const uint word = counter * kWords + VKALGO_SUM_DIGITS;
    if (own) {
        atomicOr(counters[private_word(word)], flags);
    } else {
        atomicOr(sums[word], flags);
    }
}

// Adds an f32 to a counter.
void add_real(uint counter, uint bits) {
    const bool negative = (bits >> 31) != 0;
    const uint exponent = bits >> 23 & 255;
    uint mantissa = bits & 0x7fffffu;
    if (exponent == 255) {
        const uint infinity = negative ? VKALGO_SUM_NEGATIVE : VKALGO_SUM_POSITIVE;
        raise_flags(counter, mantissa != 0 ? VKALGO_SUM_NAN : infinity);
        return;
    }
    if (exponent != 0) mantissa |= 0x800000u;
    const uint shift = max(exponent, 1u) - 1;
    uint amount = mantissa << shift % 32;
    uint next = mantissa >> 1 >> (31 - shift % 32);
    for (uint digit = shift / 32; digit < VKALGO_SUM_DIGITS && (amount | next) != 0; ++digit) {
        const uint before = add_word(counter * kWords + digit, negative ? 0 - amount : amount);
        const bool carried = negative ? before < amount : before + amount < before;
        amount = next + (carried ? 1 : 0);
        next = 0;
    }
}

// Adds a pixel's weight, or 1, to a counter.
void add(uint counter, uint weight) {
    if (kRealWeights) {
        add_real(counter, weight);
        return;
    }
    const uint word = counter * kWords;
    const uint before = add_word(word, weight);
    if (kWords == 2 && before + weight < before) add_word(word + 1, 1);
}

// Adds the copies of one of this workgroup's counters to global memory.
void hand_over(uint counter) {
    const uint self = gl_LocalInvocationIndex;
    const uint word = (first_group * kCounters + counter) * kWords;
    uint carry = 0;
    for (uint digit = 0; digit < kDigits; ++digit) {
        uint amount = carry;
        carry = 0;
        // Each invocation starts at a different copy, and thus at a different bank.
        for (uint number = 0; number < kCopies; ++number) {
            const uint part = counters[(counter * kWords + digit) * kCopies + (number + self) % kCopies];
            amount += part;
            if (kDigits != 1) carry += amount < part ? 1 : 0;
        }
        if (amount != 0) {
            const uint before = atomicAdd(sums[word + digit], amount);
            if (kDigits != 1) carry += before + amount < before ? 1 : 0;
        }
    }
    if (!kRealWeights) return;
    uint flags = 0;
    for (uint copy = 0; copy < kCopies; ++copy)
        flags |= counters[(counter * kWords + VKALGO_SUM_DIGITS) * kCopies + copy];
    if (flags != 0) atomicOr(sums[word + VKALGO_SUM_DIGITS], flags);
}

// Returns the segment, from `first` to `last`, of pixel `index` of the whole input. A pixel before the first offset, or
// at or after the last offset, is in no segment; the result is then push.segments.
uint segment_of(uint index, uint first, uint last) {
    if (index < offsets[0] || index >= offsets[push.segments]) return push.segments;
    uint found = first;
    uint beyond = min(last, push.segments - 1) + 1;
    while (beyond - found > 1) {
        const uint middle = (found + beyond) / 2;
        if (index < offsets[middle]) {
            beyond = middle;
        } else {
            found = middle;
        }
    }
    return found;
}

void count_value(uint byte, uint group, uint weight) {
    const Bits bits = value_at(byte);
    uint bin;
    if (kRule == VKALGO_RULE_EDGES) {
        bin = bin_between_edges(bits, kBins);
    } else {
        bin = bin_of(bits);
    }
    add(group * kCounters + bin, weight);
    if (kReal != 0 && bin == kNan) add(group * kCounters + kOutside, weight);
}

void count_pixel(uint pixel) {
    uint group = 0;
    if (kLayout == VKALGO_LAYOUT_SEGMENTS) {
        group = segment_of(push.first_in_segments + pixel, first_group, last_group);
        if (group == push.segments) return;
    }
    uint byte = push.first_byte + pixel * kChannels * kBytes;
    if (kLayout == VKALGO_LAYOUT_ROWS)
        byte = push.first_byte + pixel / push.width * push.stride + pixel % push.width * kChannels * kBytes;
    uint weight = 1;
    if (kWeights != VKALGO_WEIGHTS_NONE) weight = weights[push.first_weight + pixel];
    for (uint channel = 0; channel < kChannels; ++channel) {
        const uint own_group = kChannelGroups >> (4 * channel) & 15;
        if (own_group != kNotCounted) count_value(byte + channel * kBytes, group + own_group, weight);
    }
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
    const uint chunk = vkalgo_workgroup_index();
    if (chunk > count / push.pixels_per_chunk) return;
    const uint begin = chunk * push.pixels_per_chunk;
    const uint end = begin + min(push.pixels_per_chunk, count - begin);
    if (begin == end) return;
    if (kLayout == VKALGO_LAYOUT_SEGMENTS) {
        const uint from = max(push.first_in_segments + begin, offsets[0]);
        const uint to = min(push.first_in_segments + end, offsets[push.segments]);
        if (from >= to) return;
        const uint none = push.segments;
        const uint first = min(segment_of(from, 0, none), none - 1);
        last_group = max(min(segment_of(to - 1, 0, none), none - 1), first);
        first_group = first;
        own = kCopies != 0 && last_group - first_group < kGroups;
    }
    // The index may overflow 2^32 in a long window, so the loop compares the remaining pixels.
    const uint pixels = end - begin;
    bool more = self < pixels;
    for (uint at = self; more; at += kThreads) {
        count_pixel(begin + at);
        more = pixels - at > kThreads;
    }

    if (!own) return;
    barrier();
    const uint here = (last_group - first_group + 1) * kCounters;
    for (uint counter = self; counter < here; counter += kThreads) hand_over(counter);
}
