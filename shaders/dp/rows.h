// Shared by shaders/dp/rows.glsl, traceback_rows.glsl and the rows method.
#ifndef VKALGO_DP_ROWS_H
#define VKALGO_DP_ROWS_H

#include "../common/bridge.h"
#include "stage.h"

// Storage buffers, set 0, besides those of a stored table (0, 1, 2 and 4).
#define VKALGO_ROWS_ANSWER 3     // dp::AnswerRecord
#define VKALGO_ROWS_ROW_IN 5     // cell_t[columns], the row before the first row of a dispatch
#define VKALGO_ROWS_ROW_OUT 6    // cell_t[columns], the last row of a dispatch, in another buffer
#define VKALGO_ROWS_DECISIONS 7  // uint[..][columns], decisions of kRowsPerWord rows per word, from row 1 on

// Specialization constants, after those of shaders/dp/stage.h. Both kernels have the first three.
#define VKALGO_ROWS_CONSTANT_ROWS_PER_WORD 6     // Rows whose decisions share a word
#define VKALGO_ROWS_CONSTANT_TRANSPOSE 7         // Canonical rows are the user's columns
#define VKALGO_ROWS_CONSTANT_REFLECT 8           // User row = rows - 1 - canonical row, likewise columns
#define VKALGO_ROWS_CONSTANT_CELLS 9             // Columns per invocation
#define VKALGO_ROWS_CONSTANT_BUFFERS 10          // Rows in shared memory: 1, or 2 with half the barriers
#define VKALGO_ROWS_CONSTANT_KEEPS_TABLE 11      // Every cell is stored
#define VKALGO_ROWS_CONSTANT_KEEPS_DECISIONS 12  // Every decision is stored
#define VKALGO_ROWS_CONSTANT_REGION_TEST 13      // Cells after row 0 may be in the base region: each cell is tested
#define VKALGO_ROWS_CONSTANT_CHECK_INPUTS 14     // Kept elements may lie beyond an input's end, so reads are tested
#define VKALGO_ROWS_CONSTANT_LEFT 15             // How many of an invocation's first columns may read past the left end
#define VKALGO_ROWS_CONSTANT_RIGHT 16            // How many of an invocation's last columns may read past the right end
#define VKALGO_ROWS_CONSTANT_NARROW 17           // The table has fewer columns than a workgroup

#define VKALGO_TRACEBACK_ROWS_CONSTANT_WINDOW 9  // Words of decisions in shared memory

#define VKALGO_TRACEBACK_ROWS_WORKGROUP 1024

VKALGO_SHARED_BEGIN

// Rows and columns are canonical.
struct VkalgoRowsPush {
    int rows;  // Rows of the table
    int columns;
    int first;       // First row of this dispatch, at least 1
    int count;       // Rows of this dispatch
    uint begin;      // 1: row 0 is computed first; 0: it is in ROWS_ROW_IN
    int width;       // Columns that a workgroup outputs
    int before;      // Maximum distance in columns of a read to the left
    int after;       // Maximum distance in columns of a read to the right
    int answer_row;  // The cell whose value is the answer; beyond the table: none
    int answer_column;
};

struct VkalgoTracebackRowsPush {
    int rows;
    int columns;
    int before;
    int after;
    uint begin;     // 1: begin at the answer; 0: continue
    uint words;     // Maximum number of rows of VKALGO_ROWS_DECISIONS in this dispatch
    uint capacity;  // Capacity in records
};

VKALGO_SHARED_END
#endif
