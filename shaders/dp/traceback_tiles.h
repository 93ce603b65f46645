// Shared by shaders/dp/traceback_tiles.glsl, traceback_windows.glsl and the tile method.
#ifndef VKALGO_DP_TRACEBACK_TILES_H
#define VKALGO_DP_TRACEBACK_TILES_H

#include "../common/bridge.h"
#include "frame.h"

// Specialization constants after those of frame.h. A workgroup has rows / registers invocations.
#define VKALGO_TRACEBACK_TILES_CONSTANT_COLUMNS 5      // Columns of a block, a multiple of VKALGO_TRACEBACK_TILES_GROUP
#define VKALGO_TRACEBACK_TILES_CONSTANT_REGION_TEST 6  // As in tile.glsl
#define VKALGO_TRACEBACK_TILES_CONSTANT_FIRST_ROW 7
#define VKALGO_TRACEBACK_TILES_CONSTANT_FIRST_COLUMN 8
#define VKALGO_TRACEBACK_TILES_CONSTANT_ROWS 9        // Rows of a block; rows + columns < 65535 (exits have 16 bits)
#define VKALGO_TRACEBACK_TILES_CONSTANT_REGISTERS 10  // Rows per invocation, a multiple of 4
#define VKALGO_TRACEBACK_TILES_CONSTANT_TASK 11       // TRACEBACK_TILES_TASK_*, TRACEBACK_WINDOWS_TASK_*

#define VKALGO_TRACEBACK_TILES_TASK_MAPS 0u   // One workgroup per block of the window
#define VKALGO_TRACEBACK_TILES_TASK_CHAIN 1u  // One invocation
#define VKALGO_TRACEBACK_TILES_TASK_SAVE 2u   // One workgroup per block that the traceback visits in a region
#define VKALGO_TRACEBACK_TILES_TASK_PATHS 3u  // One workgroup per block that the traceback visits

#define VKALGO_TRACEBACK_TILES_GROUP 4  // Columns per iteration

// Words of the visits buffer: its head, VkalgoTracebackTilesHead, and one visit.
#define VKALGO_TRACEBACK_TILES_HEAD_WORDS 8
#define VKALGO_TRACEBACK_TILES_VISIT_WORDS 4

VKALGO_SHARED_BEGIN

struct VkalgoTracebackTilesPush {
    int rows;  // Size of the table in the user's orientation
    int columns;
    int region_rows;     // Canonical interior rows of a region, a multiple of a block's rows
    int region_columns;  // A multiple of a block's columns, or, for a single region, at least all interior columns
    int window_rows;     // In blocks
    int window_columns;
    uint begin;     // Maps, chain: 1 for the first window of a region
    uint capacity;  // Capacity in records
};

struct VkalgoTracebackTilesHead {
    int count;  // Visits recorded
    uint done;  // The traceback has ended
    // Canonical cell at which the traceback enters its next block. At the end: the first cell that is not interior, or
    // the cell at which it entered the block inside which it ends.
    int row, column;
    uint records;                   // Records of all visits so far
    int region_row, region_column;  // First cell of the region whose borders are kept
    int region_visits;              // Visits recorded before the region whose borders are kept
};

VKALGO_SHARED_END
#endif
