// Shared by shaders/dp/walk_tiles.glsl and the tile method.
#ifndef VKALGO_DP_WALK_TILES_H
#define VKALGO_DP_WALK_TILES_H

#include "../common/bridge.h"
#include "frame.h"

// Specialization constants after those of frame.h (the workgroup is a block's rows / registers).
#define VKALGO_WALK_TILES_CONSTANT_COLUMNS 5      // columns of a block, a multiple of VKALGO_WALK_TILES_GROUP
#define VKALGO_WALK_TILES_CONSTANT_REGION_TEST 6  // as in tile.glsl
#define VKALGO_WALK_TILES_CONSTANT_FIRST_ROW 7
#define VKALGO_WALK_TILES_CONSTANT_FIRST_COLUMN 8
#define VKALGO_WALK_TILES_CONSTANT_ROWS 9        // rows of a block; rows + columns of a block are less than 65535
#define VKALGO_WALK_TILES_CONSTANT_REGISTERS 10  // rows per invocation, a multiple of 4
#define VKALGO_WALK_TILES_CONSTANT_TASK 11       // WALK_TILES_TASK_*

#define VKALGO_WALK_TILES_TASK_MAPS 0u   // one workgroup per block that the walk may meet
#define VKALGO_WALK_TILES_TASK_CHAIN 1u  // one invocation
#define VKALGO_WALK_TILES_TASK_PATHS 2u  // one workgroup per block that the walk does meet

#define VKALGO_WALK_TILES_GROUP 4  // columns per iteration

// Words of the visits buffer: its head, and one visit.
#define VKALGO_WALK_TILES_HEAD_WORDS 8
#define VKALGO_WALK_TILES_VISIT_WORDS 4

VKALGO_SHARED_BEGIN

struct VkalgoWalkTilesPush {
    int rows;  // the user's
    int columns;
    int i, j;       // the answer cell
    uint first;     // maps: number of the first workgroup's block; chain: 0 begins at (i, j), else goes on
    uint count;     // maps: blocks in all; chain: blocks to visit at most now
    uint capacity;  // records
};

VKALGO_SHARED_END
#endif
