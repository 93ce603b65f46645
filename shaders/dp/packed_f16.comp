// Method `packed-f16` of batches: local alignments with affine gaps, two problems at once in the 16-bit halves of
// words.
//
// kLanes lanes run a pair of problems, as in method `team`. A strip is kLanes x kRegisters rows. Lane l holds
// kRegisters rows, computes at step s the four columns of group s - l, and passes the bottom row of that block to the
// next lane. The bottom row of a strip is passed to the next strip through memory. A workgroup runs some pairs at once
// and takes further pairs when these are done. So the number of profiles depends on the number of workgroups, not on
// the number of problems.
//   H, E and F are half floats, since their arithmetic is the fastest. Sums of whole numbers up to 2048 are exact in
// them. Greater answers are wrong, but still recognized as too great, since no cell exceeds its neighbours by more than
// one score.
//   The scores of a lane's rows are stored in memory as a profile, which stays in the cache nearest to the lanes. It
// has one word per column symbol, problem of the pair and lane. A word has one nibble per row, the score minus the
// least score. A nibble n becomes a half without a conversion: in the lowest four bits of the half 1024 it gives 1024 +
// n, in the next four bits 1024 + 16 n. The amount by which this half exceeds the score (excess()) is subtracted from
// the corner beforehand. Rows and columns beyond a problem's end have the least score, which is not positive, so that
// none of their cells becomes a new best.
//   The cells of a block are unrolled by anti-diagonals, since the cells of an anti-diagonal do not depend on each
// other.
//   Reads and writes: per strip and pair the profile, and per column 16 bytes of the row. Cost: per row and column of a
// pair about 10 instructions, and 1 / kRegisters of two profile reads and of two shuffles.
//   Source: Rognes and Seeberg 2000 (profiles); Farrar 2007 and Rognes 2011 (several problems in a register).
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#include "common/grid.glsl"
#include "dp/packed_f16.h"

layout(local_size_x_id = VKALGO_PACKED_F16_CONSTANT_WORKGROUP) in;
layout(constant_id = VKALGO_PACKED_F16_CONSTANT_LANES) const uint kLanes = 8;
layout(constant_id = VKALGO_PACKED_F16_CONSTANT_REGISTERS) const uint kRegisters = 8;
layout(constant_id = VKALGO_PACKED_F16_CONSTANT_LOCKSTEP) const bool kLockstep = false;
const uint kGroup = VKALGO_PACKED_F16_GROUP;
const uint kBlock = VKALGO_PACKED_F16_BLOCK;

layout(push_constant) uniform Push { VkalgoPackedF16Push push; };
layout(set = 0, binding = VKALGO_PACKED_F16_PROBLEMS, std430) readonly buffer Problems { uint problems[]; };
layout(set = 0, binding = VKALGO_PACKED_F16_X, std430) readonly buffer X { uint xs[]; };
layout(set = 0, binding = VKALGO_PACKED_F16_Y, std430) readonly buffer Y { uint ys[]; };
layout(set = 0, binding = VKALGO_PACKED_F16_SCORES, std430) readonly buffer Scores { uint scores[]; };
layout(set = 0, binding = VKALGO_PACKED_F16_ANSWERS, std430) writeonly buffer Answers { uint answers[]; };
// Read-write: the lanes of a pair read what they wrote themselves. Each lane reads only its own profile.
layout(set = 0, binding = VKALGO_PACKED_F16_SYMBOLS, std430) coherent buffer Symbols { uvec2 symbols[]; };
layout(set = 0, binding = VKALGO_PACKED_F16_ROWS, std430) coherent buffer Rows { uvec2 rows[]; };
layout(set = 0, binding = VKALGO_PACKED_F16_PROFILE, std430) buffer Profile { uint profile[]; };

// A pair of problems. Values that the steps of a strip do not need are read only where they are needed.
struct Pair {
    uint number;                  // 0xffffffff: there is no such pair
    uint offset, groups, strips;  // offset: the pair's first group in symbols and rows
};
const uint kStrip = kLanes * kRegisters;  // Rows

uint invocation() { return gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID; }
uint lane() { return invocation() % kLanes; }

uint problem_word(uint problem, uint word) { return problems[problem * VKALGO_PACKED_F16_PROBLEM_WORDS + word]; }
uvec2 pair_words(uint pair, uint word) {
    return uvec2(problem_word(2u * pair, word), problem_word(2u * pair + 1u, word));
}
uvec2 shape_of(uint pair) {  // The numbers of strips and groups
    const uvec2 row_counts = pair_words(pair, VKALGO_PACKED_F16_ROW_COUNT);
    const uvec2 column_counts = pair_words(pair, VKALGO_PACKED_F16_COLUMN_COUNT);
    // A problem without rows needs no columns either.
    const uvec2 used = mix(column_counts, uvec2(0u), equal(row_counts, uvec2(0u)));
    return uvec2((max(row_counts.x, row_counts.y) + kStrip - 1u) / kStrip,
                 (max(used.x, used.y) + kGroup - 1u) / kGroup);
}
Pair take_pair(uint pair) {
    if (pair >= push.end_pair) return Pair(VKALGO_PACKED_F16_NONE, 0u, 0u, 0u);
    const uvec2 shape = shape_of(pair);
    return Pair(pair, problem_word(2u * pair, VKALGO_PACKED_F16_OFFSET), shape.y, shape.x);
}
// Returns the greatest numbers of strips and groups of the subgroup's pairs, since all lanes of a subgroup run the same
// steps.
uvec2 most_of_subgroup(uint first_pair) {
    uvec2 most = uvec2(0u);
    for (uint k = 0u; k < gl_SubgroupSize / kLanes; ++k) {
        if (first_pair + k < push.end_pair) most = max(most, shape_of(first_pair + k));
    }
    return most;
}

uint x_at(uint element) { return bitfieldExtract(xs[element / 4u], int(8u * (element % 4u)), 8); }

uint no_symbols() { return push.symbols * 0x01010101u; }
// Returns the symbols of four consecutive columns; the first one's symbol is element `first` of Y. Only `count` of the
// columns exist; the others get the symbol push.symbols.
uint symbols_from(uint first, int count) {
    if (count <= 0) return no_symbols();
    const uint shift = 8u * (first % 4u);
    uint word = ys[first / 4u] >> shift;
    if (uint(count) > 4u - first % 4u && shift != 0u) word |= ys[first / 4u + 1u] << (32u - shift);
    if (count >= 4) return word;
    const uint there = (1u << 8u * uint(count)) - 1u;
    return (word & there) | (no_symbols() & ~there);
}
void pack_symbols(Pair own) {
    if (own.groups == 0u) return;
    const ivec2 columns = ivec2(pair_words(own.number, VKALGO_PACKED_F16_COLUMN_COUNT));
    const uvec2 first = pair_words(own.number, VKALGO_PACKED_F16_FIRST_Y);
    for (uint group = lane(); group < own.groups; group += kLanes) {
        const ivec2 counts = columns - int(group * kGroup);
        symbols[own.offset + group] =
            uvec2(symbols_from(first.x + group * kGroup, counts.x), symbols_from(first.y + group * kGroup, counts.y));
    }
}

uvec2 profile_index;  // The lane's first word, for each problem of the pair; the last symbol means no column
void find_profile() {
    const uint block = (vkalgo_workgroup_index() * gl_WorkGroupSize.x + invocation()) / kBlock;
    const uint size = (push.symbols + 1u) * kBlock;
    profile_index = block * 2u * size + invocation() % kBlock + uvec2(0u, size);
}
// Transposes eight words of eight nibbles from rows to columns.
void transpose(inout uint words[8]) {
    [[unroll]] for (uint k = 0u; k < 4u; ++k) {
        const uint low = words[k], high = words[k + 4u];
        words[k] = (low & 0xffffu) | (high << 16);
        words[k + 4u] = (low >> 16) | (high & 0xffff0000u);
    }
    [[unroll]] for (uint n = 0u; n < 4u; ++n) {
        const uint k = n / 2u * 4u + n % 2u;
        const uint low = words[k], high = words[k + 2u];
        words[k] = (low & 0x00ff00ffu) | ((high & 0x00ff00ffu) << 8);
        words[k + 2u] = ((low >> 8) & 0x00ff00ffu) | (high & 0xff00ff00u);
    }
    [[unroll]] for (uint k = 0u; k < 8u; k += 2u) {
        const uint low = words[k], high = words[k + 1u];
        words[k] = (low & 0x0f0f0f0fu) | ((high & 0x0f0f0f0fu) << 4);
        words[k + 1u] = ((low >> 4) & 0x0f0f0f0fu) | (high & 0xf0f0f0f0u);
    }
}
// Writes the scores of the lane's rows, from row `first_row` on, for each symbol to the profile. Only this lane reads
// them.
void fill_profile(Pair own, uint first_row) {
    const uint score_words = (push.symbols + 7u) / 8u;
    [[dont_unroll]] for (uint h = 0u; h < 2u; ++h) {
        const uint row_count = problem_word(2u * own.number + h, VKALGO_PACKED_F16_ROW_COUNT);
        const uint first = problem_word(2u * own.number + h, VKALGO_PACKED_F16_FIRST_X) + first_row;
        uint first_score[kRegisters];  // First word of a row's scores; VKALGO_PACKED_F16_NONE beyond the last row
        [[unroll]] for (uint r = 0u; r < kRegisters; ++r) {
            first_score[r] = first_row + r < row_count ? x_at(first + r) * score_words : VKALGO_PACKED_F16_NONE;
        }
        const uint target = h == 0u ? profile_index.x : profile_index.y;
        [[dont_unroll]] for (uint w = 0u; w < score_words; ++w) {
            uint words[8] = uint[](0u, 0u, 0u, 0u, 0u, 0u, 0u, 0u);
            [[unroll]] for (uint r = 0u; r < kRegisters; ++r) {
                if (first_score[r] != VKALGO_PACKED_F16_NONE) words[r] = scores[first_score[r] + w];
            }
            transpose(words);
            [[unroll]] for (uint k = 0u; k < 8u; ++k) {
                if (w * 8u + k < push.symbols) profile[target + (w * 8u + k) * kBlock] = words[k];
            }
        }
        profile[target + push.symbols * kBlock] = 0u;
    }
}

f16vec2 packed_f16_of(uint word) { return unpackFloat2x16(word); }
uint word_of(f16vec2 packed_f16) { return packFloat2x16(packed_f16); }
// Returns the half that stands for 0. It is negative, and H, E and F are stored relative to it: halves below 0 are used
// too, so twice as many values are exact.
f16vec2 zero() { return packed_f16_of(push.zero); }
// Returns `before` plus the score of row r, read from the shifted profile word. The result exceeds the exact sum by
// excess().
f16vec2 with_score(uint word, uint r, f16vec2 before) {
    return r % 2u == 0u ? packed_f16_of((word & 0x000f000fu) | 0x64006400u) + before
                        : fma(packed_f16_of((word & 0x00f000f0u) | 0x64006400u), f16vec2(float16_t(0.0625)), before);
}
// Returns the excess of with_score().
f16vec2 excess(uint r) { return packed_f16_of(r % 2u == 0u ? push.even_excess : push.odd_excess); }

// State of the lane's block.
f16vec2 open_left[kRegisters];    // H - open in the column left of the block
f16vec2 corner_left[kRegisters];  // H in the column left of the block, less the excess of the row below
f16vec2 gap_left[kRegisters];     // E in the column left of the block
f16vec2 corner;                   // H above the column left of the block
f16vec2 best;                     // Best of all blocks of the lane

void begin_lane() {
    [[unroll]] for (uint r = 0u; r < kRegisters; ++r) {
        open_left[r] = zero() - packed_f16_of(push.open);
        corner_left[r] = zero() - excess(r + 1u);
        gap_left[r] = open_left[r];  // Any value of at most zero() will do
    }
    corner = zero();
}

// Computes the cells of the lane's rows in four columns. `edge`: at first H and F of the row above the lane's rows, at
// the end H and F of the lane's last row.
void compute_block(uvec2 letters, inout uvec2 edge[kGroup], bool counts) {
    const f16vec2 open = packed_f16_of(push.open), extend = packed_f16_of(push.extend);
    uint low[kGroup], high[kGroup];  // Scores of the first four rows, and of the others, for both problems
    f16vec2 open_up[kGroup], gap_up[kGroup], before[kGroup];
    [[unroll]] for (uint c = 0u; c < kGroup; ++c) {
        const uint a = profile[profile_index.x + bitfieldExtract(letters.x, int(8u * c), 8) * kBlock];
        const uint b = profile[profile_index.y + bitfieldExtract(letters.y, int(8u * c), 8) * kBlock];
        low[c] = (a & 0xffffu) | (b << 16);
        high[c] = (a >> 16) | (b & 0xffff0000u);
        const f16vec2 up = packed_f16_of(edge[c].x);
        gap_up[c] = packed_f16_of(edge[c].y);
        open_up[c] = up - open;
        before[c] = corner - excess(0u);
        corner = up;
    }
    f16vec2 top = zero();
    [[unroll]] for (uint d = 0u; d < kGroup + kRegisters - 1u; ++d) {
        [[unroll]] for (uint c = 0u; c < kGroup; ++c) {
            const uint r = d - c;
            if (r < kRegisters) {
                const uint word = (r < 4u ? low[c] : high[c]) >> 8u * (r / 2u % 2u);
                const f16vec2 matched = with_score(word, r, before[c]);
                gap_left[r] = max(open_left[r], gap_left[r] - extend);
                gap_up[c] = max(open_up[c], gap_up[c] - extend);
                const f16vec2 h = max(max(matched, zero()), max(gap_left[r], gap_up[c]));
                before[c] = corner_left[r];
                open_left[r] = h - open;
                open_up[c] = open_left[r];
                if (r == kRegisters - 1u) edge[c] = uvec2(word_of(h), word_of(gap_up[c]));
                else corner_left[r] = h - excess(r + 1u);
                top = max(top, h);
            }
        }
    }
    best = counts ? max(best, top) : best;
}

// Runs a strip. `steps`: the number of steps that the whole subgroup runs.
void run_strip(Pair own, uint strip, uint steps) {
    const uint lane = lane();
    const bool is_last = strip + 1u >= own.strips;
    const uint groups = strip < own.strips ? own.groups : 0u;
    if (groups != 0u) fill_profile(own, (strip * kLanes + lane) * kRegisters);
    begin_lane();
    const uvec2 border = uvec2(word_of(zero()), word_of(zero() - packed_f16_of(push.open)));
    uvec2 entering[kGroup], passed[kGroup];
    [[unroll]] for (uint c = 0u; c < kGroup; ++c) {
        passed[c] = border;
        entering[c] = border;
        if (strip > 0u && lane == 0u && groups > 0u) entering[c] = rows[own.offset * kGroup + c];
    }
    uvec2 letters = lane == 0u && groups > 0u ? symbols[own.offset] : uvec2(no_symbols());
    [[dont_unroll]] for (uint step = 0u; step < steps; ++step) {
        const uint group = step - lane;  // A large number before the lane begins
        const bool counts = group < groups;
        uvec2 edge[kGroup];
        [[unroll]] for (uint c = 0u; c < kGroup; ++c)
            edge[c] = lane == 0u ? entering[c] : passed[c];
        if (step < kLanes) {
            if (step == lane) begin_lane();
        }
        if (strip > 0u && lane == 0u && step + 1u < groups) {
            [[unroll]] for (uint c = 0u; c < kGroup; ++c)
                entering[c] = rows[(own.offset + step + 1u) * kGroup + c];
        }
        const uint next = group + 1u;
        const uvec2 next_letters = next < groups ? symbols[own.offset + next] : uvec2(no_symbols());
        compute_block(letters, edge, counts);
        [[unroll]] for (uint c = 0u; c < kGroup; ++c) {
            passed[c] = uvec2(subgroupShuffleUp(edge[c].x, 1u), subgroupShuffleUp(edge[c].y, 1u));
        }
        if (lane == kLanes - 1u && counts && !is_last) {
            [[unroll]] for (uint c = 0u; c < kGroup; ++c)
                rows[(own.offset + group) * kGroup + c] = edge[c];
        }
        letters = next_letters;
    }
}

// Makes writes visible to the other lanes of the pair. With kLockstep the lanes need no subgroup barrier. llvmpipe of
// Mesa 25 treats a subgroup barrier as a workgroup barrier, so subgroups with different numbers of strips would wait
// forever.
void await_lanes() {
    subgroupMemoryBarrier();
    if (!kLockstep) subgroupBarrier();
}

void put_answers(uint pair) {
    const uvec2 number = pair_words(pair, VKALGO_PACKED_F16_NUMBER);
    const uvec2 found = uvec2(min(vec2(best) - vec2(zero()), vec2(2.0 * VKALGO_PACKED_F16_MOST)));
    if (number.x != VKALGO_PACKED_F16_NONE) answers[number.x] = found.x;
    if (number.y != VKALGO_PACKED_F16_NONE) answers[number.y] = found.y;
}

void main() {
    if (vkalgo_workgroup_index() >= push.workgroups) return;
    const uint pairs = gl_WorkGroupSize.x / kLanes;  // Pairs that a workgroup runs at once
    find_profile();
    const uint first = push.first_pair + vkalgo_workgroup_index() * pairs;
    for (uint set = first; set < push.end_pair; set += push.workgroups * pairs) {
        const Pair own = take_pair(set + invocation() / kLanes);
        const uvec2 most = most_of_subgroup(set + gl_SubgroupID * gl_SubgroupSize / kLanes);
        pack_symbols(own);
        best = zero();
        for (uint strip = 0u; strip < most.x && most.y > 0u; ++strip) {
            await_lanes();
            run_strip(own, strip, most.y + kLanes - 1u);
        }
        [[unroll]] for (uint reach = kLanes / 2u; reach > 0u; reach /= 2u) {
            best = max(best, packed_f16_of(subgroupShuffleDown(word_of(best), reach)));
        }
        if (lane() == 0u && own.number != VKALGO_PACKED_F16_NONE) put_answers(own.number);
    }
}
