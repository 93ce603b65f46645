// The saddles of the cells of a FULL tile. This file needs cells.glsl, heights.glsl, levels.glsl, saddles.glsl and
// `links`.
struct Cell {
    ivec2 place;  // Column and row in the grid
    uint basin;
    uint level;
};
bool cell_at(ivec2 place, out Cell cell) {
    if (!in_grid(place)) return false;
    const uint index = cell_index(place);
    cell = Cell(place, links[index] & ~VKALGO_FILL_BASIN, level_of_height(heights[index]));
    return true;
}

// Returns the k-th cell of the tile, counted in rows of kSide.
bool cell_of(SaddleTile tile, uint k, out Cell cell) {
    const uvec2 place = uvec2(k % kSide, k / kSide);
    return all(lessThan(place, tile.size)) && cell_at(tile.origin + ivec2(place), cell);
}
bool cell_beside(Cell own, uint code, out Cell cell) { return cell_at(own.place + flow_step(code), cell); }
