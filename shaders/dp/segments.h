// Shared by shaders/dp/segments.glsl and the method segments.
#ifndef VKALGO_DP_SEGMENTS_H
#define VKALGO_DP_SEGMENTS_H

#include "../common/bridge.h"

// Specialization constants behind those of stage.h.
#define VKALGO_SEGMENTS_CONSTANT_MICROS 6   // cells of 4 x 4 along the side of a block
#define VKALGO_SEGMENTS_CONSTANT_FIRST 7    // the splits of cell (i, j): k = i + first ..
#define VKALGO_SEGMENTS_CONSTANT_LAST 8     // .. j + last
#define VKALGO_SEGMENTS_CONSTANT_ROW 9      // term() reads at(i, k + row)
#define VKALGO_SEGMENTS_CONSTANT_COLUMN 10  // and at(k + column, j)
#define VKALGO_SEGMENTS_CONSTANT_TIGHT 11   // off the diagonal, what blocks hand each other are splits of the cells
#define VKALGO_SEGMENTS_CONSTANT_TASK 12

// Tasks.
#define VKALGO_SEGMENTS_TASK_DIAGONAL 0  // the blocks on the diagonal
#define VKALGO_SEGMENTS_TASK_PRODUCTS 1  // of a later diagonal of blocks: terms that read no cell of the block itself
#define VKALGO_SEGMENTS_TASK_BLOCKS 2    // its blocks: the other terms

VKALGO_SHARED_BEGIN

struct VkalgoSegmentsPush {
    uint diagonal;  // block column less block row
    uint blocks;    // on that diagonal
    uint parts;     // that share the products of a block
    uint chunks;    // of splits, of a part
};

VKALGO_SHARED_END
#endif
