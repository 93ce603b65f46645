// Shared by shaders/dp/{stage,best,traceback,splits,answer}.glsl and the methods: everything that works on a stored
// table.
#ifndef VKALGO_DP_STAGE_H
#define VKALGO_DP_STAGE_H

#include "../common/bridge.h"

// Specialization constants that all of them have: invocations per workgroup, and the order of the stages.
#define VKALGO_ORDER_CONSTANT_WORKGROUP 0
#define VKALGO_ORDER_CONSTANT_COEFFICIENTS 1  // four: cell c belongs to the stage that is their sum of products
#define VKALGO_ORDER_CONSTANT_SOLVED 5        // the index that a stage and the others determine
#define VKALGO_ORDER_CONSTANT_COUNT 6         // a template's own constants begin here

#define VKALGO_STAGE_CONSTANT_LANES_PER_CELL 6  // invocations that share the reduction of one cell

#define VKALGO_STAGE_WORKGROUP 256
#define VKALGO_BEST_WORKGROUP 256
#define VKALGO_SPLITS_WORKGROUP 256
#define VKALGO_ANSWER_WORKGROUP 256

VKALGO_SHARED_BEGIN

// Where the cells of a table are: in a buffer of its own, since push constants are short.
struct VkalgoTablePlace {
    int extents[4];     // of the table, by index
    int strides[4];     // cells from one value of an index to the next
    int answer[4];      // the answer cell, unless the answer is searched for
    int first_stage;    // the least value of the stage function
    int ring;           // stages that are kept, one after another in turn; 0: all cells are
    uint ring_width;    // cells of the storage between two of them
    uint origin_low;    // place of cell (0, 0, 0, 0), in cells; without address below 2^31
    uint origin_high;   //
    uint address_low;   // "-wide" modules: device address, as table_address.glsl says
    uint address_high;  //
    uint unused;
};

// The candidates of a stage: a box in the indices other than the solved one.
struct VkalgoStagePush {
    int stage;     // value of the stage function
    uint count;    // candidates
    uint given;    // 1: their cells are in the table; only the answer is noted
    int first[4];  // least index
    int width[4];  // how many values of it
};

struct VkalgoBestPush {
    uint count;  // slots that hold what was found
};

struct VkalgoTracebackPush {
    uint begin;     // 1: start at the answer cell; 0: go on
    uint steps;     // at most, in this dispatch
    uint capacity;  // records
};

struct VkalgoAnswerPush {
    int cell[4];  // the first one of a border
    int step[4];  // from one cell to the next
    uint count;   // cells now
    uint begin;   // 0: combine with what is there
};

VKALGO_SHARED_END
#endif
