// Shared by shaders/dp/scan.glsl and method `scan`.
#ifndef VKALGO_DP_SCAN_H
#define VKALGO_DP_SCAN_H

#include "../common/bridge.h"
#include "stage.h"

// Storage buffers, set 0, besides those of a stored table (0, 1, 2 and 4).
#define VKALGO_SCAN_ANSWER 3     // dp::AnswerRecord
#define VKALGO_SCAN_ROW_IN 5     // cell_t[columns], the row before the first row of a dispatch
#define VKALGO_SCAN_ROW_OUT 6    // cell_t[columns], the last row of a dispatch, in another buffer
#define VKALGO_SCAN_PARTS_IN 7   // VkalgoPart[2 * blocks * workgroup]: parts before each lane, then block totals
#define VKALGO_SCAN_PARTS_OUT 8  // The same buffer

// Specialization constants, after those of shaders/dp/stage.h.
#define VKALGO_SCAN_CONSTANT_REFLECT 6      // User row = rows - 1 - canonical row
#define VKALGO_SCAN_CONSTANT_KEEPS_TABLE 7  // Every cell is stored
#define VKALGO_SCAN_CONSTANT_SHARED 8       // Cells of a row in shared memory; 0: one row per pair of dispatches
#define VKALGO_SCAN_CONSTANT_TASK 9

#define VKALGO_SCAN_TASK_PARTS 0  // Compose the parts of each block of a row, and the parts before each lane
#define VKALGO_SCAN_TASK_CELLS 1  // Compute the cells

VKALGO_SHARED_BEGIN

// Rows are canonical.
struct VkalgoScanPush {
    int rows;  // Rows of the table
    int columns;
    int first;       // First row of this dispatch
    int count;       // Rows of this dispatch: 1 unless one workgroup computes them all
    int answer_row;  // The cell whose value is the answer; beyond the table: none
    int answer_column;
    uint blocks;  // Workgroups that share a row
};

VKALGO_SHARED_END
#endif
