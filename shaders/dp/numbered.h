// Shared by shaders/dp/{explicit_dag,poll}.glsl and their methods: cells numbered row by row, in a stored table.
#ifndef VKALGO_DP_NUMBERED_H
#define VKALGO_DP_NUMBERED_H

#include "../common/bridge.h"
#include "stage.h"

// A storage buffer of set 0, besides those of a stored table (0, 1, 2 and 4).
#define VKALGO_NUMBERED_CELLS 3  // explicit-dag: cell numbers, stage by stage; poll: two words, then one per cell

// Words of VKALGO_NUMBERED_CELLS in `poll`: two words for all cells, then one word per cell.
#define VKALGO_POLL_LEFT 0   // Number of cells that are not done
#define VKALGO_POLL_OVER 1   // 1 once all cells are done
#define VKALGO_POLL_WORDS 2  // The first cell's word; a word is 0, or 1 + the round that computed the cell

#define VKALGO_NUMBERED_WORKGROUP 256

VKALGO_SHARED_BEGIN

struct VkalgoExplicitDagPush {
    uint first;  // Index in VKALGO_NUMBERED_CELLS where the stage begins
    uint count;  // Cells of the stage
};

struct VkalgoPollPush {
    uint round;  // Counted from 0
    uint count;  // Cells of the table
};

VKALGO_SHARED_END
#endif
