// Shared by shaders/dp/traceback_tiles.glsl, traceback_windows.glsl and the tile method.
#ifndef VKALGO_DP_TRACEBACK_TILES_H
#define VKALGO_DP_TRACEBACK_TILES_H

#include "../common/bridge.h"
#include "frame.h"

// Specialization constants after those of frame.h (the workgroup is a block's rows / registers).
#define VKALGO_TRACEBACK_TILES_CONSTANT_COLUMNS 5      // columns of a block, a multiple of VKALGO_TRACEBACK_TILES_GROUP
#define VKALGO_TRACEBACK_TILES_CONSTANT_REGION_TEST 6  // as in tile.glsl
#define VKALGO_TRACEBACK_TILES_CONSTANT_FIRST_ROW 7
#define VKALGO_TRACEBACK_TILES_CONSTANT_FIRST_COLUMN 8
#define VKALGO_TRACEBACK_TILES_CONSTANT_ROWS 9        // rows of a block; rows + columns of a block are less than 65535
#define VKALGO_TRACEBACK_TILES_CONSTANT_REGISTERS 10  // rows per invocation, a multiple of 4
#define VKALGO_TRACEBACK_TILES_CONSTANT_TASK 11       // TRACEBACK_TILES_TASK_*, TRACEBACK_WINDOWS_TASK_*

#define VKALGO_TRACEBACK_TILES_TASK_MAPS 0u   // one workgroup per block of the window
#define VKALGO_TRACEBACK_TILES_TASK_CHAIN 1u  // one invocation
#define VKALGO_TRACEBACK_TILES_TASK_SAVE 2u   // one workgroup per block that the traceback meets in a region
#define VKALGO_TRACEBACK_TILES_TASK_PATHS 3u  // one workgroup per block that the traceback meets

#define VKALGO_TRACEBACK_TILES_GROUP 4  // columns per iteration

// Words of the visits buffer: its head, VkalgoTracebackTilesHead, and one visit.
#define VKALGO_TRACEBACK_TILES_HEAD_WORDS 8
#define VKALGO_TRACEBACK_TILES_VISIT_WORDS 4

VKALGO_SHARED_BEGIN

struct VkalgoTracebackTilesPush {
    int rows;  // the user's
    int columns;
    int region_rows;     // of the canonical interior, multiples of a block's: borders of one region are kept at a time
    int region_columns;  // the same; at least the interior's, if there is one region
    int window_rows;     // blocks
    int window_columns;
    uint begin;     // maps, chain: the first window of a region
    uint capacity;  // records
};

struct VkalgoTracebackTilesHead {
    int count;        // visits noted
    uint done;        // the traceback has ended
    int row, column;  // canonical: where the traceback enters its next block, or the cell that it ends before
    uint records;     // of all visits so far
    int region_row, region_column;  // first cell of the region whose borders are kept
    int region_visits;              // noted before that region
};

VKALGO_SHARED_END
#endif
