// Shared by shaders/sort/ and algorithms/sort/: bindings, specialization constants, push constants.
#ifndef VKALGO_SORT_H
#define VKALGO_SORT_H

#include "../common/bridge.h"

// Storage buffers of pratt_pass, set 0: the same keys, bound once to read and once to write.
#define VKALGO_SORT_KEYS 0
#define VKALGO_SORT_SORTED 1

// Specialization constants, by id.
#define VKALGO_SORT_CONSTANT_THREADS 0  // invocations of a workgroup; divides ROWS * COLUMNS
#define VKALGO_SORT_CONSTANT_ROWS 1     // pratt_pass: rows of a tile at most; a power of 2
#define VKALGO_SORT_CONSTANT_COLUMNS 2  // pratt_pass: columns of a tile

VKALGO_SHARED_BEGIN

struct PrattPush {
    uint count;          // keys
    uint stride;         // columns of the matrix that the keys are taken for
    uint rows;           // of a tile, at most ROWS
    uint first_row;      // of the first tile
    uint column_groups;  // tiles beside one another
    uint groups;         // workgroups in use
    uint most_thirds;    // steps: stride * 2^p 3^q with q < most_thirds ...
    uint limit;          // ... and 2^p 3^q < limit
    uint merges;         // 1: no steps; the sorted halves of each tile's columns are merged
};

VKALGO_SHARED_END
#endif
