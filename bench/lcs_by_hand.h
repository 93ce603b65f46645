// Shared by lcs_by_hand.comp and lcs_by_hand.hpp: specialization constants.
#ifndef VKALGO_BENCH_LCS_BY_HAND_H
#define VKALGO_BENCH_LCS_BY_HAND_H

#define LCS_BY_HAND_CONSTANT_WORKGROUP 0  // kLanes * (kTeams + 1)
#define LCS_BY_HAND_CONSTANT_LANES 1      // Size of the subgroup
#define LCS_BY_HAND_CONSTANT_ROWS 2       // Rows per lane
#define LCS_BY_HAND_CONSTANT_FORM 3       // How a cell is computed, see next_cell
#define LCS_BY_HAND_CONSTANT_UNROLL 4     // Steps unrolled per iteration of the loop; divides kSteps

#endif
