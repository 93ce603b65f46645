// Shared by packed_f16.comp and the host.
#ifndef VKALGO_DP_PACKED_F16_H
#define VKALGO_DP_PACKED_F16_H

#include "../common/bridge.h"

// Storage buffers, set 0.
#define VKALGO_PACKED_F16_PROBLEMS 0  // uint[][VKALGO_PACKED_F16_PROBLEM_WORDS], the two of a pair adjacent
#define VKALGO_PACKED_F16_X 1         // Symbols of the rows, u8, four to a word
#define VKALGO_PACKED_F16_Y 2         // Symbols of the columns
#define VKALGO_PACKED_F16_SCORES \
    3  // uint[letter][(symbols + 7) / 8]: a nibble per symbol of a column: score - least score
#define VKALGO_PACKED_F16_SYMBOLS \
    4  // uvec2[]: the symbols of a pair's columns, four to a word, the first problem's in component x
#define VKALGO_PACKED_F16_ROWS 5     // uvec2[]: for a pair's columns, H and F of the row above a strip
#define VKALGO_PACKED_F16_PROFILE 6  // uint[], see packed_f16.comp
#define VKALGO_PACKED_F16_ANSWERS 7  // uint[]

// Words of a problem. An empty slot has no rows, no columns and the number VKALGO_PACKED_F16_NONE.
#define VKALGO_PACKED_F16_ROW_COUNT 0  // Rows and columns below and right of the base
#define VKALGO_PACKED_F16_COLUMN_COUNT 1
#define VKALGO_PACKED_F16_FIRST_X 2  // Index of the first row's symbol in VKALGO_PACKED_F16_X
#define VKALGO_PACKED_F16_FIRST_Y 3
#define VKALGO_PACKED_F16_NUMBER 4  // Index of its answer
#define VKALGO_PACKED_F16_OFFSET 5  // In the first problem of a pair: the pair's first group in symbols and rows
#define VKALGO_PACKED_F16_PROBLEM_WORDS 6
#define VKALGO_PACKED_F16_NONE 0xffffffffu

// Specialization constants.
#define VKALGO_PACKED_F16_CONSTANT_WORKGROUP 0  // Invocations, a multiple of the subgroup size
#define VKALGO_PACKED_F16_CONSTANT_LANES 1      // Lanes per pair, a power of two that divides the subgroup size
#define VKALGO_PACKED_F16_CONSTANT_REGISTERS 2  // Rows per lane, 1 to VKALGO_PACKED_F16_MOST_REGISTERS
#define VKALGO_PACKED_F16_CONSTANT_LOCKSTEP 3   // Lanes of a subgroup cannot diverge, as on software devices

#define VKALGO_PACKED_F16_MOST_REGISTERS 8
#define VKALGO_PACKED_F16_GROUP 4   // Columns per step
#define VKALGO_PACKED_F16_BLOCK 32  // Invocations whose profiles are adjacent

// Up to this number, a half represents every whole number exactly.
#define VKALGO_PACKED_F16_MOST 2048

VKALGO_SHARED_BEGIN

struct VkalgoPackedF16Push {
    uint first_pair, end_pair;  // Pairs of this dispatch: first_pair, ..., end_pair - 1
    uint workgroups;            // Workgroups of this dispatch; each takes one or more sets of pairs, one after another
    uint symbols;               // Number of different symbols that columns may have
    // Numbers as halves, twice in a word: the costs of gaps, and the excess of scores read from a profile. The excess
    // of rows 0, 2, 4 and 6 of a lane is 1024 minus the least score; the excess of the other rows is 64 minus the least
    // score.
    uint open, extend, even_excess, odd_excess;
    // The half that stands for 0, twice in a word. It is as low as possible, but stays exact when the excess of even
    // rows is subtracted from it.
    uint zero;
};

VKALGO_SHARED_END
#endif
