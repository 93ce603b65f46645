// Shared by shaders/dp/tile.glsl and the tile method.
#ifndef VKALGO_DP_TILE_H
#define VKALGO_DP_TILE_H

#include "../common/bridge.h"

// Storage buffers, set 0. A buffer that a kernel reads and writes has two bindings. Binding 2 is the status
// (status.glsl).
#define VKALGO_TILE_ROW_IN 0   // cell_t[columns], wavefront schedule: the border row above, overwritten in place
#define VKALGO_TILE_ROW_OUT 1  // cell_t[columns], the same buffer; both schedules leave the table's last row here
#define VKALGO_TILE_STATE_IN \
    3  // cell_t[strips][registers + 1][lanes], wavefront and bands: the border column left of a tile
#define VKALGO_TILE_STATE_OUT 4  // The buffer of STATE_IN, to write
// uint64_t[columns * cell words], persistent: (tag of the strip below, word), cleared to 0 beforehand.
#define VKALGO_TILE_LINKS 5
// uint[dispatches], persistent: the next group of strips of each dispatch, cleared to 0 beforehand.
#define VKALGO_TILE_TICKET 6
// The table cell_t[rows][stride], whose groups of columns begin at multiples of 4, or kept rows cell_t[..][stride].
#define VKALGO_TILE_KEPT 7
// Kept columns, cell_t[..][rows].
#define VKALGO_TILE_KEPT_COLUMNS 8
#define VKALGO_TILE_ANSWER 9  // vkalgo_value_t[1]
// Three buffers that are read if a region is computed again: the last table row of each row of regions,
// cell_t[..][columns]; the last table column of each column of regions, cell_t[..][rows]; and the head of
// traceback_tiles.glsl or traceback_windows.glsl.
#define VKALGO_TILE_COARSE_ROWS 10
#define VKALGO_TILE_COARSE_COLUMNS 11
#define VKALGO_TILE_TRACEBACK 12

// Specialization constants; the first two are those of lanes.glsl.
#define VKALGO_TILE_CONSTANT_LANES 0         // Lanes per strip
#define VKALGO_TILE_CONSTANT_LANES_SHARED 1  // Lanes exchange through shared memory instead of subgroups
// Invocations per workgroup: lanes * teams. There is one team per strip; persistent: also one that carries data, and
// the storers.
#define VKALGO_TILE_CONSTANT_WORKGROUP 2
#define VKALGO_TILE_CONSTANT_REGISTERS 3        // Rows per lane
#define VKALGO_TILE_CONSTANT_BLOCK_STEPS 4      // Steps between two barriers; a block is this * TILE_GROUP columns
#define VKALGO_TILE_CONSTANT_TASK 5             // TILE_TASK_*
#define VKALGO_TILE_CONSTANT_REFLECT_ROWS 6     // User row = rows - 1 - canonical row
#define VKALGO_TILE_CONSTANT_REFLECT_COLUMNS 7  // The same for columns
#define VKALGO_TILE_CONSTANT_REGION_TEST 8      // Test every cell against the domain and the base region
#define VKALGO_TILE_CONSTANT_FIRST_ROW 9        // Number of canonical base rows; 0 with the region test
#define VKALGO_TILE_CONSTANT_FIRST_COLUMN 10    // Number of canonical base columns; 0 with the region test
#define VKALGO_TILE_CONSTANT_KEEP 11            // TILE_KEEP_*
#define VKALGO_TILE_CONSTANT_PARTIAL 12         // The last row may be in any register; 0: it is in the last register
#define VKALGO_TILE_CONSTANT_UNROLL 13          // Steps unrolled per loop iteration; divides block steps
// Every interior cell has all three neighbours, so no read needs a test.
#define VKALGO_TILE_CONSTANT_NEIGHBOURS 14
// The input elements that lanes keep may lie beyond the end of an input, so reads are tested.
#define VKALGO_TILE_CONSTANT_CHECK_INPUTS 15
// Number of teams that store a kept table's cells, one phase after the cells were computed. 0: each team stores its own
// cells after each phase. Any other value needs the persistent schedule and lanes that form a subgroup.
#define VKALGO_TILE_CONSTANT_STORERS 16

#define VKALGO_TILE_GROUP 4  // Columns per step
// In a kept table, the first interior column lies at a multiple of this number of cells: two groups, which are one
// memory sector of 32 bytes if cells have 4 bytes.
#define VKALGO_TILE_ALIGNED 8

#define VKALGO_TILE_TASK_TILES 0u      // Compute strips
#define VKALGO_TILE_TASK_FILL_BASE 1u  // Write the base region's cells into what is kept; one invocation per cell
#define VKALGO_TILE_TASK_REFILL \
    2u  // Compute again the strips of the region in which the traceback is, up to the traceback's cell
#define VKALGO_TILE_TASK_BANDS 3u  // Compute tiles of this device's bands; only the last row is kept

// The task bands (algorithms/dp/method/bands.hpp) passes these numbers in fields of VkalgoTilePush that only other
// tasks need. Its groups of strips are numbered from the device's first band in this dispatch. Group k is group k %
// BAND_GROUPS of band k / BAND_GROUPS. It computes tile t at step t + k % BAND_GROUPS + k / BAND_GROUPS * BAND_PERIOD.
#define VKALGO_TILE_BAND_GROUPS region_rows    // Groups of strips per band
#define VKALGO_TILE_BAND_PERIOD keep_strips    // Steps from the beginning of a band to that of the device's next band
#define VKALGO_TILE_BAND_STRIDE keep_groups    // Groups from the beginning of a band to that of the device's next band
#define VKALGO_TILE_BAND_FIRST region_columns  // Group of the table at which the first band begins
#define VKALGO_TILE_BAND_STEP address_low      // First step of this dispatch
#define VKALGO_TILE_BAND_STEPS address_high    // Steps of this dispatch; wavefront: 1

#define VKALGO_TILE_KEEP_ROW 0u      // The table's last row is kept
#define VKALGO_TILE_KEEP_BORDERS 1u  // The last row and the borders of blocks are kept
#define VKALGO_TILE_KEEP_TABLE 2u    // The last row and the whole table are kept

VKALGO_SHARED_BEGIN

struct VkalgoTilePush {
    uint rows;           // Rows of the whole table, base region included; at least 1
    uint columns;        // Columns of the whole table, base region included; at least 1
    uint diagonal;       // Wavefront: tile (g, b) of this dispatch has g + b == diagonal; persistent: ticket index
    uint first_group;    // First group of strips of this dispatch; fill: number of the first cell; bands: see above
    uint groups;         // Groups of strips of this dispatch, wavefront: one per workgroup; fill: total cells
    uint tile_blocks;    // Blocks per tile; persistent: all blocks of a strip
    uint spin_limit;     // Persistent: failed polls after which an invocation gives up, per dispatch
    uint keep_strips;    // Borders: keep the bottom row of every keep_strips-th strip but the last
    uint keep_groups;    // Borders: keep the last column of every keep_groups-th column group; >= lanes + block steps
    uint stride;         // Table and kept rows: cells from one row to the next
    uint answer_column;  // Column in the last row whose cell goes to VKALGO_TILE_ANSWER; beyond the table: none
    uint address_low;    // "-wide" modules: replaces VKALGO_TILE_KEPT, see table_address.glsl
    uint address_high;
    uint region_rows;     // Refill: rows of the interior that a region has
    uint region_columns;  // Refill: columns of the interior that a region has
    uint first_tag;       // Persistent: words for strip s carry the tag first_tag + s, which no earlier fill used
};

VKALGO_SHARED_END
#endif
