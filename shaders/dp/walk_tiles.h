// Shared by shaders/dp/walk_tiles.glsl and the tile engine.
#ifndef VKALGO_DP_WALK_TILES_H
#define VKALGO_DP_WALK_TILES_H

#include "../common/bridge.h"

// Specialization constants after those of frame.glsl (0 is the workgroup: the rows of a block).
#define WALK_TILES_CONSTANT_COLUMNS 5      // columns of a block
#define WALK_TILES_CONSTANT_REGION_TEST 6  // as in tile.glsl
#define WALK_TILES_CONSTANT_FIRST_ROW 7
#define WALK_TILES_CONSTANT_FIRST_COLUMN 8

VKALGO_SHARED_BEGIN

struct WalkTilesPush {
    int rows;      // the user's
    int columns;
    int i, j;      // the answer cell
    uint begin;    // 1: start at (i, j); 0: go on
    uint capacity; // records
};

VKALGO_SHARED_END
#endif
