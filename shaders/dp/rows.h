// Shared by shaders/dp/rows.glsl, traceback_rows.glsl and the rows method.
#ifndef VKALGO_DP_ROWS_H
#define VKALGO_DP_ROWS_H

#include "../common/bridge.h"
#include "stage.h"

// Storage buffers, set 0, besides those of a stored table (0, 1, 2 and 4).
#define VKALGO_ROWS_ANSWER 3     // dp::AnswerRecord
#define VKALGO_ROWS_ROW_IN 5     // cell_t[columns], the row before the first one of a dispatch
#define VKALGO_ROWS_ROW_OUT 6    // cell_t[columns], its last row: another buffer
#define VKALGO_ROWS_DECISIONS 7  // uint[..][columns], decisions of kRowsPerWord rows in a word, from row 1 on

// Specialization constants, behind those of shaders/dp/stage.h; the first three are those of both kernels.
#define VKALGO_ROWS_CONSTANT_ROWS_PER_WORD 6     // whose decisions share a word
#define VKALGO_ROWS_CONSTANT_TRANSPOSE 7         // canonical rows are the user's columns
#define VKALGO_ROWS_CONSTANT_REFLECT 8           // user row = rows - 1 - canonical row, likewise columns
#define VKALGO_ROWS_CONSTANT_CELLS 9             // columns per invocation
#define VKALGO_ROWS_CONSTANT_BUFFERS 10          // rows in shared memory: 1, or 2 with half the barriers
#define VKALGO_ROWS_CONSTANT_KEEPS_TABLE 11      // every cell is stored
#define VKALGO_ROWS_CONSTANT_KEEPS_DECISIONS 12  // those of every cell are
#define VKALGO_ROWS_CONSTANT_REGION_TEST 13      // cells behind row 0 may be base: each is tested
#define VKALGO_ROWS_CONSTANT_CHECK_INPUTS 14     // what is kept of the inputs may lie beyond an end: reads are tested
#define VKALGO_ROWS_CONSTANT_LEFT 15    // of an invocation's columns: the first ones, that may read left of all
#define VKALGO_ROWS_CONSTANT_RIGHT 16   // the last ones, that may read right of all; 0: no cell reads that way
#define VKALGO_ROWS_CONSTANT_NARROW 17  // the table has fewer columns than a workgroup

#define VKALGO_TRACEBACK_ROWS_CONSTANT_WINDOW 9  // words of decisions in shared memory

#define VKALGO_TRACEBACK_ROWS_WORKGROUP 1024

VKALGO_SHARED_BEGIN

// Rows and columns are canonical.
struct VkalgoRowsPush {
    int rows;  // of the table
    int columns;
    int first;       // row of this dispatch; 1 at least
    int count;       // rows
    uint begin;      // 1: row 0 is computed first; else it is in ROWS_ROW_IN
    int width;       // columns that a workgroup gives
    int before;      // columns at most between a cell and those that it reads to the left
    int after;       // and to the right
    int answer_row;  // the cell whose value is the answer; none: beyond the table
    int answer_column;
};

struct VkalgoTracebackRowsPush {
    int rows;
    int columns;
    int before;
    int after;
    uint begin;     // 1: at the answer; 0: go on
    uint words;     // rows of words at most, in this dispatch
    uint capacity;  // records
};

VKALGO_SHARED_END
#endif
