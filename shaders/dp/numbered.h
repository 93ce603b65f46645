// Shared by shaders/dp/{graph,poll}.glsl and their methods: cells by number, row after row, in a stored table.
#ifndef VKALGO_DP_NUMBERED_H
#define VKALGO_DP_NUMBERED_H

#include "../common/bridge.h"
#include "stage.h"

// The storage buffer between those of a stored table (0, 1, 2 and 4), set 0.
#define VKALGO_NUMBERED_CELLS 3  // graph: numbers, stage after stage; poll: two words, then one for each cell

// The words before those of the cells in `poll`.
#define VKALGO_POLL_LEFT 0   // cells that are not done
#define VKALGO_POLL_OVER 1   // 1 once there are none
#define VKALGO_POLL_WORDS 2  // of a cell: 0, or 1 more than the round that computed it

#define VKALGO_NUMBERED_WORKGROUP 256

VKALGO_SHARED_BEGIN

struct VkalgoExplicitDagPush {
    uint first;  // of the list, where the stage begins
    uint count;  // cells of the stage
};

struct VkalgoPollPush {
    uint round;  // from 0
    uint count;  // cells of the table
};

VKALGO_SHARED_END
#endif
