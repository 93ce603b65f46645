// Shared by lcs_by_hand.comp and lcs_by_hand.hpp: specialization constants.
#ifndef VKALGO_BENCH_LCS_BY_HAND_H
#define VKALGO_BENCH_LCS_BY_HAND_H

#define LCS_BY_HAND_CONSTANT_WORKGROUP 0  // kLanes * (kTeams + 1)
#define LCS_BY_HAND_CONSTANT_LANES 1      // the subgroup's size
#define LCS_BY_HAND_CONSTANT_ROWS 2       // rows per lane
#define LCS_BY_HAND_CONSTANT_FORM 3       // how a cell is written, see next_cell
#define LCS_BY_HAND_CONSTANT_UNROLL 4     // steps written out per turn of the loop; divides kSteps

#endif
