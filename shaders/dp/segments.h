// Shared by shaders/dp/segments.glsl and the method segments.
#ifndef VKALGO_DP_SEGMENTS_H
#define VKALGO_DP_SEGMENTS_H

#include "../common/bridge.h"

// Specialization constants, after those of stage.h.
#define VKALGO_SEGMENTS_CONSTANT_MICROS 6   // Micro blocks of 4 x 4 cells along the side of a block
#define VKALGO_SEGMENTS_CONSTANT_FIRST 7    // The splits of cell (i, j) are k = i + first ..
#define VKALGO_SEGMENTS_CONSTANT_LAST 8     // .. j + last
#define VKALGO_SEGMENTS_CONSTANT_ROW 9      // term() reads at(i, k + row)
#define VKALGO_SEGMENTS_CONSTANT_COLUMN 10  // And at(k + column, j)
#define VKALGO_SEGMENTS_CONSTANT_TIGHT 11   // Off the diagonal, each split of a block belongs to all its cells: no test
#define VKALGO_SEGMENTS_CONSTANT_TASK 12

// Tasks.
#define VKALGO_SEGMENTS_TASK_DIAGONAL 0  // The blocks on the diagonal
#define VKALGO_SEGMENTS_TASK_BLOCKS 1    // A later diagonal, and those terms of the next one whose cells are done

VKALGO_SHARED_BEGIN

struct VkalgoSegmentsPush {
    uint diagonal;    // Block column - block row
    uint blocks;      // Blocks on the diagonal
    uint parts;       // Partial results that the previous dispatch stored for each block of this diagonal
    uint next_parts;  // Partial results that this dispatch stores for each block of the next diagonal; even
    uint chunks;      // Chunks of splits per part of the next diagonal
};

VKALGO_SHARED_END
#endif
