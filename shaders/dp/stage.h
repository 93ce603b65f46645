// Shared by shaders/dp/{stage,best,traceback,splits,answer}.glsl and the methods that work on a stored table.
#ifndef VKALGO_DP_STAGE_H
#define VKALGO_DP_STAGE_H

#include "../common/bridge.h"

// Specialization constants of all these templates: invocations per workgroup, and the order of the stages.
#define VKALGO_ORDER_CONSTANT_WORKGROUP 0
#define VKALGO_ORDER_CONSTANT_COEFFICIENTS 1  // Four: a cell's stage is the sum of index * coefficient
#define VKALGO_ORDER_CONSTANT_SOLVED 5        // The index that the stage and the other indices determine
#define VKALGO_ORDER_CONSTANT_COUNT 6         // A template's own constants begin here

#define VKALGO_STAGE_CONSTANT_LANES_PER_CELL 6  // Invocations that share the reduction of one cell

#define VKALGO_STAGE_WORKGROUP 256
#define VKALGO_BEST_WORKGROUP 256
#define VKALGO_SPLITS_WORKGROUP 256
#define VKALGO_ANSWER_WORKGROUP 256

VKALGO_SHARED_BEGIN

// The layout of a stored table. It has a buffer of its own, since push constants are short.
struct VkalgoTableLayout {
    int extents[4];     // Extents of the table, by index
    int strides[4];     // Cells from one value of an index to the next
    int answer[4];      // The answer cell, unless the answer is searched for
    int first_stage;    // The least value of the stage function
    int ring;           // Latest stages that are kept (older ones are overwritten); 0: all stages are kept
    uint ring_width;    // Cells of storage of a kept stage
    uint origin_low;    // Index of cell (0, 0, 0, 0); below 2^31 unless the module is "-wide"
    uint origin_high;   //
    uint address_low;   // "-wide" modules: device address, see table_address.glsl
    uint address_high;  //
    uint unused;
};

// The candidates of a stage: a box in all indices except the solved index.
struct VkalgoStagePush {
    int stage;     // Value of the stage function
    uint count;    // Number of candidates
    uint given;    // 1: the cells are already in the table, and only the answer is recorded
    int first[4];  // Least value of each index
    int width[4];  // Number of values of each index
};

struct VkalgoBestPush {
    uint count;  // Slots that hold candidates for the answer
};

struct VkalgoTracebackPush {
    uint begin;     // 1: start at the answer cell; 0: continue
    uint steps;     // Maximum steps in this dispatch
    uint capacity;  // Capacity in records
};

struct VkalgoAnswerPush {
    int cell[4];  // The first cell of a border
    int step[4];  // Distance from one cell of the border to the next
    uint count;   // Cells in this dispatch
    uint begin;   // 1: start anew; 0: combine with the answer so far
};

VKALGO_SHARED_END
#endif
