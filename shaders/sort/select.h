// Shared by shaders/sort/ and algorithms/sort/: top k, and store_keys, which the search for distinct keys uses too.
#ifndef VKALGO_SORT_SELECT_H
#define VKALGO_SORT_SELECT_H

#include "../common/bridge.h"

// In every kernel except choose_digit, binding 0 is the keys and binding 1 the values (sort/item.glsl). Further
// bindings of count_digits and choose_digit: the words of state (choose_digit: to read and to write), the counts of
// digits, the count buffer.
#define VKALGO_COUNT_DIGITS_STATE 2
#define VKALGO_COUNT_DIGITS_TOTALS 3
#define VKALGO_COUNT_DIGITS_COUNT 4
#define VKALGO_CHOOSE_STATE 0
#define VKALGO_CHOOSE_NEW_STATE 1
#define VKALGO_CHOOSE_TOTALS 2
#define VKALGO_CHOOSE_COUNT 3
// count_selected: the words of state, the counters per tile, the count buffer. move_selected: the words of state, the
// output indices of each tile's first keys, the selected keys as words, their values, the count buffer.
#define VKALGO_SELECT_STATE 2
#define VKALGO_SELECT_TILES 3
#define VKALGO_SELECT_COUNT 4
#define VKALGO_SELECT_KEYS 4
#define VKALGO_SELECT_VALUES 5
#define VKALGO_SELECT_MOVE_COUNT 6
// store_keys: the result's words to read and to write, a word that holds the number of keys, and a copy of it.
#define VKALGO_STORE_OLD 2
#define VKALGO_STORE_WORDS 3
#define VKALGO_STORE_FOUND 4
#define VKALGO_STORE_FOUND_COPY 5

// Specialization constants, by id, in addition to those of sort/item.glsl.
#define VKALGO_SELECT_CONSTANT_KEY_BITS 30  // 8, 16, 32 or 64
#define VKALGO_SELECT_CONSTANT_EACH 31      // Keys per invocation
#define VKALGO_SELECT_CONSTANT_INDICES 32   // The values are the indices of the keys

// State of the search for the k-th key: the bits of this key that are found so far (two words), the number of keys
// among the first k that share these bits, and the smaller of k and the number of all keys. Each round reads one state
// and writes the next. All words of the first state are 0.
#define VKALGO_STATE_LOW 0
#define VKALGO_STATE_HIGH 1
#define VKALGO_STATE_WANTED 2
#define VKALGO_STATE_FOUND 3
#define VKALGO_STATE_WORDS 4

#define VKALGO_SELECT_DIGIT_BITS 8

VKALGO_SHARED_BEGIN

struct DigitsPush {
    uint count;      // Keys
    uint counted;    // If not 0, word counted - 1 of the count buffer holds their number, at most `count`
    uint groups;     // Workgroups in use
    uint items;      // Items per workgroup
    uint bit;        // First bit of the digit
    uint mask_low;   // The bits above the digit, in the low word
    uint mask_high;  // The bits above the digit, in the high word
    uint round;      // Index of the round, which selects state and totals
};

struct ChoosePush {
    uint count;  // Keys; `counted` as in DigitsPush
    uint counted;
    uint wanted;  // k
    uint bit;     // As in DigitsPush
    uint round;   // As in DigitsPush
};

struct SelectPush {
    uint count;  // Keys; `counted` as in DigitsPush
    uint counted;
    uint tiles;  // Tiles; each has one workgroup
    uint state;  // First word of the last state
};

struct StorePush {
    uint words;  // Maximum number of words of the result
    uint most;   // Maximum number of keys in the result
    uint found;  // Index of the word that holds the number of keys found
    uint copy;   // Index of the word that receives the number of keys in the result
};

VKALGO_SHARED_END
#endif
