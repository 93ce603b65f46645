// Shared by shaders/dp/bits.glsl and the method bit-parallel.
#ifndef VKALGO_DP_BITS_H
#define VKALGO_DP_BITS_H

#include "../common/bridge.h"

// Bindings. Binding 2 is the status (status.glsl).
#define VKALGO_BITS_CARRIES 0
#define VKALGO_BITS_SYMBOLS_IN 1
#define VKALGO_BITS_SYMBOLS_OUT 3
#define VKALGO_BITS_STATE_IN 4
#define VKALGO_BITS_STATE_OUT 5
#define VKALGO_BITS_TICKET 6
#define VKALGO_BITS_ANSWER 7

#define VKALGO_BITS_CONSTANT_WORKGROUP 0  // Invocations; for strips: lanes * (1 + helpers)
#define VKALGO_BITS_CONSTANT_LANES 1      // The first of the two constants of common/lanes.glsl
#define VKALGO_BITS_CONSTANT_WORDS 3      // Words of 32 rows per lane
#define VKALGO_BITS_CONSTANT_DIGITS 4     // Digits of 4 bits per symbol
#define VKALGO_BITS_CONSTANT_TASK 5
#define VKALGO_BITS_CONSTANT_ROW_STEP 6     // Difference between neighbouring cells of the first row, 0 or 1
#define VKALGO_BITS_CONSTANT_COLUMN_STEP 7  // Difference between neighbouring cells of the first column, 0 or 1
#define VKALGO_BITS_CONSTANT_HELPERS 8      // Number of additional subgroups that look up matches
#define VKALGO_BITS_CONSTANT_BANDS 9        // 1: only the strips of this device's bands are computed
#define VKALGO_BITS_CONSTANT_CUT 10         // Batches: a dispatch computes one tile of each problem

#define VKALGO_BITS_TASK_SYMBOLS 0u    // Split the column symbols into digits, block by block
#define VKALGO_BITS_TASK_WAITING 1u    // Strips by tickets; without bands, each is as long as the table
#define VKALGO_BITS_TASK_DIAGONALS 2u  // One diagonal of tiles of strips

#define VKALGO_BITS_BLOCK 8  // Columns per step: their digits of 4 bits fill a word
#define VKALGO_BITS_AHEAD 8  // Steps per group; blocks enter and leave a strip by groups, and tiles are whole groups

VKALGO_SHARED_BEGIN

// A word such as "Waiting:" or "Diagonals:" names the task that uses the field.
struct VkalgoBitsPush {
    uint rows;         // Rows below the first row, down to the answer's row
    uint columns;      // Columns right of the first column, up to the answer's column
    uint first_strip;  // First strip of this dispatch; batches: its first problem
    uint strips;       // Strips of this dispatch; batches: its problems
    uint diagonal;     // Diagonals: tile (s, t) of this dispatch has s + t == diagonal
    uint tile_blocks;  // Diagonals, bands and batches: blocks of 8 columns per tile
    uint ticket;       // Waiting: index of this dispatch's ticket word
    uint spin_limit;   // Waiting: failed polls after which an invocation gives up, per dispatch
    uint corner;       // Value of cell (0, 0)
    // Bands (algorithms/dp/method/bands.hpp): this dispatch computes the numbers k from first_strip on. Number k is
    // strip k % band_strips of the device's band k / band_strips. It computes tile t at step t + k % band_strips + k /
    // band_strips * band_period.
    uint band_strips;
    uint band_period;
    uint band_stride;  // Strips of the table from the beginning of a band to that of the device's next band
    uint band_first;   // Strip of the table at which the first band begins
    uint band_step;    // First step of this dispatch
    uint band_steps;   // Steps of this dispatch; diagonals: 1
    uint launch;       // Batches that are cut, and the symbols of every batch: number of the launch, from 0
};

VKALGO_SHARED_END
#endif
