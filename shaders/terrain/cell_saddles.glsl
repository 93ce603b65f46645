// Finds saddles again from the cells of a tile whose list was too short (VKALGO_FILL_FULL; see list_saddles.comp). This
// file needs cells.glsl, heights.glsl, levels.glsl, saddles.glsl and `links`.
struct Cell {
    ivec2 position;  // Column and row in the grid
    uint basin;
    uint level;
};
// Each of these functions returns whether the cell is in the grid. Only then it sets `cell`.
bool cell_at(ivec2 position, out Cell cell) {
    if (!in_grid(position)) return false;
    const uint index = cell_index(position);
    cell = Cell(position, links[index] & ~VKALGO_FILL_BASIN, level_of_height(heights[index]));
    return true;
}

// Takes the k-th cell of the tile, from 0, in rows of kSide.
bool cell_of(SaddleTile tile, uint k, out Cell cell) {
    const uvec2 position = uvec2(k % kSide, k / kSide);
    return all(lessThan(position, tile.size)) && cell_at(tile.origin + ivec2(position), cell);
}
bool cell_beside(Cell own, uint code, out Cell cell) { return cell_at(own.position + flow_step(code), cell); }
