// Part of shaders/dp/bits.glsl: looks up where a column's symbols occur among a strip's rows. Lanes read only what they
// wrote themselves, or what was written before a barrier.
#ifndef VKALGO_DP_BITS_LOOKUP_GLSL
#define VKALGO_DP_BITS_LOOKUP_GLSL

const uint vkalgo_kTable =
    vkalgo_kTask == VKALGO_BITS_TASK_SYMBOLS ? 1u : vkalgo_kDigits * vkalgo_kValues * vkalgo_kEntryWords;
shared uint vkalgo_bits_table[vkalgo_kTable];
const uint vkalgo_kRing = 4u * vkalgo_kLanes;  // Enough for the blocks that lanes have not taken yet, and two groups
shared uint vkalgo_bits_ring[vkalgo_kTask == VKALGO_BITS_TASK_SYMBOLS ? 1u : vkalgo_kRing * vkalgo_kDigits];
// The matches that helpers looked up: [step][columns by fours][word][lane], for the current group of steps and the
// next.
const uint vkalgo_kFours = vkalgo_kBlock / 4u;
shared uvec4 vkalgo_bits_ready[vkalgo_kHelps ? 2u * vkalgo_kAhead * vkalgo_kFours * vkalgo_kEntryWords : 1u];

uint vkalgo_bits_digit(uint symbol, uint d) { return symbol >> vkalgo_kDigitBits * d & (vkalgo_kValues - 1u); }

// Row symbols that an invocation reads at once. With bands, each dispatch builds a strip's table anew. Several reads at
// once then hide the latency of memory.
const uint vkalgo_kReadAtOnce = vkalgo_kBands ? 8u : 1u;

// Fills the table: for each value of a digit, the rows whose symbols have it.
void vkalgo_bits_fill_table(uint strip) {
    const uint lane = vkalgo_lane_index();
    for (uint k = 0; k < vkalgo_kDigits * vkalgo_kValues * vkalgo_kWords; ++k)
        vkalgo_bits_table[k * vkalgo_kLanes + lane] = 0u;
    for (uint w = 0; w < vkalgo_kWords; ++w) {
        const uint first = vkalgo_bits_first_row(strip, w);
        const uint count = vkalgo_bits_rows(strip, w);
        for (uint r = 0; r < count; r += vkalgo_kReadAtOnce) {
            uint symbols[vkalgo_kReadAtOnce];
            [[unroll]] for (uint k = 0; k < vkalgo_kReadAtOnce; ++k)
                symbols[k] = vkalgo_row_symbol(int(first + min(r + k, count - 1u) + 1u));
            [[unroll]] for (uint k = 0; k < vkalgo_kReadAtOnce; ++k) {
                if (r + k >= count) continue;
                [[unroll]] for (uint d = 0; d < vkalgo_kDigits; ++d)
                    vkalgo_bits_table[(d * vkalgo_kValues + vkalgo_bits_digit(symbols[k], d)) * vkalgo_kEntryWords +
                                      w * vkalgo_kLanes + lane] |= 1u << r + k;
            }
        }
    }
}

// The columns' symbols come from memory in groups of kAhead blocks. A group is loaded into registers one group of steps
// before it is written to a ring in shared memory. From this ring each lane takes the symbols of its block.
uint vkalgo_bits_coming[vkalgo_kDigits];
void vkalgo_bits_load_symbols(uint block) {
    const uint there = min(block + vkalgo_lane_index(), vkalgo_bits_blocks() - 1u);
    if (vkalgo_lane_index() >= vkalgo_kAhead) return;
    [[unroll]] for (uint k = 0; k < vkalgo_kDigits; ++k)
        vkalgo_bits_coming[k] = vkalgo_bits_symbols_in[(vkalgo_bits_offset() + there) * vkalgo_kDigits + k];
}
void vkalgo_bits_put_symbols(uint block) {
    if (vkalgo_lane_index() >= vkalgo_kAhead) return;
    [[unroll]] for (uint k = 0; k < vkalgo_kDigits; ++k)
        vkalgo_bits_ring[k * vkalgo_kRing + (block + vkalgo_lane_index()) % vkalgo_kRing] = vkalgo_bits_coming[k];
}

// Digits of the lane's next block.
uint vkalgo_bits_digits[vkalgo_kDigits];
void vkalgo_bits_take_digits(uint block) {
    [[unroll]] for (uint k = 0; k < vkalgo_kDigits; ++k)
        vkalgo_bits_digits[k] = vkalgo_bits_ring[k * vkalgo_kRing + block % vkalgo_kRing];
}

// For each of the block's columns and each of the lane's words: a bit per row, which is set if the row's symbol equals
// the column's.
uint vkalgo_bits_matches[vkalgo_kBlock * vkalgo_kWords];
void vkalgo_bits_match(uint c) {
    [[unroll]] for (uint d = 0; d < vkalgo_kDigits; ++d) {
        const uint value = vkalgo_bits_digits[d] >> c * vkalgo_kDigitBits & (vkalgo_kValues - 1u);
        const uint index = (d * vkalgo_kValues + value) * vkalgo_kEntryWords + vkalgo_lane_index();
        [[unroll]] for (uint w = 0; w < vkalgo_kWords; ++w) {
            const uint rows = vkalgo_bits_table[index + w * vkalgo_kLanes];
            const uint k = c * vkalgo_kWords + w;
            vkalgo_bits_matches[k] = d == 0u ? rows : vkalgo_bits_matches[k] & rows;
        }
    }
}

uint vkalgo_bits_ready_index(uint step, uint four, uint w) {
    return ((step % (2u * vkalgo_kAhead) * vkalgo_kFours + four) * vkalgo_kWords + w) * vkalgo_kLanes +
           vkalgo_lane_index();
}
void vkalgo_bits_put_matches(uint step) {
    [[unroll]] for (uint four = 0; four < vkalgo_kFours; ++four) [[unroll]]
        for (uint w = 0; w < vkalgo_kWords; ++w) {
            uvec4 columns;
            [[unroll]] for (uint c = 0; c < 4u; ++c)
                columns[c] = vkalgo_bits_matches[(four * 4u + c) * vkalgo_kWords + w];
            vkalgo_bits_ready[vkalgo_bits_ready_index(step, four, w)] = columns;
        }
}
void vkalgo_bits_take_matches(uint step, uint four) {
    [[unroll]] for (uint w = 0; w < vkalgo_kWords; ++w) {
        const uvec4 columns = vkalgo_bits_ready[vkalgo_bits_ready_index(step, four, w)];
        [[unroll]] for (uint c = 0; c < 4u; ++c)
            vkalgo_bits_matches[(four * 4u + c) * vkalgo_kWords + w] = columns[c];
    }
}

#endif
