// Method `bit-parallel`: cells that differ from their neighbours by 0 or 1 (lcs), or by -1, 0 or 1 (edit distance), 32
// rows of a column in one word of differences, all computed by a few operations on words.
//   Sources: H. Hyyro, Bit-parallel LCS-length computation revisited (2004); G. Myers, A fast bit-vector algorithm for
//   approximate string matching based on dynamic programming (1999), whose blocks hand differences down.
//   A word v holds the vertical differences of a column (lcs: a bit is 0 where the lower cell is one greater; edit
//   distance: bits of plus and of minus). With the horizontal differences of the row above it coming in at bit 0 as a
//   carry, one column makes the next one's v, and what leaves at bit 31 enters the word below. Rows are numbered from
//   bit 0 upwards, so what rows beyond the last one hold never reaches a row that exists.
//
// A strip is kLanes lanes of kWords words, and one workgroup's. Lane l takes the block of 8 columns s - l at step s:
// what it hands to the next lane, a bit or two per column, is a word and one shuffle. Where a digit of 4 or 8 bits
// stands in the 32 rows of a word is looked up: a table in shared memory, [digit][value][word][lane], so that lanes
// never meet in a bank, and a match is the AND over the symbol's digits. A block looks all of its columns up before it
// computes the first: nothing of that waits for the column before. With a helper, a second subgroup of the workgroup
// does that, a group of kAhead steps ahead of the lanes that compute, and hands the matches over in shared memory: where
// a processor has one strip, its columns take as long as one subgroup has instructions for them. The first task writes
// the column symbols' digits, a word or two for 8 of them. Strips hand their bottom row down through memory, one word
// per block. Schedules:
//   waiting    strips by tickets. A word's high half is the tag of the strip that wrote it, so a reader polls the data
//              itself and no fence is needed; it reads kAhead blocks at once, a group ahead of their use. Each word is
//              read by the strip below before that strip overwrites it, and tags repeat after 65,535 strips, far more
//              than are under way at once. Bounded waits. All that passes between workgroups are relaxed atomics.
//   diagonals  one dispatch per diagonal of tiles, a tile being a strip x tile_blocks blocks. Between tiles of a strip
//              v is in memory. No workgroup waits for another.
// Cost: per word and column 5 operations (lcs) or 12 (edit distance) and a read of shared memory per digit; per lane
// and column 2 or 3 operations per digit and 3 for what comes in and goes out.
// inputs from binding 8
// module bits: needs-number, needs-bits
#include "common/grid.glsl"
#include "dp/bits.h"
#include "dp/dp.h"

layout(push_constant) uniform VkalgoPush {
    VkalgoBitsPush vkalgo_push;
    VKALGO_PARAMS
};

layout(local_size_x_id = VKALGO_BITS_CONSTANT_WORKGROUP) in;
#define VKALGO_LANES_FIRST_CONSTANT VKALGO_BITS_CONSTANT_LANES
#define VKALGO_LANES_WORKGROUP gl_WorkGroupSize.x
#include "common/lanes.glsl"

layout(constant_id = VKALGO_BITS_CONSTANT_WORDS) const uint vkalgo_kWords = 1;
layout(constant_id = VKALGO_BITS_CONSTANT_DIGITS) const uint vkalgo_kDigits = 2;
layout(constant_id = VKALGO_BITS_CONSTANT_DIGIT_BITS) const uint vkalgo_kDigitBits = 4;
layout(constant_id = VKALGO_BITS_CONSTANT_TASK) const uint vkalgo_kTask = VKALGO_BITS_TASK_DIAGONALS;
layout(constant_id = VKALGO_BITS_CONSTANT_ROW_STEP) const uint vkalgo_kRowStep = 0;
layout(constant_id = VKALGO_BITS_CONSTANT_COLUMN_STEP) const uint vkalgo_kColumnStep = 0;

layout(constant_id = VKALGO_BITS_CONSTANT_HELPS) const bool vkalgo_kHelps = false;

const bool vkalgo_kWaits = vkalgo_kTask == VKALGO_BITS_TASK_WAITING;
const uint vkalgo_kBlock = VKALGO_BITS_BLOCK;
const uint vkalgo_kValues = 1u << vkalgo_kDigitBits;
const uint vkalgo_kDigitWords = vkalgo_kDigitBits / 4u;  // of one digit of a block's symbols
const uint vkalgo_kSymbolWords = vkalgo_kDigits * vkalgo_kDigitWords;
const uint vkalgo_kAhead = vkalgo_kLanes < 8u ? vkalgo_kLanes : 8u;  // blocks of the row above that are read at once
const uint vkalgo_kPlace = vkalgo_kWords * vkalgo_kLanes;            // words of the table for one value of a digit
const uint vkalgo_kStrip = vkalgo_kPlace * 32u;                      // rows
const uint vkalgo_kTags = 0xffffu;
const uint vkalgo_kStates = VKALGO_BITS_EDIT + 1;  // words that hold 32 differences

// read-write: atomics
layout(set = 0, binding = VKALGO_BITS_CARRIES, std430) buffer VkalgoBitsCarries { uint vkalgo_bits_carries[]; };
layout(set = 0, binding = VKALGO_BITS_TICKET, std430) buffer VkalgoBitsTicket { uint vkalgo_bits_next_ticket[]; };
layout(set = 0, binding = VKALGO_BITS_ANSWER, std430) buffer VkalgoBitsAnswer {
    uint vkalgo_bits_answer[VKALGO_ANSWER_WORDS];
};
layout(set = 0, binding = VKALGO_BITS_SYMBOLS_IN, std430) readonly buffer VkalgoBitsSymbolsIn {
    uint vkalgo_bits_symbols_in[];
};
layout(set = 0, binding = VKALGO_BITS_SYMBOLS_OUT, std430) writeonly buffer VkalgoBitsSymbolsOut {
    uint vkalgo_bits_symbols_out[];
};
layout(set = 0, binding = VKALGO_BITS_STATE_IN, std430) readonly buffer VkalgoBitsStateIn {
    uint vkalgo_bits_state_in[];
};
layout(set = 0, binding = VKALGO_BITS_STATE_OUT, std430) writeonly buffer VkalgoBitsStateOut {
    uint vkalgo_bits_state_out[];
};

ivec4 vkalgo_current_cell() { return ivec4(0); }
#include "dp/status.glsl"

// What the recurrence's own text calls. It is not run here.
int rows() { return int(vkalgo_push.rows) + 1; }
int columns() { return int(vkalgo_push.columns) + 1; }
cell_t at(int i, int j) { return cell_t(0); }

const uint vkalgo_kTable =
    vkalgo_kTask == VKALGO_BITS_TASK_SYMBOLS ? 1u : vkalgo_kDigits * vkalgo_kValues * vkalgo_kPlace;
shared uint vkalgo_bits_table[vkalgo_kTable];
const uint vkalgo_kRing = 4u * vkalgo_kLanes;  // blocks: those that lanes still take, and two groups
shared uint vkalgo_bits_ring[vkalgo_kTask == VKALGO_BITS_TASK_SYMBOLS ? 1u : vkalgo_kRing * vkalgo_kSymbolWords];
shared uint vkalgo_bits_above[2 * 8];  // what comes from the strip above: a group of blocks in use, and the next
shared uint vkalgo_bits_ticket;

// The lane's words of differences; edit distance: plus, then minus.
uint vkalgo_bits_state[vkalgo_kStates * vkalgo_kWords];

// What a helper looked up: [step][columns by fours][word][lane], of the group in use and the next.
const uint vkalgo_kFours = vkalgo_kBlock / 4u;
shared uvec4 vkalgo_bits_ready[vkalgo_kHelps ? 2u * vkalgo_kAhead * vkalgo_kFours * vkalgo_kPlace : 1u];
bool vkalgo_bits_computes() { return !vkalgo_kHelps || vkalgo_lane_team() == 0u; }
bool vkalgo_bits_helps() { return !vkalgo_kHelps || vkalgo_lane_team() != 0u; }

uint vkalgo_bits_blocks() { return (vkalgo_push.columns + vkalgo_kBlock - 1u) / vkalgo_kBlock; }

// Of the lane's word w: its first row, counted from 0 below the first one, and how many of its rows there are.
uint vkalgo_bits_first_row(uint strip, uint w) {
    return strip * vkalgo_kStrip + (vkalgo_lane_index() * vkalgo_kWords + w) * 32u;
}
uint vkalgo_bits_rows(uint strip, uint w) {
    const uint first = vkalgo_bits_first_row(strip, w);
    return first >= vkalgo_push.rows ? 0u : min(32u, vkalgo_push.rows - first);
}

uint vkalgo_bits_digit(uint symbol, uint d) { return symbol >> vkalgo_kDigitBits * d & (vkalgo_kValues - 1u); }

// Where the digits of the rows' symbols stand. A lane reads nothing but what it wrote.
void vkalgo_bits_fill_table(uint strip) {
    const uint lane = vkalgo_lane_index();
    for (uint k = 0; k < vkalgo_kDigits * vkalgo_kValues * vkalgo_kWords; ++k)
        vkalgo_bits_table[k * vkalgo_kLanes + lane] = 0u;
    for (uint w = 0; w < vkalgo_kWords; ++w) {
        const uint first = vkalgo_bits_first_row(strip, w);
        const uint count = vkalgo_bits_rows(strip, w);
        for (uint r = 0; r < count; ++r) {
            const uint symbol = vkalgo_row_symbol(int(first + r + 1u));
            [[unroll]] for (uint d = 0; d < vkalgo_kDigits; ++d)
                vkalgo_bits_table[(d * vkalgo_kValues + vkalgo_bits_digit(symbol, d)) * vkalgo_kPlace +
                                  w * vkalgo_kLanes + lane] |= 1u << r;
        }
    }
}

// The columns' symbols come from memory in groups of kAhead blocks: into registers while the group before is put into a
// ring in shared memory, from which each lane takes its block's.
uint vkalgo_bits_coming[vkalgo_kSymbolWords];
void vkalgo_bits_load_symbols(uint block) {
    const uint there = min(block + vkalgo_lane_index(), vkalgo_bits_blocks() - 1u);
    if (vkalgo_lane_index() >= vkalgo_kAhead) return;
    [[unroll]] for (uint k = 0; k < vkalgo_kSymbolWords; ++k)
        vkalgo_bits_coming[k] = vkalgo_bits_symbols_in[there * vkalgo_kSymbolWords + k];
}
void vkalgo_bits_put_symbols(uint block) {
    if (vkalgo_lane_index() >= vkalgo_kAhead) return;
    [[unroll]] for (uint k = 0; k < vkalgo_kSymbolWords; ++k)
        vkalgo_bits_ring[k * vkalgo_kRing + (block + vkalgo_lane_index()) % vkalgo_kRing] = vkalgo_bits_coming[k];
}

// Digits of the lane's next block.
uint vkalgo_bits_digits[vkalgo_kSymbolWords];
void vkalgo_bits_take_digits(uint block) {
    [[unroll]] for (uint k = 0; k < vkalgo_kSymbolWords; ++k)
        vkalgo_bits_digits[k] = vkalgo_bits_ring[k * vkalgo_kRing + block % vkalgo_kRing];
}

// Of the block's columns and the lane's words: the rows whose symbols are the column's.
uint vkalgo_bits_matches[vkalgo_kBlock * vkalgo_kWords];
void vkalgo_bits_match(uint c) {
    const uint first = c * vkalgo_kDigitBits;  // bit
    [[unroll]] for (uint d = 0; d < vkalgo_kDigits; ++d) {
        const uint value =
            vkalgo_bits_digits[d * vkalgo_kDigitWords + first / 32u] >> first % 32u & (vkalgo_kValues - 1u);
        const uint place = (d * vkalgo_kValues + value) * vkalgo_kPlace + vkalgo_lane_index();
        [[unroll]] for (uint w = 0; w < vkalgo_kWords; ++w) {
            const uint rows = vkalgo_bits_table[place + w * vkalgo_kLanes];
            const uint k = c * vkalgo_kWords + w;
            vkalgo_bits_matches[k] = d == 0u ? rows : vkalgo_bits_matches[k] & rows;
        }
    }
}

uint vkalgo_bits_ready_place(uint step, uint four, uint w) {
    return ((step % (2u * vkalgo_kAhead) * vkalgo_kFours + four) * vkalgo_kWords + w) * vkalgo_kLanes +
           vkalgo_lane_index();
}
void vkalgo_bits_put_matches(uint step) {
    [[unroll]] for (uint four = 0; four < vkalgo_kFours; ++four)
        [[unroll]] for (uint w = 0; w < vkalgo_kWords; ++w) {
            uvec4 columns;
            [[unroll]] for (uint c = 0; c < 4u; ++c)
                columns[c] = vkalgo_bits_matches[(four * 4u + c) * vkalgo_kWords + w];
            vkalgo_bits_ready[vkalgo_bits_ready_place(step, four, w)] = columns;
        }
}
void vkalgo_bits_take_matches(uint step, uint four) {
    [[unroll]] for (uint w = 0; w < vkalgo_kWords; ++w) {
        const uvec4 columns = vkalgo_bits_ready[vkalgo_bits_ready_place(step, four, w)];
        [[unroll]] for (uint c = 0; c < 4u; ++c)
            vkalgo_bits_matches[(four * 4u + c) * vkalgo_kWords + w] = columns[c];
    }
}

void vkalgo_bits_take_step(uint step) {
    [[unroll]] for (uint four = 0; four < vkalgo_kFours; ++four)
        vkalgo_bits_take_matches(step, four);
}

// What leaves a block below: the bits of its columns, the last one's lowest; edit distance: plus, then minus.
uint vkalgo_bits_below[vkalgo_kStates];

// Column c; `above` comes in: at bit 0 plus, at bit 8 minus.
void vkalgo_bits_column(uint c, uint above) {
    uint plus = above << 31u;  // at bit 31, as what leaves a word
#if VKALGO_BITS_EDIT
    uint minus = above << 23u;
#endif
    [[unroll]] for (uint w = 0; w < vkalgo_kWords; ++w) {
        const uint match = vkalgo_bits_matches[c * vkalgo_kWords + w];
#if VKALGO_BITS_EDIT
        const uint up = vkalgo_bits_state[w], down = vkalgo_bits_state[vkalgo_kWords + w];
        const uint either = match | down;
        const uint equal = match | (minus >> 31u);
        const uint reach = (((equal & up) + up) ^ up) | equal;
        const uint right_up = down | ~(reach | up), right_down = up & reach;
        const uint shifted_up = right_up << 1u | plus >> 31u, shifted_down = right_down << 1u | minus >> 31u;
        vkalgo_bits_state[w] = shifted_down | ~(either | shifted_up);
        vkalgo_bits_state[vkalgo_kWords + w] = shifted_up & either;
        plus = right_up;
        minus = right_down;
#else
        const uint v = vkalgo_bits_state[w];
        const uint kept = v & match;
        const uint sum = v + kept + (plus >> 31u);
        plus = kept | (v & ~sum);
        vkalgo_bits_state[w] = sum | (v ^ kept);
#endif
    }
    vkalgo_bits_below[0] = vkalgo_bits_below[0] << 1u | plus >> 31u;
#if VKALGO_BITS_EDIT
    vkalgo_bits_below[1] = vkalgo_bits_below[1] << 1u | minus >> 31u;
#endif
}

// The first `count` columns of a block; `whole`: all of them, in all lanes. Then, with a helper, the matches of step
// `next` take the place of those that are done with.
uint vkalgo_bits_run_block(uint count, bool whole, uint above, uint next) {
    [[unroll]] for (uint k = 0; k < vkalgo_kStates; ++k)
        vkalgo_bits_below[k] = 0u;
    if (whole) {
        [[unroll]] for (uint c = 0; c < vkalgo_kBlock; ++c) {
            vkalgo_bits_column(c, above >> vkalgo_kBlock - 1u - c);
            if (vkalgo_kHelps && c % 4u == 3u) vkalgo_bits_take_matches(next, c / 4u);
        }
    } else {
        [[unroll]] for (uint c = 0; c < vkalgo_kBlock; ++c)
            if (c < count) vkalgo_bits_column(c, above >> count - 1u - c);
    }
#if VKALGO_BITS_EDIT
    return vkalgo_bits_below[0] | vkalgo_bits_below[1] << 8u;
#else
    return vkalgo_bits_below[0];
#endif
}

// What a strip hands to the one below it.
uint vkalgo_bits_tag(uint strip) { return strip % vkalgo_kTags + 1u; }
uint vkalgo_bits_load_carries(uint block) {
    return atomicLoad(vkalgo_bits_carries[min(block, vkalgo_bits_blocks() - 1u)], gl_ScopeDevice,
                      gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
void vkalgo_bits_store_carries(uint block, uint carries) {
    atomicStore(vkalgo_bits_carries[block], carries, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}

bool vkalgo_bits_stuck = false;
uint vkalgo_bits_polls = 0;  // in vain
uint vkalgo_bits_next;       // this lane's part of the next group

// The waits of this invocation have polled so often in vain: true if it, or another, ran out of patience.
bool vkalgo_bits_give_up() {
    if (vkalgo_bits_polls >= vkalgo_push.spin_limit) atomicOr(vkalgo_status_flags, VKALGO_STATUS_STALLED);
    return (atomicOr(vkalgo_status_flags, 0u) & VKALGO_STATUS_STALLED) != 0u;
}
// Puts the symbols of the next group of blocks, and the carries of that from `block` on, where lanes find them ...
void vkalgo_bits_bring(uint strip, uint block, uint end) {
    const uint lane = vkalgo_lane_index();
    const bool own = strip != 0u && lane < vkalgo_kAhead && block + lane < end;
    vkalgo_bits_put_symbols(block + vkalgo_kAhead);
    while (vkalgo_kWaits && own && !vkalgo_bits_stuck && vkalgo_bits_next >> 16u != vkalgo_bits_tag(strip - 1u)) {
        vkalgo_bits_next = vkalgo_bits_load_carries(block + lane);
        ++vkalgo_bits_polls;
        if (vkalgo_bits_polls % 1024u == 0u) vkalgo_bits_stuck = vkalgo_bits_give_up();
    }
    // Lane 0 still reads the other half.
    if (own) vkalgo_bits_above[(block + lane) % (2u * vkalgo_kAhead)] = vkalgo_bits_next & 0xffffu;
}
// ... and looks at those that come then.
void vkalgo_bits_look_ahead(uint strip, uint block, uint end) {
    const uint there = block + vkalgo_kAhead + vkalgo_lane_index();
    vkalgo_bits_load_symbols(block + 2u * vkalgo_kAhead);
    if (strip != 0u && vkalgo_lane_index() < vkalgo_kAhead) vkalgo_bits_next = vkalgo_bits_load_carries(there);
}

uint vkalgo_bits_state_place(uint strip, uint k) {
    return (strip * vkalgo_kStates * vkalgo_kWords + k) * vkalgo_kLanes + vkalgo_lane_index();
}

// What the column right of the strip has from its first row to its last.
void vkalgo_bits_add_to_answer(uint strip) {
    uint total = 0u;
    [[unroll]] for (uint w = 0; w < vkalgo_kWords; ++w) {
        const uint count = vkalgo_bits_rows(strip, w);
        const uint mask = count == 32u ? 0xffffffffu : (1u << count) - 1u;
#if VKALGO_BITS_EDIT
        total += uint(bitCount(vkalgo_bits_state[w] & mask) - bitCount(vkalgo_bits_state[vkalgo_kWords + w] & mask));
#else
        total += uint(bitCount(~vkalgo_bits_state[w] & mask));
#endif
    }
    if (total != 0u) atomicAdd(vkalgo_bits_answer[0], total);
}

// A stretch of blocks [first, end) of a strip; `first` is a multiple of kAhead. Lane l takes block first + s - l at step
// s. Control flow is uniform wherever lanes exchange.
struct VkalgoBitsStretch {
    uint strip, first, end;
    uint steps, whole;  // steps before `whole` have no block that is cut off
};
uint vkalgo_bits_handed = 0u;  // below the lane's last block

void vkalgo_bits_run_step(VkalgoBitsStretch of, uint step, uint next) {
    const uint lane = vkalgo_lane_index();
    const uint block = of.first + step - lane;
    uint above = vkalgo_lane_shift_up(vkalgo_bits_handed);
    if (lane == 0u)
        above = of.strip != 0u ? vkalgo_bits_above[(of.first + step) % (2u * vkalgo_kAhead)]
                : vkalgo_kRowStep != 0u ? 0xffu
                                        : 0u;
    const bool whole = step >= vkalgo_kLanes - 1u && step < of.whole;  // in every lane
    if (whole || (step >= lane && block < of.end)) {
        const uint count = min(vkalgo_push.columns - block * vkalgo_kBlock, vkalgo_kBlock);
        vkalgo_bits_handed = vkalgo_bits_run_block(count, whole, above, next);
        if (lane == vkalgo_kLanes - 1u)
            vkalgo_bits_store_carries(block, vkalgo_bits_handed | vkalgo_bits_tag(of.strip) << 16u);
    }
    if (vkalgo_kHelps && !whole) vkalgo_bits_take_step(next);
}

// All by the same lanes.
void vkalgo_bits_run_alone(VkalgoBitsStretch of) {
    vkalgo_bits_take_digits(of.first - vkalgo_lane_index());
    for (uint step = 0u; step < of.steps; ++step) {
        const uint block = of.first + step;
        [[unroll]] for (uint c = 0; c < vkalgo_kBlock; ++c)
            vkalgo_bits_match(c);
        if (step % vkalgo_kAhead == 0u) {
            vkalgo_bits_bring(of.strip, block, of.end);
            barrier();
            vkalgo_bits_look_ahead(of.strip, block, of.end);
        }
        vkalgo_bits_take_digits(block - vkalgo_lane_index() + 1u);
        vkalgo_bits_run_step(of, step, 0u);
    }
}

// A group of steps by the helper, while the lanes that compute take the one before.
void vkalgo_bits_help(VkalgoBitsStretch of, uint step) {
    const uint block = of.first + step;
    for (uint k = 0; k < vkalgo_kAhead; ++k) {
        vkalgo_bits_take_digits(block + k - vkalgo_lane_index());
        [[unroll]] for (uint c = 0; c < vkalgo_kBlock; ++c)
            vkalgo_bits_match(c);
        vkalgo_bits_put_matches(step + k);
    }
    vkalgo_bits_bring(of.strip, block, of.end);
    vkalgo_bits_look_ahead(of.strip, block, of.end);
}
void vkalgo_bits_run_helped(VkalgoBitsStretch of) {
    for (uint step = 0u; step < of.steps + vkalgo_kAhead; step += vkalgo_kAhead) {
        if (vkalgo_bits_helps()) {
            if (step < of.steps) vkalgo_bits_help(of, step);
        } else if (step != 0u) {
            const uint last = step - 1u;
            vkalgo_bits_take_step(step - vkalgo_kAhead);
            for (uint k = step - vkalgo_kAhead; k <= last; ++k)
                vkalgo_bits_run_step(of, k, min(k + 1u, last));
        }
        barrier();
    }
}

void vkalgo_bits_run_strip(uint strip, uint first, uint end) {
    const uint whole = min(end, vkalgo_push.columns / vkalgo_kBlock) - first;
    const VkalgoBitsStretch stretch =
        VkalgoBitsStretch(strip, first, end, end - first + vkalgo_kLanes - 1u, whole);
    [[unroll]] for (uint k = 0; k < vkalgo_kStates * vkalgo_kWords; ++k) {
        const bool ones =
            VKALGO_BITS_EDIT != 0 ? k < vkalgo_kWords && vkalgo_kColumnStep != 0u : vkalgo_kColumnStep == 0u;
        vkalgo_bits_state[k] = ones ? 0xffffffffu : 0u;
        if (first != 0u) vkalgo_bits_state[k] = vkalgo_bits_state_in[vkalgo_bits_state_place(strip, k)];
    }
    if (vkalgo_bits_helps()) {
        vkalgo_bits_fill_table(strip);
        vkalgo_bits_load_symbols(first);
        vkalgo_bits_put_symbols(first);
    }
    barrier();
    if (vkalgo_bits_helps()) {
        vkalgo_bits_load_symbols(first + vkalgo_kAhead);
        if (strip != 0u && vkalgo_lane_index() < vkalgo_kAhead)
            vkalgo_bits_next = vkalgo_bits_load_carries(first + vkalgo_lane_index());
    }
    if (vkalgo_kHelps)
        vkalgo_bits_run_helped(stretch);
    else
        vkalgo_bits_run_alone(stretch);
    if (vkalgo_bits_computes()) {
        if (end == vkalgo_bits_blocks()) {
            vkalgo_bits_add_to_answer(strip);
        } else {
            [[unroll]] for (uint k = 0; k < vkalgo_kStates * vkalgo_kWords; ++k)
                vkalgo_bits_state_out[vkalgo_bits_state_place(strip, k)] = vkalgo_bits_state[k];
        }
    }
    barrier();  // before the next strip's carries take the place of this one's
}

void vkalgo_bits_take_strips() {
    for (;;) {
        if (gl_LocalInvocationIndex == 0u)
            vkalgo_bits_ticket = atomicAdd(vkalgo_bits_next_ticket[vkalgo_push.ticket], 1u);
        barrier();
        const uint ticket = vkalgo_bits_ticket;
        barrier();  // all have read it
        if (ticket >= vkalgo_push.strips) return;
        vkalgo_bits_run_strip(vkalgo_push.first_strip + ticket, 0u, vkalgo_bits_blocks());
    }
}

// Digits of 8 columns' symbols, and of the answer what no strip adds.
void vkalgo_bits_split_symbols() {
    const uint block = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    if (block == 0u) {
        vkalgo_bits_answer[0] = vkalgo_push.corner + vkalgo_kRowStep * vkalgo_push.columns +
                                (vkalgo_push.columns == 0u ? vkalgo_kColumnStep * vkalgo_push.rows : 0u);
        vkalgo_bits_answer[2] = vkalgo_push.rows;
        vkalgo_bits_answer[3] = vkalgo_push.columns;
        vkalgo_bits_answer[6] = 1u;
    }
    if (block >= vkalgo_bits_blocks()) return;
    uint digits[vkalgo_kSymbolWords];
    [[unroll]] for (uint k = 0; k < vkalgo_kSymbolWords; ++k)
        digits[k] = 0u;
    const uint count = min(vkalgo_push.columns - block * vkalgo_kBlock, vkalgo_kBlock);
    [[unroll]] for (uint c = 0; c < vkalgo_kBlock; ++c) {
        if (c >= count) continue;
        const uint symbol = vkalgo_column_symbol(int(block * vkalgo_kBlock + c + 1u));
        const uint first = c * vkalgo_kDigitBits;
        [[unroll]] for (uint d = 0; d < vkalgo_kDigits; ++d)
            digits[d * vkalgo_kDigitWords + first / 32u] |= vkalgo_bits_digit(symbol, d) << first % 32u;
    }
    [[unroll]] for (uint k = 0; k < vkalgo_kSymbolWords; ++k)
        vkalgo_bits_symbols_out[block * vkalgo_kSymbolWords + k] = digits[k];
    vkalgo_bits_carries[block] = 0u;
}

void main() {
    if (vkalgo_kTask == VKALGO_BITS_TASK_SYMBOLS) {
        vkalgo_bits_split_symbols();
    } else if (vkalgo_kWaits) {
        vkalgo_bits_take_strips();
    } else {
        const uint number = vkalgo_workgroup_index();
        if (number >= vkalgo_push.strips) return;
        const uint strip = vkalgo_push.first_strip + number;
        const uint first = (vkalgo_push.diagonal - strip) * vkalgo_push.tile_blocks;
        vkalgo_bits_run_strip(strip, first, min(first + vkalgo_push.tile_blocks, vkalgo_bits_blocks()));
    }
}
