// Shared by shaders/volume/ and algorithms/volume/: bindings, constants and push constants of box counting.
#ifndef VKALGO_BOXES_H
#define VKALGO_BOXES_H

#include "voxels.h"

// count_boxes: counters, two words per size, and the bit volume of the coarse boxes; both are touched by atomics only.
#define VKALGO_BOXES_COUNTS VKALGO_VOXELS_OUT
#define VKALGO_BOXES_COARSE 3

// An invocation owns 4 x 4 words of bits, or 4 x 1 of one slice; a workgroup owns whole boxes of side 32.
#define VKALGO_BOXES_OWN 4
#define VKALGO_BOXES_LEVELS 6  // sizes 1 to 32
#define VKALGO_BOXES_LEVEL_BITS 5
#define VKALGO_BOXES_COPIES 8  // of counters in shared memory

VKALGO_SHARED_BEGIN

struct CountBoxesPush {
    VoxelPush voxels;
    uint depth;   // slices
    uint across;  // invocations of a workgroup along x, y and z: powers of two, `down` a multiple of 8
    uint down;
    uint deep;
    uint layers;         // slices of an invocation: 4, or 1 if there is but one
    uint groups_across;  // workgroups along x and y
    uint groups_down;
    uint groups;
    uint levels;        // sizes that are counted
    uint first;         // level of the first counter
    uint coarse_words;  // of a row of coarse boxes; 0: they are not wanted
    uint coarse_height;
};

// count_grid: a workgroup owns `boxes` boxes of one offset, a team of invocations each.
#define VKALGO_GRID_BITS 0
#define VKALGO_GRID_RESULTS 1

struct CountGridPush {
    uint width;
    uint height;
    uint depth;
    uint row_words;
    uint side;        // of a box
    uint thickness;   // of a box along z: the side, or 1 if there is but one slice
    uint steps;       // offsets along each axis: step i is (i * side) / steps beyond the first
    uint deep_steps;  // the same along z
    uint x;           // the first offset: boxes begin so many voxels before the volume
    uint y;
    uint z;
    uint across;  // boxes along x, y and z at the largest offset
    uint down;
    uint boxes;  // together
    uint team;   // invocations per box: a power of two
    uint offset_groups;
    uint groups;
};

// Words of the results per offset.
#define VKALGO_GRID_COUNT 0   // boxes that are not empty: two words
#define VKALGO_GRID_MASS 2    // voxels inside of whole boxes: two words
#define VKALGO_GRID_SQUARE 4  // sum of their squares: three words
#define VKALGO_GRID_WORDS 8

// Specialization constants of count_grid, list_codes, encode_points, count_codes.
#define VKALGO_BOXES_CONSTANT_THREADS 0
#define VKALGO_BOXES_CONSTANT_MASSES 1  // count_grid: masses are wanted
#define VKALGO_BOXES_CONSTANT_AXES 2    // of codes: 2 or 3
#define VKALGO_BOXES_CONSTANT_WIDE 3    // a code has 64 bits, else 32
#define VKALGO_CODES_EACH 4             // count_codes: codes of an invocation
#define VKALGO_CODES_MOST_LEVELS 33

// Codes. list_codes: a bit volume, codes, how many there are (touched by atomics only). encode_points: coordinates,
// codes. count_codes: codes, a word that says how many, counters of two words per size (touched by atomics only).
struct CodesPush {
    uint count;      // words of bits, points, or codes at most
    uint row_words;  // list_codes: of a row of bits
    uint height;     // list_codes: rows of a slice
    uint most;       // list_codes: codes that there is room for
    uint levels;     // count_codes: sizes
    uint counted;    // count_codes: not 0: word counted - 1 of the counting buffer says how many codes there are
};

VKALGO_SHARED_END
#endif
