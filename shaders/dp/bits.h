// Shared by shaders/dp/bits.glsl and the method bit-parallel.
#ifndef VKALGO_DP_BITS_H
#define VKALGO_DP_BITS_H

#include "../common/bridge.h"

// Bindings; that of status.glsl is 2.
#define VKALGO_BITS_CARRIES 0
#define VKALGO_BITS_SYMBOLS_IN 1
#define VKALGO_BITS_SYMBOLS_OUT 3
#define VKALGO_BITS_STATE_IN 4
#define VKALGO_BITS_STATE_OUT 5
#define VKALGO_BITS_TICKET 6
#define VKALGO_BITS_ANSWER 7

#define VKALGO_BITS_CONSTANT_WORKGROUP 0  // strips: lanes, and as many of each helper
#define VKALGO_BITS_CONSTANT_LANES 1      // two constants, of common/lanes.glsl
#define VKALGO_BITS_CONSTANT_WORDS 3      // of 32 rows, per lane
#define VKALGO_BITS_CONSTANT_DIGITS 4     // of 4 bits, of a symbol
#define VKALGO_BITS_CONSTANT_TASK 5
#define VKALGO_BITS_CONSTANT_ROW_STEP 6     // what a cell of the first row has more than the one before, 0 or 1
#define VKALGO_BITS_CONSTANT_COLUMN_STEP 7  // the same of the first column
#define VKALGO_BITS_CONSTANT_HELPERS 8      // subgroups that look matches up
#define VKALGO_BITS_CONSTANT_BANDS 9        // strips are those of this device's bands
#define VKALGO_BITS_CONSTANT_CUT 10         // of a batch: a dispatch computes a tile of each problem

#define VKALGO_BITS_TASK_SYMBOLS 0u    // take the column symbols apart; one invocation per block
#define VKALGO_BITS_TASK_WAITING 1u    // strips by tickets, each as long as the table
#define VKALGO_BITS_TASK_DIAGONALS 2u  // one diagonal of tiles of strips

#define VKALGO_BITS_BLOCK 8  // columns per step: their digits of 4 bits fill a word
#define VKALGO_BITS_AHEAD 8  // steps whose blocks enter and leave a strip at once; tiles have a multiple of them

VKALGO_SHARED_BEGIN

struct VkalgoBitsPush {
    uint rows;         // below the first row, down to the answer's
    uint columns;      // right of the first column, up to the answer's
    uint first_strip;  // of this dispatch
    uint strips;       // of this dispatch
    uint diagonal;     // diagonals: tile (s, t) of this dispatch has s + t == diagonal
    uint tile_blocks;  // diagonals, and batches that are cut: blocks of 8 columns per tile
    uint ticket;       // waiting: number of this dispatch's word
    uint spin_limit;   // waiting: polls in vain of an invocation before it gives up, in one dispatch
    uint corner;       // of the cell (0, 0)
    // Bands (algorithms/dp/method/bands.hpp): number k of the strips, counted from first_strip, is strip
    // k % band_strips of the device's band k / band_strips. It takes tile t at step t + k % band_strips +
    // k / band_strips * band_period.
    uint band_strips;
    uint band_period;
    uint band_stride;  // strips from one band of the device to its next, in the table
    uint band_first;   // strip of the table with which the first band begins
    uint band_step;    // first step of this dispatch
    uint band_steps;   // steps of this dispatch; diagonals: 1
    uint launch;       // of batches that are cut, counted from 0; of their symbols, and those of all others: the same
};

VKALGO_SHARED_END
#endif
