// Shared by shaders/dp/{stage,walk,splits,answer}.glsl and the methods: everything that works on a stored table.
#ifndef VKALGO_DP_STAGE_H
#define VKALGO_DP_STAGE_H

#include "../common/bridge.h"
#include "frame.h"

// Specialization constants of stage.glsl after those of frame.h.
#define VKALGO_STAGE_CONSTANT_LANES_PER_CELL 5  // invocations that share the reduction of one cell

#define VKALGO_STAGE_WORKGROUP 256
#define VKALGO_SPLITS_WORKGROUP 256
#define VKALGO_ANSWER_WORKGROUP 256

// What `answer` does with the cells of a border.
#define VKALGO_ANSWER_COPY 0u
#define VKALGO_ANSWER_MIN 1u
#define VKALGO_ANSWER_MAX 2u

VKALGO_SHARED_BEGIN

// Where the cells of a table are. Three storage orders:
//   ring == 0, pitch == 0: each wavefront contiguous, one after another (Frame::index_of)
//   ring > 0:              only the last `ring` wavefronts, each `ring_width` cells apart
//   pitch > 0:             canonical rows from `first_row` on, each `pitch` cells apart, `lead` cells before column 0
struct VkalgoTablePlace {
    int rows;     // the user's
    int columns;  // the user's
    int ring;
    int ring_width;
    int pitch;
    int first_row;
    int lead;
    uint address_low;  // device address of the table in "-wide" modules
    uint address_high;
};

struct VkalgoStagePush {
    VkalgoTablePlace place;
    int stage;
    uint count;  // cells of this stage
};

struct VkalgoWalkPush {
    VkalgoTablePlace place;
    int i, j;       // the answer cell
    uint begin;     // 1: start at (i, j); 0: go on
    uint steps;     // at most, in this dispatch
    uint capacity;  // records
};

struct VkalgoAnswerPush {
    VkalgoTablePlace place;
    uint operation;
    int i, j;            // first cell
    int step_i, step_j;  // from one cell to the next
    uint count;
    uint first;  // number of (i, j) along the border; from the second part on not 0: combine with what is there
};

VKALGO_SHARED_END
#endif
