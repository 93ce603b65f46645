// Shared by shaders/dp/row_all.glsl and method `row-all`.
#ifndef VKALGO_DP_ROW_ALL_H
#define VKALGO_DP_ROW_ALL_H

#include "../common/bridge.h"
#include "stage.h"

// Storage buffers, set 0, besides those of a stored table (0, 1, 2 and 4).
#define VKALGO_ROW_ALL_ANSWER 3   // dp::AnswerRecord
#define VKALGO_ROW_ALL_ROW_IN 5   // cell_t[columns], the row before the first row of a dispatch
#define VKALGO_ROW_ALL_ROW_OUT 6  // cell_t[columns], the last row of a dispatch, in another buffer

// Specialization constants, after those of shaders/dp/stage.h.
#define VKALGO_ROW_ALL_CONSTANT_TEAM 6          // The first of the two constants of shaders/dp/team.glsl
#define VKALGO_ROW_ALL_CONSTANT_TRANSPOSE 8     // Canonical rows are the user's columns
#define VKALGO_ROW_ALL_CONSTANT_REFLECT 9       // User row = rows - 1 - canonical row, likewise columns
#define VKALGO_ROW_ALL_CONSTANT_KEEPS_TABLE 10  // Every cell is stored
#define VKALGO_ROW_ALL_CONSTANT_SHARED 11       // Cells of a row in shared memory; 0: one row per dispatch

VKALGO_SHARED_BEGIN

// Rows and columns are canonical.
struct VkalgoRowAllPush {
    int rows;  // Rows of the table
    int columns;
    int first;       // First row of this dispatch
    int count;       // Rows of this dispatch: 1 unless one workgroup computes them all
    int answer_row;  // The cell whose value is the answer; beyond the table: none
    int answer_column;
};

VKALGO_SHARED_END
#endif
