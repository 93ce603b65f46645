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
#define VKALGO_THINNING_PHASE 4       // lee
#define VKALGO_THINNING_DIRECTION 5   // lee
#define VKALGO_THINNING_OPEN 6        // lee: candidates are open after this step
#define VKALGO_THINNING_STATUS_WORDS 8

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
    uint surface;  // whether surfaces are kept
};

VKALGO_SHARED_END
#endif
