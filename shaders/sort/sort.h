// Shared by shaders/sort/ and algorithms/sort/: bindings, specialization constants, push constants.
#ifndef VKALGO_SORT_H
#define VKALGO_SORT_H

#include "../common/bridge.h"

// Storage buffers, set 0: the keys and their values, to read and to write. In place both are the same bytes.
#define VKALGO_SORT_KEYS 0    // kKeyWords words each
#define VKALGO_SORT_VALUES 1  // A word per key
#define VKALGO_SORT_SORTED 2
#define VKALGO_SORT_MOVED 3
// pratt_exchange: those of the later part.
#define VKALGO_SORT_LATER_KEYS 4
#define VKALGO_SORT_LATER_VALUES 5
#define VKALGO_SORT_LATER_SORTED 6
#define VKALGO_SORT_LATER_MOVED 7
#define VKALGO_SORT_EXCHANGE_COUNT 8  // Bindings
// radix_scatter: digit d of tile t at d * tiles + t: where its first key goes. radix_count counts it, and takes keys
// and values besides.
#define VKALGO_SORT_PLACES 4
#define VKALGO_SORT_COUNTS 2
// radix_run_starts: digit d of run r at d * runs + r: how often it occurs, and where its first item goes; invocations
// of the other kernels' workgroups, each with a run.
#define VKALGO_SORT_TABLE 0
#define VKALGO_SORT_TABLE_STARTS 1
#define VKALGO_SORT_RUN_THREADS 8u
// radix_sweep: where each digit's first key goes, and links between tiles.
#define VKALGO_SORT_STARTS 4
#define VKALGO_SORT_LINKS 5
// radix_starts: digit d of place p at p << BITS | d: how often it occurs, and where its first key goes.
#define VKALGO_SORT_TOTALS 0
#define VKALGO_SORT_TOTAL_STARTS 1
// shell_...: a word per pass: whether it exchanged anything. shell_runs takes keys and values in place besides; the
// other kernels write the words by atomics, as CHANGED. shell_extremes: first and last item of each run.
#define VKALGO_SORT_RUN_FLAGS 2
#define VKALGO_SORT_FLAGS 4
#define VKALGO_SORT_CHANGED 5
#define VKALGO_SORT_EXTREMES 6
#define VKALGO_SORT_NEW_EXTREMES 7
#define VKALGO_SORT_RUN_COUNT 3
#define VKALGO_SORT_SHELL_COUNT 6
#define VKALGO_SORT_EXTREMES_COUNT 8

// A buffer with a word that says how many keys there are, the last binding of each kernel.
#define VKALGO_SORT_PRATT_COUNT 4
#define VKALGO_SORT_RADIX_COUNT 3  // Of radix_count and radix_totals
#define VKALGO_SORT_SCATTER_COUNT 5
#define VKALGO_SORT_SWEEP_COUNT 6

// Specialization constants, by id.
#define VKALGO_SORT_CONSTANT_THREADS 0    // Invocations of a workgroup; divides ROWS * COLUMNS
#define VKALGO_SORT_CONSTANT_KEY_WORDS 1  // 32-bit words of a key: 1 or 2
#define VKALGO_SORT_CONSTANT_KEY 2        // VKALGO_SORT_KEY_...
#define VKALGO_SORT_CONSTANT_DESCENDING 3
#define VKALGO_SORT_CONSTANT_HAS_VALUES 4
#define VKALGO_SORT_CONSTANT_ROWS 5     // pratt_pass: rows of a tile at most; a power of 2
#define VKALGO_SORT_CONSTANT_COLUMNS 6  // pratt_pass: columns of a tile
#define VKALGO_SORT_CONSTANT_EACH 7     // Radix: items per invocation
#define VKALGO_SORT_CONSTANT_BITS 8     // Radix: of a digit
// radix_scatter, radix_sweep: invocations that rank their digits together: the subgroup's; of radix_scatter_plain 1.
#define VKALGO_SORT_CONSTANT_LANES 9
#define VKALGO_SORT_CONSTANT_HELD 10  // shell_classes, shell_extremes: items that shared memory holds

#define VKALGO_SORT_CONSTANT_ROUNDS 11     // radix_sweep: rounds in which a tile passes through shared memory
#define VKALGO_SORT_CONSTANT_ORDER 12      // radix_sweep: which workgroup gets which tile: one of the next three
#define VKALGO_SORT_CONSTANT_BEGIN_BIT 20  // Radix: the first bit of a key that decides
#define VKALGO_SORT_CONSTANT_END_BIT 21    // The first bit behind those that decide
#define VKALGO_SORT_CONSTANT_TILE 22       // pratt_bitonic: items of a tile; a power of 2, a multiple of 2 * THREADS
#define VKALGO_SORT_CONSTANT_BY_PLACE 23   // 1: of equal keys the one with the lesser value comes first
#define VKALGO_SORT_EXCHANGE_EACH 8        // pratt_exchange: pairs of an invocation

#define VKALGO_SORT_BY_WORKGROUP 0u
#define VKALGO_SORT_BY_TICKET 1u  // In the order in which workgroups begin
#define VKALGO_SORT_REVERSED 2u   // The worst order there is, for tests

// ShellPush::after: whatever happened.
#define VKALGO_SORT_ALWAYS 0xffffffffu

// How a key's bits become an unsigned integer of the same order.
#define VKALGO_SORT_KEY_UNSIGNED 0u
#define VKALGO_SORT_KEY_SIGNED 1u  // The sign bit flipped
#define VKALGO_SORT_KEY_FLOAT 2u   // -infinity, ..., -0, 0, ..., infinity, NaN, NaN with a sign

VKALGO_SHARED_BEGIN

struct PrattPush {
    uint count;          // Keys
    uint counted;        // Not 0: word counted - 1 of the count buffer says how many there are, `count` at most
    uint stride;         // Columns of the matrix that the keys are taken for
    uint rows;           // Of a tile, at most ROWS
    uint first_row;      // Of the first tile
    uint column_groups;  // Tiles beside one another
    uint tiles;
    uint most_thirds;  // Steps: stride * 2^p 3^q with q < most_thirds ...
    uint limit;        // ... and 2^p 3^q < limit
    uint merges;       // 1: no steps; the sorted halves of each tile's columns are merged
};

struct ExchangePush {
    uint part;    // Keys of the earlier part
    uint count;   // Of the later one, at most `part`
    uint groups;  // Workgroups in use
};

struct BitonicPush {
    uint count;          // Keys of the part
    uint before;         // Places before the first key
    uint stride;         // Columns of the matrix that the places are taken for
    uint row_bits;       // A tile has 2^row_bits rows
    uint column_groups;  // Tiles beside one another
    uint tiles;
};

struct RadixPush {
    uint count;    // Keys
    uint counted;  // Not 0: word counted - 1 of the count buffer says how many there are, `count` at most
    uint tiles;    // And workgroups
    uint bit;      // Where the digit begins
};

struct TotalsPush {
    uint count;    // Keys
    uint counted;  // Not 0: word counted - 1 of the count buffer says how many there are, `count` at most
    uint groups;   // Workgroups in use
    uint items;    // Of a workgroup
};

struct SweepPush {
    uint count;     // Keys
    uint counted;   // Not 0: word counted - 1 of the count buffer says how many there are, `count` at most
    uint tiles;     // And workgroups
    uint bit;       // Where the digit begins
    uint starts;    // Word of the first digit's start
    uint links;     // Word of the first link
    uint patience;  // Polls of a tile in vain before its digits are counted where they are missed
};

struct ShellPush {
    uint count;        // Keys, at most
    uint counted;      // As PrattPush has it
    uint increment;    // Class c: the keys c, c + increment, c + 2 increment, ...
    uint first_class;  // shell_runs: of those that are sorted
    uint classes;
    uint runs;        // Of a class, at most
    uint run_length;  // Keys of a run, but for the last of a class
    uint from, to;    // shell_runs: keys of each run that are inserted, counted from where the insertion begins
    uint backwards;   // shell_runs: 1: from the end of each run
    uint after;       // The flag without which there is nothing left to do, or VKALGO_SORT_ALWAYS
    uint flag;        // Set if anything was exchanged
    uint passes;      // shell_classes: at most; shell_extremes: 0 to write the extremes of sorted runs only
};

VKALGO_SHARED_END
#endif
