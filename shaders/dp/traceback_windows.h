// Shared by shaders/dp/traceback_windows.glsl and the tile method. Its specialization constants are those of
// traceback_tiles.h.
#ifndef VKALGO_DP_TRACEBACK_WINDOWS_H
#define VKALGO_DP_TRACEBACK_WINDOWS_H

#include "traceback_tiles.h"

#define VKALGO_TRACEBACK_WINDOWS_TASK_CELLS 0u  // one workgroup per block of the window
#define VKALGO_TRACEBACK_WINDOWS_TASK_STEPS 1u  // one invocation

VKALGO_SHARED_BEGIN

struct VkalgoTracebackWindowsPush {
    int rows;  // the user's
    int columns;
    int region_rows;  // as in VkalgoTracebackTilesPush
    int region_columns;
    int window_rows;  // blocks
    int window_columns;
    uint begin;     // the first window of a region
    uint goes_on;   // steps: in the window of the dispatch before
    uint steps;     // at most, in this dispatch
    uint capacity;  // records
};

// The traceback's state, count and end are in the path buffer. A refill (tile.glsl) reads `done`, `row` and `column`.
struct VkalgoTracebackWindowsHead {
    int unused;
    uint done;
    int row, column;                // canonical: where the traceback is
    int region_row, region_column;  // first cell of the region whose borders are kept
    int window_row, window_column;  // first cell of the window whose cells are there
};

VKALGO_SHARED_END
#endif
