// Shared by shaders/volume/ and algorithms/volume/: bindings, constants and push constants of box counting.
#ifndef VKALGO_BOXES_H
#define VKALGO_BOXES_H

#include "voxels.h"

// Bindings of count_boxes: counters, two words per size, and the bit volume of the coarse boxes. Both are accessed by
// atomics only.
#define VKALGO_BOXES_COUNTS VKALGO_VOXELS_OUT
#define VKALGO_BOXES_COARSE 3

// An invocation counts 4 x 4 words of bits: the same word of 4 rows in each of 4 slices (4 x 1 in a volume of one
// slice). The words of a workgroup are whole boxes of side 32.
#define VKALGO_BOXES_OWN 4
#define VKALGO_BOXES_LEVELS 6  // Sizes 1 to 32
#define VKALGO_BOXES_LEVEL_BITS 5
#define VKALGO_BOXES_COPIES 8  // Copies of the counters in shared memory

VKALGO_SHARED_BEGIN

struct CountBoxesPush {
    VoxelPush voxels;
    uint depth;   // Slices
    uint across;  // Invocations of a workgroup along x, y and z: powers of two, `down` a multiple of 8
    uint down;
    uint deep;
    uint layers;         // Slices of an invocation: 4, or 1 if the volume has only one slice
    uint groups_across;  // Workgroups along x and y
    uint groups_down;
    uint groups;
    uint levels;        // Sizes that are counted
    uint first;         // Level of the first size that is counted
    uint coarse_words;  // Words in a row of coarse boxes; 0: they are not needed
    uint coarse_height;
};

// count_grid: a workgroup owns one or several boxes of one offset, each with a team of invocations.
#define VKALGO_GRID_BITS 0
#define VKALGO_GRID_RESULTS 1

struct CountGridPush {
    uint width;
    uint height;
    uint depth;
    uint row_words;
    uint side;        // Side of a box
    uint thickness;   // Thickness of a box along z: the side, or 1 if there is only one slice
    uint steps;       // Number of offsets along x and along y: offset i is the first one plus (i * side) / steps
    uint deep_steps;  // Number of offsets along z: `steps`, or 1 if there is only one slice
    uint x;           // The first offset: boxes begin this many voxels before the volume
    uint y;
    uint z;
    uint across;  // Boxes along x and along y at the largest offset
    uint down;
    uint boxes;          // All boxes of one offset
    uint team;           // Invocations per box: a power of two
    uint offset_groups;  // Workgroups per offset
    uint groups;         // All workgroups
};

// The words of the results per offset.
#define VKALGO_GRID_COUNT 0   // Boxes that are not empty: two words
#define VKALGO_GRID_MASS 2    // Sum of the masses of whole boxes (a mass is a number of voxels inside): two words
#define VKALGO_GRID_SQUARE 4  // Sum of the squares of the masses: three words
#define VKALGO_GRID_WORDS 8

// Specialization constants of count_grid, list_codes, encode_points, count_codes.
#define VKALGO_BOXES_CONSTANT_THREADS 0
#define VKALGO_BOXES_CONSTANT_MASSES 1  // count_grid: 1 if masses are counted, else 0
#define VKALGO_BOXES_CONSTANT_AXES 2    // Axes of codes: 2 or 3
#define VKALGO_BOXES_CONSTANT_WIDE 3    // 1 if a code has 64 bits, 0 if it has 32
#define VKALGO_CODES_EACH 4             // count_codes: codes per invocation
#define VKALGO_CODES_MOST_LEVELS 33

// The bindings of the kernels of codes, from 0. list_codes: a bit volume, codes, the number of codes (accessed by
// atomics only). encode_points: coordinates, codes. count_codes: codes, a word with the number of codes, counters of
// two words per size (accessed by atomics only).
struct CodesPush {
    uint count;      // list_codes: words of bits; encode_points: points; count_codes: codes, at most
    uint row_words;  // list_codes: words in a row of bits
    uint height;     // list_codes: rows of a slice
    uint most;       // list_codes: codes that there is room for
    uint levels;     // count_codes: sizes
    uint counted;    // count_codes: if nonzero, word counted - 1 of binding 1 has the number of codes
};

VKALGO_SHARED_END
#endif
