// Shared by shaders/dp/chain.glsl and method `chain`.
#ifndef VKALGO_DP_CHAIN_H
#define VKALGO_DP_CHAIN_H

#include "../common/bridge.h"
#include "stage.h"

// Storage buffers, set 0, besides those of a stored table (0, 1, 2 and 4).
#define VKALGO_CHAIN_ANSWER 3        // dp::AnswerRecord
#define VKALGO_CHAIN_PARTIALS_IN 5   // cell_t[parts][count], the results of TASK_PRODUCTS
#define VKALGO_CHAIN_PARTIALS_OUT 6  // The same buffer, for TASK_PRODUCTS to write
#define VKALGO_CHAIN_PUT_OFF 7       // uint[2][VKALGO_CHAIN_WINDOW]: each cell's range of postponed k (chain.glsl)

// Specialization constants, after those of shaders/dp/stage.h.
#define VKALGO_CHAIN_CONSTANT_TEAM 6       // The first of the two constants of shaders/dp/team.glsl
#define VKALGO_CHAIN_CONSTANT_TRANSPOSE 8  // The chain is a row: positions are columns
#define VKALGO_CHAIN_CONSTANT_REFLECT 9    // Position 0 is the last row or column
#define VKALGO_CHAIN_CONSTANT_TASK 10

// Tasks.
#define VKALGO_CHAIN_TASK_CELLS 0     // Computes the cells of a block, one after another
#define VKALGO_CHAIN_TASK_PRODUCTS 1  // Computes beforehand the terms that read no cell of the block

#define VKALGO_CHAIN_WINDOW 256  // Cells in shared memory

VKALGO_SHARED_BEGIN

struct VkalgoChainPush {
    int cells;   // Cells of the chain
    int first;   // First position of this dispatch, in the order of the stages
    int count;   // Positions of this dispatch; for a `reduce` at most VKALGO_CHAIN_WINDOW
    int parts;   // Parts into which TASK_PRODUCTS divided the terms of each cell; 0: it did not run
    int answer;  // Position of the answer cell; -1: none
};

VKALGO_SHARED_END
#endif
