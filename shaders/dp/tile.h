// Shared by shaders/dp/tile.glsl and the tile method.
#ifndef VKALGO_DP_TILE_H
#define VKALGO_DP_TILE_H

#include "../common/bridge.h"

// Storage buffers, set 0. A buffer that a kernel reads and writes has two bindings. Binding 2 is status.glsl's.
#define VKALGO_TILE_ROW_IN 0   // cell_t[columns], wavefront schedule: the border row above, in place
#define VKALGO_TILE_ROW_OUT 1  // cell_t[columns], the same buffer; both schedules leave the table's last row here
#define VKALGO_TILE_STATE_IN \
    3  // cell_t[strips][registers + 1][lanes], wavefront and bands: the border column left of a tile
#define VKALGO_TILE_STATE_OUT 4  // the same buffer
// uint64_t[columns * cell words], persistent: (tag of the strip below, word), cleared to 0 beforehand
#define VKALGO_TILE_LINKS 5
// uint[dispatches], persistent: the next group of strips of each dispatch, cleared to 0 beforehand
#define VKALGO_TILE_TICKET 6
// the table cell_t[rows][stride] with every group of columns on a multiple of 4, or kept rows cell_t[..][stride]
#define VKALGO_TILE_KEPT 7
// cell_t[..][rows]
#define VKALGO_TILE_KEPT_COLUMNS 8
#define VKALGO_TILE_ANSWER 9  // cell_t[1]
// Of a region that is computed again: cell_t[..][columns] and cell_t[..][rows], the last row and column of each row and
// column of regions, and the head of traceback_tiles.glsl's visits.
#define VKALGO_TILE_COARSE_ROWS 10
#define VKALGO_TILE_COARSE_COLUMNS 11
#define VKALGO_TILE_TRACEBACK 12

// Specialization constants; the first two are those of lanes.glsl.
#define VKALGO_TILE_CONSTANT_LANES 0         // lanes per strip
#define VKALGO_TILE_CONSTANT_LANES_SHARED 1  // lane exchange over shared memory instead of subgroups
// invocations per workgroup: lanes * strips; persistent: one team more, which carries, and the storers
#define VKALGO_TILE_CONSTANT_WORKGROUP 2
#define VKALGO_TILE_CONSTANT_REGISTERS 3        // rows per lane
#define VKALGO_TILE_CONSTANT_BLOCK_STEPS 4      // steps between two barriers; a block is steps * group columns
#define VKALGO_TILE_CONSTANT_TASK 5             // TILE_TASK_*
#define VKALGO_TILE_CONSTANT_REFLECT_ROWS 6     // user row = rows - 1 - canonical row
#define VKALGO_TILE_CONSTANT_REFLECT_COLUMNS 7  // the same for columns
#define VKALGO_TILE_CONSTANT_REGION_TEST 8      // test every cell against the domain and the base region
#define VKALGO_TILE_CONSTANT_FIRST_ROW 9        // canonical base rows (0 with the region test)
#define VKALGO_TILE_CONSTANT_FIRST_COLUMN 10    // canonical base columns (0 with the region test)
#define VKALGO_TILE_CONSTANT_KEEP 11            // TILE_KEEP_*
#define VKALGO_TILE_CONSTANT_PARTIAL 12         // 0 only if registers divides the interior rows
#define VKALGO_TILE_CONSTANT_UNROLL 13          // steps written out per loop iteration; divides block steps
// every interior cell's three neighbours exist: no read needs a test
#define VKALGO_TILE_CONSTANT_NEIGHBOURS 14
// what lanes keep of the inputs may lie beyond an end: reads are tested
#define VKALGO_TILE_CONSTANT_CHECK_INPUTS 15
// teams that store a kept table's cells, a phase after they were computed; 0: each team stores its own, in between;
// others need the persistent schedule and lanes that are a subgroup
#define VKALGO_TILE_CONSTANT_STORERS 16

#define VKALGO_TILE_GROUP 4  // columns per step
// columns of a kept table that lie on a multiple of their size, from the first interior one on: two groups, which are a
// sector of memory where cells have 4 bytes
#define VKALGO_TILE_ALIGNED 8

#define VKALGO_TILE_TASK_TILES 0u      // compute strips
#define VKALGO_TILE_TASK_FILL_BASE 1u  // write the base region's cells into what is kept; one invocation per cell
#define VKALGO_TILE_TASK_REFILL \
    2u  // compute the strips of the region in which the traceback is, as far as the traceback
#define VKALGO_TILE_TASK_BANDS 3u  // compute tiles of this device's bands; only the last row is kept

// What these fields are where bands of strips are computed, which read none of them for what it is elsewhere
// (algorithms/dp/method/bands.hpp). Group of strips k, counted from the device's first band that the dispatch is about,
// is group k % BAND_GROUPS of band k / BAND_GROUPS. Of its strip it takes tile t at step t + k % BAND_GROUPS + k /
// BAND_GROUPS * BAND_PERIOD.
#define VKALGO_TILE_BAND_GROUPS region_rows    // groups of strips per band
#define VKALGO_TILE_BAND_PERIOD keep_strips    // steps from one band of the device to its next
#define VKALGO_TILE_BAND_STRIDE keep_groups    // groups from one band of the device to its next, in the table
#define VKALGO_TILE_BAND_FIRST region_columns  // group of the table with which the first band begins
#define VKALGO_TILE_BAND_STEP address_low      // first step of this dispatch
#define VKALGO_TILE_BAND_STEPS address_high    // steps of this dispatch; wavefront: 1

#define VKALGO_TILE_KEEP_ROW 0u      // the last row
#define VKALGO_TILE_KEEP_BORDERS 1u  // and the borders of blocks of strips x columns
#define VKALGO_TILE_KEEP_TABLE 2u    // and the whole table

VKALGO_SHARED_BEGIN

struct VkalgoTilePush {
    uint rows;           // of the whole table, base region included; at least 1
    uint columns;        // the same
    uint diagonal;       // wavefront: tile (g, b) of this dispatch has g + b == diagonal; persistent: its ticket word
    uint first_group;    // first group of strips of this dispatch; fill: number of the first cell; bands: see above
    uint groups;         // groups of strips of this dispatch, wavefront: one per workgroup; fill: cells in all
    uint tile_blocks;    // blocks per tile; persistent: all of a strip's
    uint spin_limit;     // persistent: polls in vain of an invocation before it gives up, in one dispatch
    uint keep_strips;    // borders: keep the bottom row of every keep_strips-th strip but the last
    uint keep_groups;    // borders: keep the last column of every keep_groups-th column group; >= lanes + block steps
    uint stride;         // table and kept rows: cells from one row to the next
    uint answer_column;  // of the last row, whose cell goes to VKALGO_TILE_ANSWER; none if beyond the table
    uint address_low;    // "-wide" modules: in place of VKALGO_TILE_KEPT, as table_address.glsl says
    uint address_high;
    uint region_rows;     // refill: regions are so many rows x columns of the interior
    uint region_columns;  // the same
    uint first_tag;       // persistent: words for strip s carry the tag first_tag + s, which no other fill has used
};

VKALGO_SHARED_END
#endif
