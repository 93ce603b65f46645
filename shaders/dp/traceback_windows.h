// Shared by shaders/dp/traceback_windows.glsl and the tile method. Its specialization constants are those of
// traceback_tiles.h.
#ifndef VKALGO_DP_TRACEBACK_WINDOWS_H
#define VKALGO_DP_TRACEBACK_WINDOWS_H

#include "traceback_tiles.h"

#define VKALGO_TRACEBACK_WINDOWS_TASK_CELLS 0u  // One workgroup per block of the window
#define VKALGO_TRACEBACK_WINDOWS_TASK_STEPS 1u  // One invocation

VKALGO_SHARED_BEGIN

struct VkalgoTracebackWindowsPush {
    int rows;  // Size of the table in the user's orientation
    int columns;
    int region_rows;  // Canonical interior rows of a region, a multiple of a block's rows
    int region_columns;
    int window_rows;  // In blocks
    int window_columns;
    uint begin;     // 1 for the first window of a region
    uint goes_on;   // Task steps: 1 to continue in the window of the previous dispatch
    uint steps;     // Maximum steps in this dispatch
    uint capacity;  // Capacity in records
};

// The traceback's state, count and end are in the path buffer. A refill (tile.glsl) reads `done`, `row` and `column`.
struct VkalgoTracebackWindowsHead {
    int unused;
    uint done;
    int row, column;                // Canonical position of the traceback
    int region_row, region_column;  // First cell of the region whose borders are kept
    int window_row, window_column;  // First cell of the window whose cells are stored
};

VKALGO_SHARED_END
#endif
