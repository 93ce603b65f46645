// Shared by shaders/sort/ and algorithms/sort/: bindings, specialization constants, push constants.
#ifndef VKALGO_SORT_H
#define VKALGO_SORT_H

#include "../common/bridge.h"

// Storage buffers, set 0: the keys and their values to read, then the keys and their values to write. If the sort is in
// place, a buffer to write is the same memory as the buffer to read.
#define VKALGO_SORT_KEYS 0    // kKeyWords words per key
#define VKALGO_SORT_VALUES 1  // One word per key
#define VKALGO_SORT_SORTED 2
#define VKALGO_SORT_MOVED 3
// pratt_exchange: the keys and values of the later part, to read and to write.
#define VKALGO_SORT_LATER_KEYS 4
#define VKALGO_SORT_LATER_VALUES 5
#define VKALGO_SORT_LATER_SORTED 6
#define VKALGO_SORT_LATER_MOVED 7
#define VKALGO_SORT_EXCHANGE_COUNT 8  // The number of bindings of pratt_exchange
// Word d * tiles + t of TILE_STARTS, which radix_scatter reads, is the output index of tile t's first key with digit d.
// Word d * tiles + t of COUNTS, which radix_count writes, is the number of tile t's keys with digit d. radix_run_count
// and radix_totals write their tables to COUNTS too. Bindings 0 and 1 of these three kernels are keys and values.
#define VKALGO_SORT_TILE_STARTS 4
#define VKALGO_SORT_COUNTS 2
// radix_run_starts: word d * runs + r of TABLE is the count of digit d in run r, and the same word of TABLE_STARTS is
// the output index of run r's first item with digit d. A workgroup of the other kernels radix_run... has
// VKALGO_SORT_RUN_THREADS invocations, each with one run.
#define VKALGO_SORT_TABLE 0
#define VKALGO_SORT_TABLE_STARTS 1
#define VKALGO_SORT_RUN_THREADS 8u
// radix_sweep: the output index of the first key with each digit, and links between tiles.
#define VKALGO_SORT_STARTS 4
#define VKALGO_SORT_LINKS 5
// radix_starts: word p << BITS | d of TOTALS is the count of digit d at digit position p, and the same word of
// TOTAL_STARTS is the output index of the first key with that digit.
#define VKALGO_SORT_TOTALS 0
#define VKALGO_SORT_TOTAL_STARTS 1
// Kernels shell_...: one word per pass, which says whether the pass exchanged anything. shell_runs reads these words as
// RUN_FLAGS, and reads and writes keys and values in place. The other kernels read the words as FLAGS and write them by
// atomics as CHANGED. shell_extremes: the first and the last item of each run, to read and to write.
#define VKALGO_SORT_RUN_FLAGS 2
#define VKALGO_SORT_FLAGS 4
#define VKALGO_SORT_CHANGED 5
#define VKALGO_SORT_EXTREMES 6
#define VKALGO_SORT_NEW_EXTREMES 7
#define VKALGO_SORT_RUN_COUNT 3
#define VKALGO_SORT_SHELL_COUNT 6
#define VKALGO_SORT_EXTREMES_COUNT 8

// A buffer with a word that holds the number of keys: the last binding of each kernel that takes such a buffer.
#define VKALGO_SORT_PRATT_COUNT 4
#define VKALGO_SORT_RADIX_COUNT 3    // radix_count, radix_run_count and radix_totals
#define VKALGO_SORT_SCATTER_COUNT 5  // radix_scatter, radix_run_scatter and radix_run
#define VKALGO_SORT_SWEEP_COUNT 6

// Specialization constants, by id.
#define VKALGO_SORT_CONSTANT_THREADS 0    // Invocations of a workgroup
#define VKALGO_SORT_CONSTANT_KEY_WORDS 1  // 32-bit words of a key: 1 or 2
#define VKALGO_SORT_CONSTANT_KEY 2        // VKALGO_SORT_KEY_...
#define VKALGO_SORT_CONSTANT_DESCENDING 3
#define VKALGO_SORT_CONSTANT_HAS_VALUES 4
#define VKALGO_SORT_CONSTANT_ROWS 5     // pratt_pass, pratt_column: maximum rows of a tile; for pratt_pass a power of 2
#define VKALGO_SORT_CONSTANT_COLUMNS 6  // pratt_pass: columns of a tile; THREADS divides ROWS * COLUMNS
#define VKALGO_SORT_CONSTANT_EACH 7     // Radix: items per invocation
#define VKALGO_SORT_CONSTANT_BITS 8     // Radix: bits of a digit
// radix_scatter, radix_sweep: invocations that rank their digits together: those of a subgroup; 1 for
// radix_scatter_plain.
#define VKALGO_SORT_CONSTANT_LANES 9
#define VKALGO_SORT_CONSTANT_HELD 10  // shell_classes, shell_extremes: items that shared memory holds

#define VKALGO_SORT_CONSTANT_ROUNDS 11  // radix_sweep: number of rounds in which a tile passes through shared memory
#define VKALGO_SORT_CONSTANT_ORDER 12   // radix_sweep: VKALGO_SORT_BY_... or _REVERSED: which workgroup gets which tile
#define VKALGO_SORT_CONSTANT_BEGIN_BIT 20  // Radix: the first of the bits that keys are sorted by
#define VKALGO_SORT_CONSTANT_END_BIT 21    // Radix: the bit after the last of these bits
#define VKALGO_SORT_CONSTANT_TILE 22       // pratt_bitonic: items of a tile; a power of 2, a multiple of 2 * THREADS
#define VKALGO_SORT_CONSTANT_BY_INDEX 23   // 1: of two equal keys, that with the smaller value is first
#define VKALGO_SORT_EXCHANGE_EACH 8        // pratt_exchange: pairs per invocation

#define VKALGO_SORT_BY_WORKGROUP 0u
#define VKALGO_SORT_BY_TICKET 1u  // Tiles go to workgroups in the order in which the workgroups begin
#define VKALGO_SORT_REVERSED 2u   // The worst order, for tests

// ShellPush::after: run unconditionally.
#define VKALGO_SORT_ALWAYS 0xffffffffu

// The conversion of a key's bits to an unsigned integer of the same order.
#define VKALGO_SORT_KEY_UNSIGNED 0u
#define VKALGO_SORT_KEY_SIGNED 1u  // The sign bit flipped
#define VKALGO_SORT_KEY_FLOAT 2u   // -infinity, ..., -0, 0, ..., infinity, NaN, NaN with a sign

VKALGO_SHARED_BEGIN

struct PrattPush {
    uint count;          // Keys
    uint counted;        // If not 0, word counted - 1 of the count buffer holds the number, at most `count`
    uint stride;         // Columns of the matrix that the keys form
    uint rows;           // Rows of a tile, at most ROWS
    uint first_row;      // First row of the first tile
    uint column_groups;  // Tiles side by side
    uint tiles;
    uint most_thirds;  // Increments: stride * 2^p 3^q with q < most_thirds ...
    uint limit;        // ... and 2^p 3^q < limit
    uint merges;       // 1: no increments; the sorted halves of each tile's columns are merged
};

struct ExchangePush {
    uint part;    // Keys of the earlier part
    uint count;   // Keys of the later part, at most `part`
    uint groups;  // Workgroups in use
};

struct BitonicPush {
    uint count;          // Keys of the part
    uint before;         // Positions before the first key
    uint stride;         // Columns of the matrix that the positions form
    uint row_bits;       // A tile has 2^row_bits rows
    uint column_groups;  // Tiles side by side
    uint tiles;
};

struct RadixPush {
    uint count;    // Keys
    uint counted;  // If not 0, word counted - 1 of the count buffer holds the number, at most `count`
    uint tiles;    // Tiles, and workgroups
    uint bit;      // First bit of the digit
};

struct TotalsPush {
    uint count;    // Keys
    uint counted;  // If not 0, word counted - 1 of the count buffer holds the number, at most `count`
    uint groups;   // Workgroups in use
    uint items;    // Items per workgroup
};

struct SweepPush {
    uint count;     // Keys
    uint counted;   // If not 0, word counted - 1 of the count buffer holds the number, at most `count`
    uint tiles;     // Tiles, and workgroups
    uint bit;       // First bit of the digit
    uint starts;    // Index of the word that holds the first digit's start
    uint links;     // Index of the word that holds the first link
    uint patience;  // Further polls of an empty link before the waiting workgroup counts the link's tile
};

struct ShellPush {
    uint count;        // Maximum number of keys
    uint counted;      // If not 0, word counted - 1 of the count buffer holds the number, at most `count`
    uint increment;    // Class c: the keys c, c + increment, c + 2 increment, ...
    uint first_class;  // shell_runs: the first class to sort
    uint classes;
    uint runs;        // Maximum number of runs of a class
    uint run_length;  // Keys of a run; the last run of a class may have fewer
    uint from, to;    // shell_runs: keys from, from + 1, ..., to - 1 of each run are inserted
    uint backwards;   // shell_runs: 0: keys are counted from the beginning of their run; 1: from its end
    uint after;       // Index of a flag: if it is not set, nothing is left to do; or VKALGO_SORT_ALWAYS
    uint flag;        // Index of the flag to set if anything is exchanged
    uint passes;  // shell_classes: maximum number of passes; shell_extremes: 0 to only write extremes of sorted runs
};

VKALGO_SHARED_END
#endif
