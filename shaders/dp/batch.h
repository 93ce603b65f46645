// Shared by the batch templates and the host.
#ifndef VKALGO_DP_BATCH_H
#define VKALGO_DP_BATCH_H

#include "../common/bridge.h"

// Storage buffers, set 0; that of status.glsl is 2. The list of problems, uint[], is bound where other templates have
// the counts of elements; the inputs follow.
#define VKALGO_BATCH_ROWS 0     // cell_t[], the row above a strip, in place
#define VKALGO_BATCH_ANSWERS 1  // uint[][VKALGO_VALUE_WORDS], of a search the cell's row and column behind these
#define VKALGO_BATCH_TABLE 3    // cell_t[], with tracebacks
#define VKALGO_BATCH_MOVES 4    // uint[], with tracebacks: VKALGO_BATCH_TRACEBACK_WORDS, then four moves in a word
#define VKALGO_BATCH_FIRST_INPUT 5

// Of a problem: words of the list of problems. Two for each input follow: its first element, and how many there are.
#define VKALGO_BATCH_ROW_COUNT 0
#define VKALGO_BATCH_COLUMN_COUNT 1
#define VKALGO_BATCH_ANSWER_ROW 2  // canonical, of an answer that is not searched for
#define VKALGO_BATCH_ANSWER_COLUMN 3
#define VKALGO_BATCH_NUMBER 4      // of its answer
#define VKALGO_BATCH_PLACE 5       // first cell of its row; bits: first block of its symbols and carries
#define VKALGO_BATCH_FIRST_CELL 6  // of its table
#define VKALGO_BATCH_FIRST_MOVE 7  // word of its moves
#define VKALGO_BATCH_PROBLEM_WORDS 8

// Specialization constants; the first two are those of lanes.glsl.
#define VKALGO_BATCH_CONSTANT_LANES 0         // lanes per problem
#define VKALGO_BATCH_CONSTANT_LANES_SHARED 1  // lane exchange over shared memory instead of subgroups
#define VKALGO_BATCH_CONSTANT_WORKGROUP 2     // invocations: lanes * problems, one problem with shared lanes
#define VKALGO_BATCH_CONSTANT_REGISTERS 3     // rows per lane
#define VKALGO_BATCH_CONSTANT_REFLECT_ROWS 4
#define VKALGO_BATCH_CONSTANT_REFLECT_COLUMNS 5
#define VKALGO_BATCH_CONSTANT_REGION_TEST 6  // every cell is asked whether it is in the domain and in the base region
#define VKALGO_BATCH_CONSTANT_FIRST_ROW 7    // canonical base rows and columns (0 with the region test)
#define VKALGO_BATCH_CONSTANT_FIRST_COLUMN 8
#define VKALGO_BATCH_CONSTANT_NEIGHBOURS 9     // every interior cell's three neighbours exist
#define VKALGO_BATCH_CONSTANT_CHECK_INPUTS 10  // what lanes keep of the inputs may lie beyond an end
#define VKALGO_BATCH_CONSTANT_SYMBOLS 12       // of a profile of scores (batch_profile.glsl); 0: there is none
#define VKALGO_BATCH_CONSTANT_KEEP 11          // the table is kept

#define VKALGO_BATCH_CONSTANT_KEYS 13  // values are below VKALGO_BATCH_KEY_LIMIT
#define VKALGO_BATCH_CONSTANT_CUT 14   // how launches share a table: one of those below

#define VKALGO_BATCH_WHOLE 0u  // one launch computes the whole table
#define VKALGO_BATCH_CUT 1u    // launch k computes steps [k * steps, (k + 1) * steps) of all strips in a row
#define VKALGO_BATCH_CUT_FOR_TRACEBACKS \
    2u  // the same; any launch can be repeated later, for a traceback over its cells

#define VKALGO_BATCH_GROUP 4  // columns per step

// Of values that a search packs with their row into a word (batch_answer.glsl).
#define VKALGO_BATCH_KEY_LIMIT 0x2000000

// A kept table has the cells as lanes compute them, so that memory is written in whole lines: of canonical row i and
// column j, counted from the first interior ones, with row i = (strip * lanes + lane) * registers + r and column
// j = group * VKALGO_BATCH_GROUP + c,
//   (((strip * steps + group + lane) * registers + r) * VKALGO_BATCH_GROUP + c) * lanes + lane
// where steps = groups + lanes - 1. Of a table that is cut the cells of one launch are kept.

// What a launch leaves for the next one, cells of VKALGO_BATCH_ROWS: of each lane the column left of its next block,
// the corner, and the row that arrives from the lane before,
//   row_end + (number * (registers + 1 + VKALGO_BATCH_GROUP) + k) * lanes + lane.
// VKALGO_BATCH_CUT: row_end = place + groups * VKALGO_BATCH_GROUP and number = 0, since one launch at a time has it.
// VKALGO_BATCH_CUT_FOR_WALKS: each strip has the row above it for itself, and the last one a row below it:
// row_end = place + (strips + 1) * groups * VKALGO_BATCH_GROUP; number = the launch that takes it up.

// Of a traceback over a table that is cut, behind all answers: the launch whose cells it needs next, or
// VKALGO_BATCH_NO_LAUNCH where it is over; the state of step().
#define VKALGO_BATCH_CUT_TRACEBACK_WORDS 2
#define VKALGO_BATCH_NO_LAUNCH 0xffffffffu  // of a traceback's push constants: it begins

// Of a traceback: how many moves it has, and the user's row and column of the cell at its end.
#define VKALGO_BATCH_TRACEBACK_WORDS 3
// Of a move: bit 0 the row changes, bit 1 the column, and the decision above.
#define VKALGO_BATCH_MOST_DECISION 63u

VKALGO_SHARED_BEGIN

struct VkalgoBatchPush {
    uint first_problem;    // of this dispatch, in the list
    uint problems;         // of this dispatch
    uint launch;           // of tables that are cut, counted from 0
    uint steps;            // the same: of a launch
    uint first_traceback;  // VKALGO_BATCH_CUT_FOR_WALKS: word of the answers where the tracebacks' words begin
};

VKALGO_SHARED_END
#endif
