// Shared by the batch templates and the host.
#ifndef VKALGO_DP_BATCH_H
#define VKALGO_DP_BATCH_H

#include "../common/bridge.h"

// Storage buffers, set 0. Binding 2 is the status (status.glsl). The list of problems, uint[], has the binding that
// other templates use for the counts of elements. The inputs follow it.
#define VKALGO_BATCH_ROWS 0     // cell_t[], the row above a strip, which the strip overwrites; cut tables: see below
#define VKALGO_BATCH_ANSWERS 1  // uint[][VKALGO_VALUE_WORDS]; a search appends the cell's row and column
#define VKALGO_BATCH_TABLE 3    // cell_t[], with tracebacks
#define VKALGO_BATCH_MOVES 4    // uint[], with tracebacks: per problem a head (see below), then words of four moves
#define VKALGO_BATCH_FIRST_INPUT 5

// Words of one problem in the list of problems. Two more words per input follow: the input's first element and its
// number of elements.
#define VKALGO_BATCH_ROW_COUNT 0
#define VKALGO_BATCH_COLUMN_COUNT 1
#define VKALGO_BATCH_ANSWER_ROW 2  // Canonical cell of the answer; not used by a search
#define VKALGO_BATCH_ANSWER_COLUMN 3
#define VKALGO_BATCH_NUMBER 4      // Index of its answer in VKALGO_BATCH_ANSWERS
#define VKALGO_BATCH_OFFSET 5      // First cell in VKALGO_BATCH_ROWS; bits.glsl: first block of symbols and carries
#define VKALGO_BATCH_FIRST_CELL 6  // Index of its table's first cell in VKALGO_BATCH_TABLE
#define VKALGO_BATCH_FIRST_MOVE 7  // Index of its moves' first word in VKALGO_BATCH_MOVES
#define VKALGO_BATCH_PROBLEM_WORDS 8

// Specialization constants; the first two are those of lanes.glsl.
#define VKALGO_BATCH_CONSTANT_LANES 0         // Lanes per problem
#define VKALGO_BATCH_CONSTANT_LANES_SHARED 1  // Lanes exchange through shared memory instead of subgroups
#define VKALGO_BATCH_CONSTANT_WORKGROUP 2     // Invocations: lanes * problems; with shared lanes only one problem
#define VKALGO_BATCH_CONSTANT_REGISTERS 3     // Rows per lane
#define VKALGO_BATCH_CONSTANT_REFLECT_ROWS 4
#define VKALGO_BATCH_CONSTANT_REFLECT_COLUMNS 5
#define VKALGO_BATCH_CONSTANT_REGION_TEST 6    // Every cell is tested against the domain and the base region
#define VKALGO_BATCH_CONSTANT_FIRST_ROW 7      // Number of canonical base rows; 0 with the region test
#define VKALGO_BATCH_CONSTANT_FIRST_COLUMN 8   // Number of canonical base columns; 0 with the region test
#define VKALGO_BATCH_CONSTANT_NEIGHBOURS 9     // Every interior cell has all three neighbours
#define VKALGO_BATCH_CONSTANT_CHECK_INPUTS 10  // The elements that lanes keep may lie beyond an input's end
#define VKALGO_BATCH_CONSTANT_SYMBOLS 12       // Symbols of a score profile (batch_profile.glsl); 0: no profile
#define VKALGO_BATCH_CONSTANT_KEEP 11          // The table is kept

#define VKALGO_BATCH_CONSTANT_KEYS 13  // All values are below VKALGO_BATCH_KEY_LIMIT
#define VKALGO_BATCH_CONSTANT_CUT 14   // How launches share a table: one of the values below

#define VKALGO_BATCH_WHOLE 0u  // One launch computes the whole table
#define VKALGO_BATCH_CUT 1u    // Launch k computes steps [k * steps, (k + 1) * steps), counted through all strips
#define VKALGO_BATCH_CUT_FOR_TRACEBACKS \
    2u  // As VKALGO_BATCH_CUT, and a launch can be repeated for tracebacks that need its cells

#define VKALGO_BATCH_GROUP 4  // Columns per step

// Limit of the values that a search packs with their row into a word (batch_answer.glsl).
#define VKALGO_BATCH_KEY_LIMIT 0x2000000

// A kept table stores the cells in the order in which lanes compute them, so that whole memory lines are written. For
// canonical row i and column j, counted from the first interior row and column, with i = (strip * lanes + lane) *
// registers + r and j = group * VKALGO_BATCH_GROUP + c, the index is
//   (((strip * steps + group + lane) * registers + r) * VKALGO_BATCH_GROUP + c) * lanes + lane
// where steps = groups + lanes - 1. If the table is cut, only the cells of one launch are kept.

// In VKALGO_BATCH_ROWS, a launch leaves these cells of each lane for the next launch: the column left of the lane's
// next block, the corner, and the row that arrives from the previous lane. Cell k of a lane has the index
//   row_end + (number * (registers + 1 + VKALGO_BATCH_GROUP) + k) * lanes + lane.
// With VKALGO_BATCH_CUT, row_end = offset + groups * VKALGO_BATCH_GROUP, and number = 0, since launches run one at a
// time. With VKALGO_BATCH_CUT_FOR_TRACEBACKS, each strip has its own row above it, and the last strip has a row below
// it. So row_end = offset + (strips + 1) * groups * VKALGO_BATCH_GROUP, and number = the launch that continues from
// there.

// The state of a traceback over a table that is cut. It is stored after all answers. Its first word is the launch whose
// cells the traceback needs next, or VKALGO_BATCH_NO_LAUNCH if the traceback is over. Its second word is the state of
// step().
#define VKALGO_BATCH_CUT_TRACEBACK_WORDS 2
#define VKALGO_BATCH_NO_LAUNCH 0xffffffffu  // As `launch` of a traceback's push constants: the traceback begins

// Head of a traceback: the number of its moves, then the user's row and column of the cell at its end.
#define VKALGO_BATCH_TRACEBACK_WORDS 3
// A move is a byte: bit 0 is set if the row changes, bit 1 if the column changes; bits 2 to 7 hold the decision.
#define VKALGO_BATCH_MOST_DECISION 63u

VKALGO_SHARED_BEGIN

struct VkalgoBatchPush {
    uint first_problem;    // First problem of this dispatch, in the list
    uint problems;         // Problems of this dispatch
    uint launch;           // Tables that are cut: number of the launch, from 0
    uint steps;            // Tables that are cut: steps per launch
    uint first_traceback;  // VKALGO_BATCH_CUT_FOR_TRACEBACKS: word of VKALGO_BATCH_ANSWERS where the states begin
};

VKALGO_SHARED_END
#endif
