// Shared by shaders/dp/chain.glsl and method `chain`.
#ifndef VKALGO_DP_CHAIN_H
#define VKALGO_DP_CHAIN_H

#include "../common/bridge.h"
#include "stage.h"

// Storage buffers, set 0, besides those of a stored table (0, 1, 2 and 4).
#define VKALGO_CHAIN_ANSWER 3        // dp::AnswerRecord
#define VKALGO_CHAIN_PARTIALS_IN 5   // cell_t[parts][count], what task products has left
#define VKALGO_CHAIN_PARTIALS_OUT 6  // the same
#define VKALGO_CHAIN_PUT_OFF 7       // uint[2][VKALGO_CHAIN_WINDOW], by cell: which k task products has put off

// Specialization constants, behind those of shaders/dp/stage.h.
#define VKALGO_CHAIN_CONSTANT_TEAM 6       // two: shaders/dp/team.glsl
#define VKALGO_CHAIN_CONSTANT_TRANSPOSE 8  // the chain is a row: places are columns
#define VKALGO_CHAIN_CONSTANT_REFLECT 9    // from the last place to the first
#define VKALGO_CHAIN_CONSTANT_TASK 10

// Tasks.
#define VKALGO_CHAIN_TASK_CELLS 0     // the cells of a block, one after another
#define VKALGO_CHAIN_TASK_PRODUCTS 1  // before: their terms that read no cell of the block

#define VKALGO_CHAIN_WINDOW 256  // cells in shared memory

VKALGO_SHARED_BEGIN

struct VkalgoChainPush {
    int cells;   // of the chain
    int first;   // place of this dispatch, in the order of the stages
    int count;   // places; of a `reduce` VKALGO_CHAIN_WINDOW at most
    int parts;   // that the terms of task products are shared among; 0: there was none
    int answer;  // place; none: -1
};

VKALGO_SHARED_END
#endif
