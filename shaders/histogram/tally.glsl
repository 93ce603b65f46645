// Reads values sixteen bytes at a time, and counts neighbours that fall into one bin by one addition. The including
// text defines VKALGO_VOTE (1 or 0: whether subgroups can vote), the macros of bins.glsl and, after the include, the
// function `add`.
#ifndef VKALGO_HISTOGRAM_TALLY_GLSL
#define VKALGO_HISTOGRAM_TALLY_GLSL

#if VKALGO_VOTE
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#endif
#include "common/grid.glsl"
#include "histogram/bins.glsl"

layout(constant_id = VKALGO_CONSTANT_MERGE) const uint kMerge = 0;

layout(std430, set = 0, binding = VKALGO_HISTOGRAM_VECTORS) readonly buffer Vectors { uvec4 vectors[]; };
layout(std430, set = 0, binding = VKALGO_HISTOGRAM_WORDS) readonly buffer Words { uint words[]; };
layout(std430, set = 0, binding = VKALGO_HISTOGRAM_COUNT) readonly buffer Count { uint counted[]; };
layout(std430, set = 0, binding = VKALGO_HISTOGRAM_COUNTS) buffer Counts { uint counts[]; };  // By atomics only

layout(push_constant) uniform Push { HistogramPush push; };

// Counts `amount` values in `bin`, which may be kOutside or kNan.
void add(uint bin, uint amount);

// Returns the number of values in this window.
uint window_count() {
    if (push.counted == 0) return push.count;
    // The expression is repeated, not stored: otherwise NVIDIA's compiler (580.159) makes count_ranges 2% slower for
    // constant values.
    return counted[push.counted - 1] > push.first ? min(counted[push.counted - 1] - push.first, push.count) : 0;
}

// Counts this invocation's `amount` values by one addition and returns true, or does nothing and returns false. `same`
// says whether all these values are in `bin`. Without votes, the values are counted if `same` is set. With votes, they
// are counted if `same` is set in every active invocation of the subgroup. If these invocations also have the same bin,
// one of them adds for all.
bool add_merged(bool same, uint bin, uint amount) {
#if VKALGO_VOTE
    if (!subgroupAll(same)) return false;
    if (subgroupAllEqual(bin)) {
        const uint active_invocations = subgroupBallotBitCount(subgroupBallot(true));
        if (subgroupElect()) add(bin, amount * active_invocations);
    } else {
        add(bin, amount);
    }
    return true;
#else
    if (same) add(bin, amount);
    return same;
#endif
}

#if VKALGO_WIDE

// Returns the bin of one of the vector's values.
uint sampled_bin(uvec4 vector, uint which) { return bin_of(which % 2 == 0 ? vector.xy : vector.zw); }

void tally_vector(uvec4 vector) {
    const uvec2 bins = uvec2(bin_of(vector.xy), bin_of(vector.zw));
    if (kMerge != 0 && add_merged(bins.x == bins.y, bins.x, 2)) return;
    add(bins.x, 1);
    add(bins.y, 1);
}

// Counts the value after the last whole vector, if there is one, in the first invocation of one workgroup.
void tally_rest(uint count) {
    if (count % 2 == 1 && gl_LocalInvocationIndex == 0)
        add(bin_of(uvec2(words[2 * count - 2], words[2 * count - 1])), 1);
}

#else

// Returns the bin of one of the vector's values; for floating-point values with even bins the first candidate for it,
// which is faster to find.
uint sampled_bin(uvec4 vector, uint which) {
    const uint bits = value_of(vector[which % 4], which / 4 % kPerWord);
    return kRule == VKALGO_RULE_FLOAT ? candidates_of(bits).first : bin_of_integer(bits);
}

void add_each(uvec4 bins) {
    add(bins.x, 1);
    add(bins.y, 1);
    add(bins.z, 1);
    add(bins.w, 1);
}

// Counts the 16-bit values in two words.
void tally_pairs(uvec2 words) {
    add_each(bins_of(uvec4(words.x & 0xffff, words.x >> 16, words.y & 0xffff, words.y >> 16)));
}

// Counts the 8-bit values in a word.
void tally_bytes(uint word) {
    add(bin_of_integer(word & 0xff), 1);
    add(bin_of_integer(bitfieldExtract(word, 8, 8)), 1);
    add(bin_of_integer(bitfieldExtract(word, 16, 8)), 1);
    add(bin_of_integer(word >> 24), 1);
}

void tally_vector(uvec4 vector) {
    if (kBytes == 4) {
        // Different neighbours may still share a bin.
        const uvec4 bins = bins_of(vector);
        if (kMerge != 0 && add_merged(bins == bins.xxxx, bins.x, 4)) return;
        add_each(bins);
        return;
    }
    if (kMerge != 0) {
        const uint value = value_of(vector.x, 0);
        const uint repeated = value * (kBytes == 2 ? 0x00010001u : 0x01010101u);
        if (add_merged(vector == uvec4(repeated), bin_of(value), kPerVector)) return;
    }
    if (kBytes == 2) {
        tally_pairs(vector.xy);
        tally_pairs(vector.zw);
    } else {
        tally_bytes(vector.x);
        tally_bytes(vector.y);
        tally_bytes(vector.z);
        tally_bytes(vector.w);
    }
}

// Counts the values after the last whole vector, at most 15, in the first invocations of one workgroup.
void tally_rest(uint count) {
    const uint element = count / kPerVector * kPerVector + gl_LocalInvocationIndex;
    if (element < count) add(bin_of(value_of(words[element / kPerWord], element % kPerWord)), 1);
}

#endif

// Returns the vectors [begin, end) of chunk `chunk`.
uvec2 chunk_of(uint chunk, uint count) {
    const uint whole = count / kPerVector;
    const uint begin = min(chunk * push.vectors_per_chunk, whole);
    return uvec2(begin, begin + min(push.vectors_per_chunk, whole - begin));
}

#endif
