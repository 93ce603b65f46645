// Shared by the kernels of thinning and algorithms/volume/: bricks, words of the status, push constants.
#ifndef VKALGO_THINNING_H
#define VKALGO_THINNING_H

#include "../common/bridge.h"

// A brick is one word (32 voxels along x) in each of 64 rows: 2^b rows of each of 2^(6 - b) slices, where b is
// ThinningPush::brick_bits. A workgroup with an invocation per row of the brick owns it. b is 3, with two exceptions.
// If a slice has at most 4 rows and there are more than 4 slices, 2^b is the least power of two that is not less than
// the number of rows. If there are at most 4 slices and a slice has more than 4 rows, 2^(6 - b) is the least power of
// two that is not less than the number of slices. Such a brick reaches across the volume in one direction, and has more
// than 8 rows or slices in the other.
#define VKALGO_BRICK_BITS 6u
#define VKALGO_BRICK_ROWS 64u
// The number of rows of a brick together with the border of one row around it: for a brick of 1 x 64 rows, which has
// the largest border, and for a brick of 8 x 8 rows.
#define VKALGO_BRICK_MOST_AROUND 198u
#define VKALGO_BRICK_SQUARE_AROUND 100u
// The id of a specialization constant that is true if b is 3. The compiler then knows the shape of the bricks, and less
// shared memory is needed.
#define VKALGO_BRICK_CONSTANT_SQUARE 0

// Flags of a brick: whether it has voxels that are set, whether an iteration changed a voxel of it, and for each of its
// faces whether a changed voxel is less than VKALGO_BRICK_REACH voxels away from the face. The faces are those at the
// least x, greatest x, least y, greatest y, least z and greatest z, in the order of the bits. When thinning begins, a
// brick that has voxels that are not set or that ends the volume counts as changed everywhere.
#define VKALGO_BRICK_OCCUPIED 1u
#define VKALGO_BRICK_CHANGED 2u
#define VKALGO_BRICK_FACE 4u  // The bit of the first face
#define VKALGO_BRICK_CHANGED_EVERYWHERE 0xfeu
#define VKALGO_BRICK_REACH 6u

// Invocations of a workgroup of list_bricks.
#define VKALGO_THINNING_LIST_THREADS 128u

// Words of the status. The scratch begins with it.
#define VKALGO_THINNING_DONE 0        // 1 once a whole iteration deleted nothing
#define VKALGO_THINNING_ITERATIONS 1  // Iterations that have begun, except the last one, which has no bricks
#define VKALGO_THINNING_LISTED 2      // Bricks appended so far to the list that is being made
#define VKALGO_THINNING_BRICKS 3      // Bricks in the list that is processed
#define VKALGO_THINNING_PHASE 4       // lee: the kind of this step, VKALGO_LEE_...
#define VKALGO_THINNING_SIDE 5        // lee: the side that is thinned, 0 to 5
#define VKALGO_THINNING_OPEN 6        // lee: bricks in which the next step must decide
#define VKALGO_THINNING_WORKING 7     // lee: bricks that this step decides in
#define VKALGO_THINNING_STEP 8        // lee: counts the steps
#define VKALGO_THINNING_ENDED 9       // lee: workgroups of this step that have ended
#define VKALGO_THINNING_STATUS_WORDS 10

// The kinds of step of method lee. Each step chooses the next one from the status.
#define VKALGO_LEE_LIST 0u     // The first step of an iteration. Makes the list of its bricks
#define VKALGO_LEE_COLLECT 1u  // Collects the candidates of a side
#define VKALGO_LEE_DECIDE 2u   // Decides about some candidates; repeated while some are open
// Limits of method lee: the most loop iterations of a workgroup in one step, the most loop iterations for a voxel, and
// the most loop iterations for a brick. llvmpipe ends an invocation's loops after 65,535 iterations in total.
#define VKALGO_LEE_LOOPS 60000u
#define VKALGO_LEE_LOOPS_PER_VOXEL 72u
#define VKALGO_LEE_LOOPS_PER_BRICK 20u
// Words from the size of one dispatch to that of the next dispatch, in the buffer `grids` of step_lee.comp.
#define VKALGO_LEE_GRID_WORDS 4u

VKALGO_SHARED_BEGIN

// The push constants of every kernel of thinning.
struct ThinningPush {
    uint row_words;
    uint rows;  // Rows of a slice
    uint slices;
    uint bricks_across;
    uint bricks_down;
    uint bricks;
    uint most_groups;  // The most workgroups in a row of a dispatch
    uint first;        // list_bricks: whether this is the first list
    uint brick_bits;
    uint across_inverse;  // 2^16 / (2^brick_bits + 2), rounded up
    // thin_palagyi: the offsets in the workgroup's memory to the next voxel to the east, to the south and upwards,
    // after the rotation by the direction of the subiteration.
    int east;
    int south;
    int up;
    uint surface;      // Whether surfaces are kept
    uint list_groups;  // step_lee: workgroups of a step that makes the list of bricks
    uint sides;        // step_lee: 4 for an image, else 6
    uint follows;      // step_lee: whether a workgroup goes on to a brick that waited for its decisions
};

// The push constants of measure_distances, which has a workgroup per voxel.
struct DistancePush {
    uint row_words;
    uint rows;  // Rows of a slice
    uint slices;
    uint voxels;  // Voxels that are measured
    float step_x;
    float step_y;
    float step_z;
};

VKALGO_SHARED_END
#endif
