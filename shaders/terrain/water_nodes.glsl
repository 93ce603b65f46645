// Nodes of tiled accumulation (WaterTilesPush). This file needs kSide of terrain/water_tile.glsl.

// Returns the node of a cell, or push.nodes if the cell is not a node.
uint node_of(ivec2 cell) {
    const uvec2 tile = uvec2(cell) / kSide;
    const uvec2 position = uvec2(cell) % kSide;
    uint first = 0u;
    if (push.tiles_down > 1u) {
        if (position.y == 0u || position.y == kSide - 1u) {
            return (2u * tile.y + (position.y == 0u ? 0u : 1u)) * push.width + uint(cell.x);
        }
        first = 2u * push.tiles_down * push.width;
    }
    if (push.tiles_across > 1u && (position.x == 0u || position.x == kSide - 1u)) {
        return first + (2u * tile.x + (position.x == 0u ? 0u : 1u)) * push.height + uint(cell.y);
    }
    return push.nodes;
}
