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
#define VKALGO_SEGMENTS_TASK_BLOCKS 1    // those of a later one; behind them, of the next one: terms of cells long done

VKALGO_SHARED_BEGIN

struct VkalgoSegmentsPush {
    uint diagonal;    // block column less block row
    uint blocks;      // on that diagonal
    uint parts;       // that shared the products of a block
    uint next_parts;  // that share those of a block of the next diagonal; even
    uint chunks;      // of splits, of such a part
};

VKALGO_SHARED_END
#endif
