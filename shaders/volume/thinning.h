// Shared by the kernels of thinning and algorithms/volume/: bricks, words of the status, push constants.
#ifndef VKALGO_THINNING_H
#define VKALGO_THINNING_H

#include "../common/bridge.h"

// A brick is a word (32 voxels) of 8 rows of 8 slices; a workgroup of as many invocations as it has rows owns it.
#define VKALGO_BRICK_SIDE 8u
#define VKALGO_BRICK_ROWS 64u

// What is known about a brick when thinning begins: whether it has voxels that are set, and voxels that are not.
#define VKALGO_BRICK_CHANGED 1u
#define VKALGO_BRICK_OCCUPIED 2u

// Invocations of a workgroup that looks through all bricks.
#define VKALGO_THINNING_LIST_THREADS 128u

// Words of the status. Scratch begins with it.
#define VKALGO_THINNING_DONE 0        // 1 once a whole iteration deleted nothing
#define VKALGO_THINNING_ITERATIONS 1  // that have begun, but for the last one, which has no bricks
#define VKALGO_THINNING_LISTED 2      // bricks appended so far by list_bricks
#define VKALGO_THINNING_BRICKS 3      // in the list that is worked through
#define VKALGO_THINNING_PHASE 4       // lee: VKALGO_LEE_...
#define VKALGO_THINNING_SIDE 5        // lee: 0 to 5
#define VKALGO_THINNING_OPEN 6        // lee: candidates are open after this step
#define VKALGO_THINNING_STATUS_WORDS 8

// lee: what a step does. Behind each comes what follows from the status, which advance_lee decides.
#define VKALGO_LEE_NOTHING 0u
#define VKALGO_LEE_LIST 1u     // the bricks of an iteration
#define VKALGO_LEE_COLLECT 2u  // the candidates of a side
#define VKALGO_LEE_DECIDE 3u   // about some of them; as often as some are open
#define VKALGO_LEE_SETTLE 4u   // nothing is open: both copies become the same
// lee: rounds that a workgroup makes in one step, at most
#define VKALGO_LEE_ROUNDS 16u

VKALGO_SHARED_BEGIN

// Of every kernel of thinning.
struct ThinningPush {
    uint row_words;
    uint rows;  // of a slice
    uint slices;
    uint bricks_across;
    uint bricks_down;
    uint bricks;
    uint most_groups;  // workgroups in a row of a grid
    uint first;        // list_bricks: whether this is the first list
    // thin_palagyi: where in the workgroup's memory the next voxel lies to the east, to the south and upwards, as the
    // direction of the subiteration turns them
    int east;
    int south;
    int up;
    uint surface;      // whether surfaces are kept
    uint list_groups;  // advance_lee: workgroups that look through all bricks
    uint sides;        // advance_lee: 4 of an image, else 6
};

// measure_distances: a workgroup per voxel.
struct DistancePush {
    uint row_words;
    uint rows;  // of a slice
    uint slices;
    uint voxels;  // that are measured
    float step_x;
    float step_y;
    float step_z;
};

VKALGO_SHARED_END
#endif
