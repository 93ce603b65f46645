// Shared by packed_f16.comp and the host.
#ifndef VKALGO_DP_HALVES_H
#define VKALGO_DP_HALVES_H

#include "../common/bridge.h"

// Storage buffers, set 0.
#define VKALGO_PACKED_F16_PROBLEMS 0  // uint[][VKALGO_HALVES_PROBLEM_WORDS], two of a pair beside each other
#define VKALGO_PACKED_F16_X 1         // u8 symbols of the rows, four to a word
#define VKALGO_PACKED_F16_Y 2         // of the columns
#define VKALGO_PACKED_F16_SCORES \
    3  // uint[letter][(symbols + 7) / 8]: a nibble for each symbol of a column, score - least score
#define VKALGO_PACKED_F16_SYMBOLS \
    4                             // uvec2[]: of a pair's columns, a group of four to a word, the first problem's in x
#define VKALGO_PACKED_F16_ROWS 5  // uvec2[]: of a pair's columns, H and F of the row above a strip
#define VKALGO_PACKED_F16_PROFILE 6  // uint[]: see packed_f16.comp
#define VKALGO_PACKED_F16_ANSWERS 7  // uint[]

// Of a problem. One that is none has no rows, no columns and the number VKALGO_HALVES_NONE.
#define VKALGO_PACKED_F16_ROW_COUNT 0  // rows and columns below and right of the base
#define VKALGO_PACKED_F16_COLUMN_COUNT 1
#define VKALGO_PACKED_F16_FIRST_X 2  // element that the first row has
#define VKALGO_PACKED_F16_FIRST_Y 3
#define VKALGO_PACKED_F16_NUMBER 4  // of its answer
#define VKALGO_PACKED_F16_PLACE 5   // of the first of a pair: the pair's first group in symbols and rows
#define VKALGO_PACKED_F16_PROBLEM_WORDS 6
#define VKALGO_PACKED_F16_NONE 0xffffffffu

// Specialization constants.
#define VKALGO_PACKED_F16_CONSTANT_WORKGROUP 0  // invocations, a multiple of the subgroup's
#define VKALGO_PACKED_F16_CONSTANT_LANES 1      // for each pair, a power of two that divides the subgroup's
#define VKALGO_PACKED_F16_CONSTANT_REGISTERS 2  // rows per lane, 1 to VKALGO_HALVES_MOST_REGISTERS
#define VKALGO_PACKED_F16_CONSTANT_LOCKSTEP 3   // lanes of a subgroup cannot run apart, as on software devices

#define VKALGO_PACKED_F16_MOST_REGISTERS 8
#define VKALGO_PACKED_F16_GROUP 4   // columns per step
#define VKALGO_PACKED_F16_BLOCK 32  // invocations whose profiles lie beside each other

// Halves hold whole numbers up to this exactly.
#define VKALGO_PACKED_F16_MOST 2048

VKALGO_SHARED_BEGIN

struct VkalgoPackedF16Push {
    uint first_pair, end_pair;  // of this dispatch
    uint workgroups;            // of this dispatch: each takes one after another of the sets of pairs that it holds
    uint symbols;               // that columns may have
    // Numbers as halves, twice in a word: costs of gaps, and what scores out of a profile have too much, those of rows
    // 0, 2, 4 and 6 of a lane and of the others: 1024 and 64, less the least score.
    uint open, extend, even_excess, odd_excess;
    // The same, what stands for the value 0: so little that even rows just lose no bit of it less their excess.
    uint zero;
};

VKALGO_SHARED_END
#endif
