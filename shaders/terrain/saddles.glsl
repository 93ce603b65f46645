// Saddles between basins, tile by tile: the cells of a tile, and where the list of its saddles is stored. This file
// needs the constant kSide and `push`.

// A tile's first cell, its size in cells, and where its list begins in a buffer that has a word per cell.
struct SaddleTile {
    ivec2 origin;
    uvec2 size;
    uint first;
    uint room;  // How many saddles the list can hold
};
SaddleTile saddle_tile(uint tile) {
    const uvec2 origin = uvec2(tile % push.tiles_across, tile / push.tiles_across) * kSide;
    const uvec2 size = min(uvec2(kSide), uvec2(push.width, push.height) - origin);
    return SaddleTile(ivec2(origin), size, origin.y * push.width + origin.x * size.y,
                      size.x * size.y / VKALGO_FILL_SADDLE_WORDS);
}
uint saddle_at(SaddleTile tile, uint k) { return tile.first + VKALGO_FILL_SADDLE_WORDS * k; }

// The first four of the eight neighbours, E SE S SW. Thus each pair of cells is visited once.
const uint kForward = 4u;
