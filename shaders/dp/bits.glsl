// Method `bit-parallel`, for cells that differ from their neighbours by 0 or 1 (lcs), or by -1, 0 or 1 (edit distance).
// One word holds the differences of 32 rows of a column, and a few operations on words compute all of them.
//   Sources: H. Hyyro, Bit-parallel LCS-length computation revisited (2004); G. Myers, A fast bit-vector algorithm for
// approximate string matching based on dynamic programming (1999). As in Myers' algorithm, blocks pass differences
// down.
//   A word v holds the vertical differences of 32 rows of a column. For lcs, a bit is 0 if the lower cell is one
// greater than the cell above it. For edit distance there are two words: the bits of the differences +1 (plus) and the
// bits of the differences -1 (minus). The horizontal differences of the row above enter at bit 0 as a carry. The v of a
// column is computed from the v of the column before. The differences that leave at bit 31 enter the word below. Rows
// are numbered from bit 0 upwards, so the bits of rows beyond the last row never affect a row that exists.
//
// A strip is kLanes lanes of kWords words, and belongs to one workgroup. At step s, lane l takes block s - l; a block
// has 8 columns. For each column, the lane passes one bit (lcs) or two bits (edit distance) to the next lane. It
// shuffles a word of these bits after each half of the block, so that the word arrives before the next lane needs it.
// Matches are looked up (bits_lookup.glsl) by the lanes themselves or by helpers. Helpers are additional subgroups of
// the workgroup, each on another part of the processor; they work one group of kAhead steps ahead of the lanes. Helpers
// are used if a processor has only one or two strips. The time of a column is then the time in which one subgroup
// issues its instructions, and helpers take instructions from this subgroup. Before the strips, the task `symbols`
// writes the digits of the column symbols: a word holds one digit of 8 symbols. Strips pass their bottom row down
// through memory, one word per block, kAhead blocks at once. Schedules:
//   waiting    Workgroups take strips by tickets. The high half of a word is the tag of the strip that wrote it, so a
//              reader polls the word itself and needs no fence. A reader reads kAhead blocks at once, one group of
//              steps before it needs them. A strip reads each word of the strip above before it overwrites the word.
//              Tags repeat after 65,535 strips, far more than run at once. Waits are bounded. All data passed between
//              workgroups are relaxed atomics.
//   diagonals  One dispatch per diagonal of tiles, where a tile is a strip x tile_blocks blocks. Between the tiles of a
//              strip, v is kept in memory. No workgroup waits for another.
// If several devices share the table (kBands), band b of strips belongs to device b modulo their number. Each dispatch
// computes a few tiles of every strip of the device's band. In a dispatch, each strip ends one tile before the strip
// above. Bands are possible with both schedules.
// In a batch, a workgroup takes one problem, strip by strip. If problems are too large for one dispatch (kCut), launch
// k computes tile k of each problem, counted through all strips.
// Cost: per word and column 5 operations (lcs) or 12 (edit distance) and one read of shared memory per digit; per lane
// and column 2 or 3 operations per digit and 3 for the bits that enter and leave. On an H200 a subgroup needs about 70
// instructions for a block of lcs, and issues one instruction in two cycles.
// inputs from binding 8
// module bits: needs-number, needs-bits
// module bits_batch: needs-number, needs-bits, batched
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
layout(constant_id = VKALGO_BITS_CONSTANT_TASK) const uint vkalgo_kTask = VKALGO_BITS_TASK_DIAGONALS;
layout(constant_id = VKALGO_BITS_CONSTANT_ROW_STEP) const uint vkalgo_kRowStep = 0;
layout(constant_id = VKALGO_BITS_CONSTANT_COLUMN_STEP) const uint vkalgo_kColumnStep = 0;
layout(constant_id = VKALGO_BITS_CONSTANT_HELPERS) const uint vkalgo_kHelpers = 0;
layout(constant_id = VKALGO_BITS_CONSTANT_BANDS) const bool vkalgo_kBands = false;
#ifdef VKALGO_BATCHED
layout(constant_id = VKALGO_BITS_CONSTANT_CUT) const bool vkalgo_kCut = false;
#endif

const bool vkalgo_kHelps = vkalgo_kHelpers != 0u;
const bool vkalgo_kWaits = vkalgo_kTask == VKALGO_BITS_TASK_WAITING;
const uint vkalgo_kBlock = VKALGO_BITS_BLOCK;
const uint vkalgo_kAhead = VKALGO_BITS_AHEAD;
const uint vkalgo_kDigitBits = 32u / vkalgo_kBlock;  // A word holds one digit of each of a block's symbols
const uint vkalgo_kValues = 1u << vkalgo_kDigitBits;
const uint vkalgo_kQuads = vkalgo_kAhead / 4u;  // Quads of a group; a quad has the bits that enter or leave in 4 steps
const uint vkalgo_kEntryWords = vkalgo_kWords * vkalgo_kLanes;  // Words of the table for one value of a digit
const uint vkalgo_kStrip = vkalgo_kEntryWords * 32u;            // Rows
const uint vkalgo_kTags = 0xffffu;
const uint vkalgo_kStates = VKALGO_BITS_EDIT + 1;  // Words for 32 differences: edit distance has two

// Read-write: atomics.
layout(set = 0, binding = VKALGO_BITS_CARRIES, std430) buffer VkalgoBitsCarries { uint vkalgo_bits_carries[]; };
layout(set = 0, binding = VKALGO_BITS_TICKET, std430) buffer VkalgoBitsTicket { uint vkalgo_bits_next_ticket[]; };
layout(set = 0, binding = VKALGO_BITS_ANSWER, std430) buffer VkalgoBitsAnswer {
#ifdef VKALGO_BATCHED
    uint vkalgo_bits_answer[];
#else
    uint vkalgo_bits_answer[VKALGO_ANSWER_WORDS];
#endif
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

// Return the number of rows below the base, the number of columns right of it, the problem's first block in carries and
// symbols, and the index of its answer.
#ifdef VKALGO_BATCHED
#include "dp/batch_problem.glsl"
uint vkalgo_bits_row_count() { return vkalgo_problem.rows; }
uint vkalgo_bits_column_count() { return vkalgo_problem.columns; }
uint vkalgo_bits_offset() { return vkalgo_problem.offset; }
uint vkalgo_bits_answer_index() { return vkalgo_problem.number * VKALGO_VALUE_WORDS; }
#else
uint vkalgo_bits_row_count() { return vkalgo_push.rows; }
uint vkalgo_bits_column_count() { return vkalgo_push.columns; }
uint vkalgo_bits_offset() { return 0u; }
uint vkalgo_bits_answer_index() { return 0u; }
#endif

// The recurrence's own text calls these functions. The text is compiled, but does not run here.
int rows() { return int(vkalgo_bits_row_count()) + 1; }
int columns() { return int(vkalgo_bits_column_count()) + 1; }
cell_t at(int i, int j) { return cell_t(0); }

// `above`: the carries from the strip above, one word per block, for the current and the next group of steps. `left`:
// the bits that leave the last lane, kStates per column, for the current and the previous group of steps.
shared uvec4 vkalgo_bits_above[2u * vkalgo_kQuads];
shared uint vkalgo_bits_left[2u * vkalgo_kQuads * vkalgo_kStates];
shared uint vkalgo_bits_ticket;

// The lane's words of differences. Edit distance: plus, then minus.
uint vkalgo_bits_state[vkalgo_kStates * vkalgo_kWords];

// The first team of the workgroup computes; the teams after it are helpers. Without helpers the first team looks up
// matches itself. One team brings symbols and carries to shared memory and passes carries down: the first helper or,
// without helpers, the first team.
uint vkalgo_bits_team;
bool vkalgo_bits_computes() { return !vkalgo_kHelps || vkalgo_bits_team == 0u; }
bool vkalgo_bits_brings() { return !vkalgo_kHelps || vkalgo_bits_team == 1u; }

uint vkalgo_bits_blocks() { return (vkalgo_bits_column_count() + vkalgo_kBlock - 1u) / vkalgo_kBlock; }

// Return the first row of the lane's word w, where the first row below the base has number 0, and how many rows of the
// word exist.
uint vkalgo_bits_first_row(uint strip, uint w) {
    return strip * vkalgo_kStrip + (vkalgo_lane_index() * vkalgo_kWords + w) * 32u;
}
uint vkalgo_bits_rows(uint strip, uint w) {
    const uint first = vkalgo_bits_first_row(strip, w);
    return first >= vkalgo_bits_row_count() ? 0u : min(32u, vkalgo_bits_row_count() - first);
}

#include "dp/bits_lookup.glsl"

// Bits that left the lane at its bottom in its last 32 columns; the last column has bit 0. Edit distance: plus, then
// minus.
uint vkalgo_bits_below[vkalgo_kStates];
// Bits that enter the lane at its top in 4 columns. Bit 0 belongs to the last column.
uint vkalgo_bits_entering[vkalgo_kStates];

// Computes column c of a block. Bit `bit` of each word of vkalgo_bits_entering enters at the top.
void vkalgo_bits_column(uint c, uint bit) {
    uint plus = vkalgo_bits_entering[0] << 31u - bit;  // At bit 31, like the bit that leaves a word
#if VKALGO_BITS_EDIT
    uint minus = vkalgo_bits_entering[1] << 31u - bit;
#endif
    [[unroll]] for (uint w = 0; w < vkalgo_kWords; ++w) {
        const uint match = vkalgo_bits_matches[c * vkalgo_kWords + w];
#if VKALGO_BITS_EDIT
        const uint up = vkalgo_bits_state[w], down = vkalgo_bits_state[vkalgo_kWords + w];
        const uint either = match | down;
        const uint equal = match | (minus >> 31u);
        const uint sum = (equal & up) + up;
        const uint right_up = down | ~(sum | (up | equal)), right_down = up & ((sum ^ up) | equal);
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
        vkalgo_bits_state[w] = sum | (plus & ~kept);
#endif
    }
    vkalgo_bits_below[0] = vkalgo_bits_below[0] << 1u | plus >> 31u;
#if VKALGO_BITS_EDIT
    vkalgo_bits_below[1] = vkalgo_bits_below[1] << 1u | minus >> 31u;
#endif
}

// Return the tag of a strip; load and store the carries that a strip passes to the strip below, with the tag in the
// high half.
uint vkalgo_bits_tag(uint strip) { return strip % vkalgo_kTags + 1u; }
uint vkalgo_bits_load_carries(uint block) {
    return atomicLoad(vkalgo_bits_carries[vkalgo_bits_offset() + min(block, vkalgo_bits_blocks() - 1u)], gl_ScopeDevice,
                      gl_StorageSemanticsNone, gl_SemanticsRelaxed);
}
void vkalgo_bits_store_carries(uint block, uint carries) {
    atomicStore(vkalgo_bits_carries[vkalgo_bits_offset() + block], carries, gl_ScopeDevice, gl_StorageSemanticsNone,
                gl_SemanticsRelaxed);
}

bool vkalgo_bits_stuck = false;
uint vkalgo_bits_polls = 0;  // Failed polls
uint vkalgo_bits_next;       // This lane's word of the carries of the next group

// Checks whether to stop waiting: returns true if this invocation, or another, has reached its limit of failed polls.
bool vkalgo_bits_give_up() {
    if (vkalgo_bits_polls >= vkalgo_push.spin_limit) atomicOr(vkalgo_status_flags, VKALGO_STATUS_STALLED);
    return (atomicOr(vkalgo_status_flags, 0u) & VKALGO_STATUS_STALLED) != 0u;
}
// Writes the symbols of the next group of blocks, and the carries of the group at `block`, to shared memory. In the
// waiting schedule, waits for these carries.
void vkalgo_bits_bring(uint strip, uint block, uint end) {
    const uint lane = vkalgo_lane_index();
    const bool own = strip != 0u && lane < vkalgo_kAhead && block + lane < end;
    vkalgo_bits_put_symbols(block + vkalgo_kAhead);
    while (vkalgo_kWaits && own && !vkalgo_bits_stuck && vkalgo_bits_next >> 16u != vkalgo_bits_tag(strip - 1u)) {
        vkalgo_bits_next = vkalgo_bits_load_carries(block + lane);
        ++vkalgo_bits_polls;
        if (vkalgo_bits_polls % 1024u == 0u) vkalgo_bits_stuck = vkalgo_bits_give_up();
    }
    if (lane >= vkalgo_kAhead) return;
    const uint slot = (block + lane) % (2u * vkalgo_kAhead);  // The first lane still reads the other half
    vkalgo_bits_above[slot / 4u][slot % 4u] = strip != 0u ? vkalgo_bits_next : vkalgo_kRowStep * 0xffu;
}
// Loads the symbols and carries that the next call of vkalgo_bits_bring writes.
void vkalgo_bits_look_ahead(uint strip, uint block, uint end) {
    const uint there = block + vkalgo_kAhead + vkalgo_lane_index();
    vkalgo_bits_load_symbols(block + 2u * vkalgo_kAhead);
    if (strip != 0u && vkalgo_lane_index() < vkalgo_kAhead) vkalgo_bits_next = vkalgo_bits_load_carries(there);
}

// Adds the differences of the strip's last column, from its first row to its last, to the answer.
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
    if (total != 0u) atomicAdd(vkalgo_bits_answer[vkalgo_bits_answer_index()], total);
}

#include "dp/bits_range.glsl"

void vkalgo_bits_run_strip(uint strip, uint first, uint end) {
    const uint whole = min(end, vkalgo_bits_column_count() / vkalgo_kBlock) - first;
    uint lanes = vkalgo_kLanes;  // Lanes that have rows; the results of the others are not needed
#ifdef VKALGO_BATCHED
    const uint rows = vkalgo_bits_row_count() - strip * vkalgo_kStrip;
    lanes = min(lanes, (rows + 32u * vkalgo_kWords - 1u) / (32u * vkalgo_kWords));
#endif
    const VkalgoBitsRange range = VkalgoBitsRange(strip, first, end, end - first + lanes, whole);
    vkalgo_bits_begin(range);
    if (vkalgo_bits_brings()) {
        vkalgo_bits_fill_table(strip);
        vkalgo_bits_load_symbols(first);
        vkalgo_bits_put_symbols(first);
    }
    barrier();
    if (vkalgo_bits_brings()) {
        vkalgo_bits_load_symbols(first + vkalgo_kAhead);
        if (strip != 0u && vkalgo_lane_index() < vkalgo_kAhead)
            vkalgo_bits_next = vkalgo_bits_load_carries(first + vkalgo_lane_index());
    }
    vkalgo_bits_run_range(range);
    if (vkalgo_bits_computes()) {
        if (end == vkalgo_bits_blocks()) {
            vkalgo_bits_add_to_answer(strip);
        } else {
            [[unroll]] for (uint k = 0; k < vkalgo_kStates * vkalgo_kWords; ++k)
                vkalgo_bits_state_out[vkalgo_bits_state_index(strip, k)] = vkalgo_bits_state[k];
        }
    }
    barrier();  // All invocations have read this strip's carries, so the next strip may replace them
}

// Runs strip number `number` of this dispatch.
void vkalgo_bits_run_number(uint number) {
    const uint tile = vkalgo_push.tile_blocks;
    uint strip = vkalgo_push.first_strip + number;
    uint first = 0u, end = vkalgo_bits_blocks();
    if (vkalgo_kBands) {
        const uint band = strip / vkalgo_push.band_strips, in_band = strip % vkalgo_push.band_strips;
        const int step = int(vkalgo_push.band_step) - int(in_band + band * vkalgo_push.band_period);
        strip = vkalgo_push.band_first + band * vkalgo_push.band_stride + in_band;
        first = uint(max(step, 0)) * tile;
        end = min(end, uint(max(step + int(vkalgo_push.band_steps), 0)) * tile);
        if (end <= first) return;
    } else if (!vkalgo_kWaits) {
        first = (vkalgo_push.diagonal - strip) * tile;
        end = min(end, first + tile);
    }
    vkalgo_bits_run_strip(strip, first, end);
}

void vkalgo_bits_take_strips() {
    for (;;) {
        if (gl_LocalInvocationIndex == 0u)
            vkalgo_bits_ticket = atomicAdd(vkalgo_bits_next_ticket[vkalgo_push.ticket], 1u);
        barrier();
        const uint ticket = vkalgo_bits_ticket;
        barrier();  // All invocations have read the ticket
        if (ticket >= vkalgo_push.strips) return;
        vkalgo_bits_run_number(ticket);
    }
}

// Writes the digits of a block's symbols and clears the block's carries. For block 0, also writes the part of the
// answer that no strip adds.
void vkalgo_bits_split_block(uint block) {
    if (block == 0u) {
        vkalgo_bits_answer[vkalgo_bits_answer_index()] =
            vkalgo_push.corner + vkalgo_kRowStep * vkalgo_bits_column_count() +
            (vkalgo_bits_column_count() == 0u ? vkalgo_kColumnStep * vkalgo_bits_row_count() : 0u);
#ifndef VKALGO_BATCHED
        vkalgo_bits_answer[2] = vkalgo_bits_row_count();
        vkalgo_bits_answer[3] = vkalgo_bits_column_count();
        vkalgo_bits_answer[6] = 1u;
#endif
    }
    if (block >= vkalgo_bits_blocks()) return;
    uint digits[vkalgo_kDigits];
    [[unroll]] for (uint k = 0; k < vkalgo_kDigits; ++k)
        digits[k] = 0u;
    const uint count = min(vkalgo_bits_column_count() - block * vkalgo_kBlock, vkalgo_kBlock);
    [[unroll]] for (uint c = 0; c < vkalgo_kBlock; ++c) {
        if (c >= count) continue;
        const uint symbol = vkalgo_column_symbol(int(block * vkalgo_kBlock + c + 1u));
        [[unroll]] for (uint d = 0; d < vkalgo_kDigits; ++d)
            digits[d] |= vkalgo_bits_digit(symbol, d) << c * vkalgo_kDigitBits;
    }
    [[unroll]] for (uint k = 0; k < vkalgo_kDigits; ++k)
        vkalgo_bits_symbols_out[(vkalgo_bits_offset() + block) * vkalgo_kDigits + k] = digits[k];
    vkalgo_bits_carries[vkalgo_bits_offset() + block] = 0u;
}

#ifdef VKALGO_BATCHED
// Each workgroup takes one problem.
void main() {
    const uint slot = vkalgo_workgroup_index();
    if (slot >= vkalgo_push.strips) return;
    vkalgo_take_problem(vkalgo_push.first_strip + slot);
    if (vkalgo_kTask == VKALGO_BITS_TASK_SYMBOLS) {
        const uint first = vkalgo_push.launch * vkalgo_push.tile_blocks;
        const uint blocks = min(max(vkalgo_bits_blocks(), 1u), first + vkalgo_push.tile_blocks);
        for (uint block = first + gl_LocalInvocationIndex; block < blocks; block += gl_WorkGroupSize.x)
            vkalgo_bits_split_block(block);
        return;
    }
    vkalgo_bits_team = 0u;
    const uint strips = (vkalgo_problem.rows + vkalgo_kStrip - 1u) / vkalgo_kStrip;
    if (vkalgo_problem.columns == 0u) return;
    uint strip = 0u, end_strip = strips, first = 0u, end = vkalgo_bits_blocks();
    if (vkalgo_kCut) {
        const uint tiles = (end + vkalgo_push.tile_blocks - 1u) / vkalgo_push.tile_blocks;
        strip = vkalgo_push.launch / tiles;
        end_strip = min(strips, strip + 1u);
        first = vkalgo_push.launch % tiles * vkalgo_push.tile_blocks;
        end = min(end, first + vkalgo_push.tile_blocks);
    }
    // vkalgo_bits_run_strip is called only here, since compilers inline each call.
    for (; strip < end_strip; ++strip) {
        vkalgo_bits_run_strip(strip, first, end);
        memoryBarrierBuffer();
        barrier();
    }
}
#else
void main() {
    vkalgo_bits_team = vkalgo_lane_uniform(vkalgo_lane_team());
    if (vkalgo_kTask == VKALGO_BITS_TASK_SYMBOLS) {
        vkalgo_bits_split_block(vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex);
    } else if (vkalgo_kWaits) {
        vkalgo_bits_take_strips();
    } else {
        const uint number = vkalgo_workgroup_index();
        if (number < vkalgo_push.strips) vkalgo_bits_run_number(number);
    }
}
#endif
