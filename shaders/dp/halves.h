// Shared by halves.comp and the host.
#ifndef VKALGO_DP_HALVES_H
#define VKALGO_DP_HALVES_H

#include "../common/bridge.h"

// Storage buffers, set 0.
#define VKALGO_HALVES_PROBLEMS 0  // uint[][VKALGO_HALVES_PROBLEM_WORDS], two of a pair beside each other
#define VKALGO_HALVES_X 1         // u8 symbols of the rows, four to a word
#define VKALGO_HALVES_Y 2         // of the columns
#define VKALGO_HALVES_SCORES \
    3  // uint[letter][(symbols + 7) / 8]: a nibble for each symbol of a column, score - least score
#define VKALGO_HALVES_SYMBOLS 4  // uvec2[]: of a pair's columns, a group of four to a word, the first problem's in x
#define VKALGO_HALVES_ROWS 5     // uvec2[]: of a pair's columns, H and F of the row above a strip
#define VKALGO_HALVES_PROFILE 6  // uint[]: see halves.comp
#define VKALGO_HALVES_ANSWERS 7  // uint[]

// Of a problem. One that is none has no rows, no columns and the number VKALGO_HALVES_NONE.
#define VKALGO_HALVES_ROW_COUNT 0  // rows and columns below and right of the base
#define VKALGO_HALVES_COLUMN_COUNT 1
#define VKALGO_HALVES_FIRST_X 2  // element that the first row has
#define VKALGO_HALVES_FIRST_Y 3
#define VKALGO_HALVES_NUMBER 4  // of its answer
#define VKALGO_HALVES_PLACE 5   // of the first of a pair: the pair's first group in symbols and rows
#define VKALGO_HALVES_PROBLEM_WORDS 6
#define VKALGO_HALVES_NONE 0xffffffffu

// Specialization constants.
#define VKALGO_HALVES_CONSTANT_WORKGROUP 0  // invocations, a multiple of the subgroup's
#define VKALGO_HALVES_CONSTANT_LANES 1      // for each pair, a power of two that divides the subgroup's
#define VKALGO_HALVES_CONSTANT_REGISTERS 2  // rows per lane, 1 to VKALGO_HALVES_MOST_REGISTERS
#define VKALGO_HALVES_CONSTANT_LOCKSTEP 3   // lanes of a subgroup cannot run apart, as on software devices

#define VKALGO_HALVES_MOST_REGISTERS 8
#define VKALGO_HALVES_GROUP 4   // columns per step
#define VKALGO_HALVES_BLOCK 32  // invocations whose profiles lie beside each other

// Halves hold whole numbers up to this exactly.
#define VKALGO_HALVES_MOST 2048

VKALGO_SHARED_BEGIN

struct VkalgoHalvesPush {
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
