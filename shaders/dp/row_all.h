// Shared by shaders/dp/row_all.glsl and method `row-all`.
#ifndef VKALGO_DP_ROW_ALL_H
#define VKALGO_DP_ROW_ALL_H

#include "../common/bridge.h"
#include "stage.h"

// Storage buffers, set 0, besides those of a stored table (0, 1, 2 and 4).
#define VKALGO_ROW_ALL_ANSWER 3   // dp::AnswerRecord
#define VKALGO_ROW_ALL_ROW_IN 5   // cell_t[columns], the row before the first one of a dispatch
#define VKALGO_ROW_ALL_ROW_OUT 6  // cell_t[columns], its last row: another buffer

// Specialization constants, behind those of shaders/dp/stage.h.
#define VKALGO_ROW_ALL_CONSTANT_TEAM 6          // two: shaders/dp/team.glsl
#define VKALGO_ROW_ALL_CONSTANT_TRANSPOSE 8     // canonical rows are the user's columns
#define VKALGO_ROW_ALL_CONSTANT_REFLECT 9       // user row = rows - 1 - canonical row, likewise columns
#define VKALGO_ROW_ALL_CONSTANT_KEEPS_TABLE 10  // every cell is stored
#define VKALGO_ROW_ALL_CONSTANT_SHARED 11       // cells of a row in shared memory; 0: one row per dispatch

VKALGO_SHARED_BEGIN

// Rows and columns are canonical.
struct VkalgoRowAllPush {
    int rows;  // of the table
    int columns;
    int first;       // row of this dispatch
    int count;       // rows: 1 unless one workgroup computes all
    int answer_row;  // the cell whose value is the answer; none: beyond the table
    int answer_column;
};

VKALGO_SHARED_END
#endif
