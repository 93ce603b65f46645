// Shared by shaders/sort/ and algorithms/sort/: the first k keys of an order, and keys without their repetitions.
#ifndef VKALGO_SORT_SELECT_H
#define VKALGO_SORT_SELECT_H

#include "../common/bridge.h"

// Every kernel but choose_digit and count_lengths takes the keys as binding 0 and values as binding 1 (sort/item.glsl).
// count_digits, choose_digit: words of state, how often digits occur, the count.
#define VKALGO_COUNT_DIGITS_STATE 2
#define VKALGO_COUNT_DIGITS_TOTALS 3
#define VKALGO_COUNT_DIGITS_COUNT 4
#define VKALGO_CHOOSE_STATE 0
#define VKALGO_CHOOSE_NEW_STATE 1
#define VKALGO_CHOOSE_TOTALS 2
#define VKALGO_CHOOSE_COUNT 3
// count_selected, count_heads: words of state, counters of tiles, the count. move_selected, move_heads: where tiles'
// keys go instead, keys as words and values that are chosen, and the count.
#define VKALGO_SELECT_STATE 2
#define VKALGO_SELECT_TILES 3
#define VKALGO_SELECT_COUNT 4
#define VKALGO_SELECT_KEYS 4
#define VKALGO_SELECT_VALUES 5
#define VKALGO_SELECT_MOVE_COUNT 6
// store_keys: the result's words to read and to write, a word that says how many there are, and a copy of it.
#define VKALGO_STORE_OLD 2
#define VKALGO_STORE_WORDS 3
#define VKALGO_STORE_FOUND 4
#define VKALGO_STORE_FOUND_COPY 5

// Specialization constants, by id, beside those of sort/item.glsl.
#define VKALGO_SELECT_CONSTANT_KEY_BITS 30  // 8, 16, 32 or 64
#define VKALGO_SELECT_CONSTANT_EACH 31      // Keys of an invocation
#define VKALGO_SELECT_CONSTANT_INDICES 32   // The values are the places of the keys

// State of the search for the k-th key: its bits so far, how many of the keys that share them are among the first k,
// and k or, if there are fewer, how many keys there are. A round reads one such state and writes the next.
#define VKALGO_STATE_LOW 0
#define VKALGO_STATE_HIGH 1
#define VKALGO_STATE_WANTED 2
#define VKALGO_STATE_FOUND 3
#define VKALGO_STATE_WORDS 4

#define VKALGO_SELECT_DIGIT_BITS 8

VKALGO_SHARED_BEGIN

struct DigitsPush {
    uint count;      // Keys
    uint counted;    // Not 0: word counted - 1 of the count buffer says how many there are, `count` at most
    uint groups;     // Workgroups in use
    uint items;      // Of a workgroup
    uint bit;        // Where the digit begins
    uint mask_low;   // The bits above the digit
    uint mask_high;  // Of the high word
    uint round;      // From 0: state and totals
};

struct ChoosePush {
    uint count;  // As DigitsPush has it
    uint counted;
    uint wanted;  // k
    uint bit;
    uint round;
};

struct SelectPush {
    uint count;  // As DigitsPush has it
    uint counted;
    uint tiles;  // And workgroups
    uint state;  // First word of the last state
};

struct StorePush {
    uint words;  // Of the result, at most
    uint most;   // Keys that the result has room for
    uint found;  // The word that says how many keys were found
    uint copy;   // The word that says how many there are in the result
};

VKALGO_SHARED_END
#endif
