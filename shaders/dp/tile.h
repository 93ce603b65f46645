// What shaders/dp/tile.glsl and its host share. Read by GLSL and by C++.
#ifndef VKALGO_DP_TILE_H
#define VKALGO_DP_TILE_H

#ifdef __cplusplus
#include <cstdint>
namespace vkalgo::dp::shader {
using uint = std::uint32_t;
#endif

// Storage buffers, set 0. A buffer that a kernel reads and writes stands twice.
#define TILE_ROW_IN 0       // cell_t[columns], wavefront schedule: the border row above, in place
#define TILE_ROW_OUT 1      // cell_t[columns], the same buffer; both schedules leave the table's last row here
#define TILE_STATE_IN 2     // cell_t[strips][registers + 1][lanes], wavefront: the border column left of a tile
#define TILE_STATE_OUT 3    // the same buffer
#define TILE_LINKS 4        // uint64_t[columns * cell words], persistent: (strip number, word), cleared to 0 beforehand
#define TILE_CONTROL 5      // uint[4], see TILE_CONTROL_*, cleared to 0 beforehand
#define TILE_KEPT 6         // the table cell_t[rows][stride], or kept rows cell_t[..][columns]
#define TILE_KEPT_COLUMNS 7 // cell_t[..][rows]
#define TILE_FIRST_INPUT 8  // the recurrence's inputs from here on

#define TILE_CONTROL_TICKET 0  // persistent: the next group of strips
#define TILE_CONTROL_STATUS 1  // bits of TILE_STATUS_*

#define TILE_STATUS_OVERFLOW 1u  // overflow_if() was true in some cell
#define TILE_STATUS_STUCK 2u     // persistent: the bound of a wait ran out; the results are void

// Specialization constants. Widths: the two of lanes.glsl are 0 and 1.
#define TILE_CONSTANT_LANES 0           // invocations a strip
#define TILE_CONSTANT_LANES_SHARED 1    // lane exchange over shared memory instead of subgroups
#define TILE_CONSTANT_WORKGROUP 2       // invocations a workgroup: lanes * strips
#define TILE_CONSTANT_REGISTERS 3       // rows a lane
#define TILE_CONSTANT_GROUP 4           // columns a step
#define TILE_CONSTANT_BLOCK_STEPS 5     // steps between two barriers; block = steps * group columns
#define TILE_CONSTANT_TASK 6            // TILE_TASK_*
#define TILE_CONSTANT_REFLECT_ROWS 7    // user row = rows - 1 - canonical row
#define TILE_CONSTANT_REFLECT_COLUMNS 8
#define TILE_CONSTANT_REGION_TEST 9     // test every cell against in_domain() and in_base()
#define TILE_CONSTANT_FIRST_ROW 10      // canonical base rows (0 with the region test)
#define TILE_CONSTANT_FIRST_COLUMN 11   // canonical base columns (0 with the region test)
#define TILE_CONSTANT_KEEP 12           // TILE_KEEP_*
#define TILE_CONSTANT_PARTIAL 13        // interior rows % registers may differ from 0
#define TILE_CONSTANT_UNROLL 14         // steps written out a loop turn; divides block steps
#define TILE_CONSTANT_COUNT 15

#define TILE_TASK_TILES 0u      // compute strips
#define TILE_TASK_FILL_BASE 1u  // write the base region's cells into what is kept; one invocation a cell

#define TILE_KEEP_ROW 0u      // the last row
#define TILE_KEEP_BORDERS 1u  // and the borders of blocks of strips x columns
#define TILE_KEEP_TABLE 2u    // and the whole table

// The first 64 bytes of the push constants; the recurrence's parameters follow at offset 64.
struct TileArguments {
    uint rows;                // of the whole table, base region included; >= 1
    uint columns;             // the same
    uint diagonal;            // wavefront: tile (g, b) of this dispatch has g + b == diagonal
    uint first_group;         // wavefront: g of the first workgroup; fill: number of the first cell
    uint groups;              // wavefront: workgroups in use; fill: cells in all
    uint tile_blocks;         // blocks a tile; persistent: all of a strip's
    uint spin_limit;          // persistent: polls of one wait before it gives up
    uint keep_strips;         // borders: keep the bottom row of strips keep_strips - 1, 2 * keep_strips - 1, ...
    uint keep_groups;         // borders: keep the last column of every keep_groups-th column group
    uint stride;              // table: cells from one row to the next
    uint table_low;           // wide table: device address
    uint table_high;
    uint unused[4];
};

#ifdef __cplusplus
static_assert(sizeof(TileArguments) == 64);
}  // namespace vkalgo::dp::shader
#endif
#endif
