// Shared by shaders/terrain/ and algorithms/terrain/: limits of heights, codes of directions, bindings, specialization
// constants, push constants.
#ifndef VKALGO_TERRAIN_H
#define VKALGO_TERRAIN_H

#include "../common/bridge.h"

// A limit for a height's bits without the sign. Bits from this limit (2^126) on mean no data; NaN and infinities are
// among them.
#define VKALGO_TERRAIN_NO_HEIGHT 0x7e800000u
// A limit for a height's bits without the sign. If the bits are below this limit (2^-80), the height counts as 0.
#define VKALGO_TERRAIN_LEAST_HEIGHT 0x17800000u
// The rank that the f32 2^-80 stands for (RankedHeights). Negative f32 stand for lower ranks.
#define VKALGO_TERRAIN_MIDDLE_RANK 0x40000000u

// Where a cell's water goes: 1 to 8 are E SE S SW W NW N NE.
#define VKALGO_FLOW_STAYS 0u
#define VKALGO_FLOW_LAST 8u  // A greater code means no data
#define VKALGO_FLOW_NO_DATA 255u

// Four bits per entry, the first entry in the lowest bits: the codes with the neighbours that share an edge first, E S
// W N SE SW NW NE.
#define VKALGO_FLOW_NEAR_FIRST 0x86427531u

// Specialization constants, by id.
#define VKALGO_TERRAIN_CONSTANT_THREADS 0  // Invocations of a workgroup
#define VKALGO_TERRAIN_CONSTANT_SIDE 1     // Side of a tile in cells; side * side is a multiple of the invocations
#define VKALGO_TERRAIN_CONSTANT_BLOCK 2    // scatter_water: cells per invocation in each direction
#define VKALGO_TERRAIN_CONSTANT_WORDS 3    // 1 or 2: 32-bit words per weight and per sum; find_directions: per height

// Bits of pointers that lead no further. With TILE_END, a cell's pointer names the last cell of the flow path in the
// tile. With END, a node passes no water to another node, and in join_watersheds the pointer names the last cell of the
// flow path.
#define VKALGO_WATER_TILE_END 0x8000u
#define VKALGO_WATER_END 0x80000000u

// Words of a status buffer. They end the rounds of filling, flats, streams, watersheds and the methods of accumulation.
// Filling uses only the first of the three words from CHANGED on.
#define VKALGO_TERRAIN_DONE 0     // 1 once nothing changes any more
#define VKALGO_TERRAIN_ROUNDS 1   // Once DONE is 1: the number of rounds after which there was more to do
#define VKALGO_TERRAIN_CHANGED 2  // Three words: word r % 3 is nonzero if there is more to do after round r
#define VKALGO_TERRAIN_STATUS_WORDS 5
// Rounds over tiles: the stamps (tiles.glsl), a word per tile, after the words of the status.
#define VKALGO_TERRAIN_STAMPS VKALGO_TERRAIN_STATUS_WORDS

// Filling. Levels are unsigned integers in the order of heights. Basins count from 1; 0 is the outside. A link of a
// cell is 1 + the index of another cell, or a basin with the bit VKALGO_FILL_BASIN.
#define VKALGO_FILL_OUTSIDE 0u
#define VKALGO_FILL_BASIN 0x80000000u
#define VKALGO_FILL_NONE 0xffffffffu
// follow_links, follow_basins: the most links that an invocation follows from one start per turn; the most turns.
#define VKALGO_FILL_STEPS 64u
#define VKALGO_FILL_MOST_TURNS 6u
// The status of filling has more words after those of every status: a word for turns 0 and 1, a word for turns 2 and 3,
// and so on; then the number of basins. The word of a pair of turns is r + 2, where r is the last round in which this
// pair did not follow all links to their ends; 0 if there was no such round. The turns of follow_links, before round 0,
// count as round -1.
#define VKALGO_FILL_FAR VKALGO_TERRAIN_STATUS_WORDS
#define VKALGO_FILL_BASINS (VKALGO_FILL_FAR + VKALGO_FILL_MOST_TURNS / 2)
#define VKALGO_FILL_STATUS_WORDS (VKALGO_FILL_BASINS + 1)
// The words of a saddle in the list of a tile: two basins and a level. FULL is the count if the list has no room for
// all saddles.
#define VKALGO_FILL_SADDLE_WORDS 3u
#define VKALGO_FILL_FULL 0xffffffffu
// Distances within flats.
#define VKALGO_FLAT_FAR 0x7fffffffu  // No distance; one more is greater still and does not wrap around

VKALGO_SHARED_BEGIN

// find_directions and route_flats have an invocation per word of four codes, begin_flats per cell, hand_out_steps per
// column.
struct TerrainPush {
    uint width;
    uint height;
    uint count;  // Words of codes, cells, or columns
    uint flags;
    float east;  // FlowWeights, unless VKALGO_TERRAIN_ROW_WEIGHTS is set
    float south;
    float diagonal;
    uint to_east_low;
    uint to_east_high;
    uint to_south_low;
    uint to_south_high;
    uint to_diagonal_low;
    uint to_diagonal_high;
    uint above;  // begin_flats, hand_out_steps: FlatSeams::above and FlatSeams::below
    uint below;
};
#define VKALGO_TERRAIN_ROW_WEIGHTS 1u
#define VKALGO_TERRAIN_VALUES_BY_CELL 2u  // The heights in f64 are given per cell, not per rank
#define VKALGO_TERRAIN_NO_SEAM 0xffffffffu

// Filling: begin_fill, follow_links and finish_fill have an invocation per cell; list_saddles, find_saddles and
// choose_saddles a workgroup per tile; in follow_basins the invocations share the basins.
struct FillPush {
    uint width;
    uint height;
    uint count;  // Cells
    uint tiles_across;
    uint tiles;
    uint round;  // follow_links: ~0
    uint turn;   // follow_links, follow_basins
};

// Rounds over tiles: measure_flats, order_streams.
struct TerrainRoundPush {
    uint width;
    uint height;
    uint tiles_across;
    uint tiles;
    uint round;
    uint iterations;  // Most fourfold sweeps within a tile
};

// Accumulation: begin_accumulation, scatter_water, gather_water, mark_network. Watersheds: begin_, join_ and
// label_watersheds. Streams: begin_streams. Carving: mark_pits, carve_codes.
struct WaterPush {
    uint width;
    uint height;
    uint count;   // Cells, blocks of cells, or words of the network or of codes
    uint across;  // scatter_water: blocks in a row
    uint round;
    uint flags;
    uint threshold;  // mark_network: the low word
    uint threshold_high;
};
#define VKALGO_WATER_WEIGHTED 1u
#define VKALGO_WATER_INCLUDES_SELF 2u
#define VKALGO_WATER_HAS_OUTLETS 4u   // Outlets are given
#define VKALGO_WATER_HAS_NETWORK 8u   // A network is given
#define VKALGO_WATER_KNOWS_FIRST 16u  // begin_streams: the orders of the first row are known
#define VKALGO_WATER_KNOWS_LAST 32u   // begin_streams: the orders of the last row are known

// Tiled accumulation: sum_tiles, join_tiles, finish_tiles. Nodes are border cells of tiles. If there are several rows
// of tiles, the first and last rows of cells of each come first, 2 * tiles_down rows. If there are several columns of
// tiles, the first and last columns of cells of each follow, 2 * tiles_across columns. A cell in both such a row and
// such a column is a node of its row. The last node stands for circles.
struct WaterTilesPush {
    uint width;
    uint height;
    uint tiles_across;
    uint tiles_down;
    uint nodes;
    uint stride;  // The number of sums in each of the three sections of the nodes' sums
    uint round;
    uint flags;
};

VKALGO_SHARED_END
#endif
