// Two neighbouring cells of different basins: what find_saddles and choose_saddles look for. It needs cells.glsl,
// heights.glsl and levels.glsl.
layout(std430, set = 0, binding = 1) readonly buffer Links { uint links[]; };

// Of the eight neighbours the first four, E SE S SW: so each two cells meet once.
const uint kForward = 4u;

// The other one's link, and the level at which water goes from one of the two cells to the other.
struct Saddle {
    bool found;
    uint link;
    uint level;
};
Saddle saddle_to(uint code, ivec2 cell, uint link, uint level) {
    const ivec2 beside = cell + flow_step(code);
    if (!in_grid(beside)) return Saddle(false, 0u, 0u);
    const uint index = cell_index(beside);
    const uint other = links[index];
    // A cell without data is linked to the outside, as all of its neighbours are.
    if (other == link) return Saddle(false, 0u, 0u);
    return Saddle(true, other, max(level, level_of_height(heights[index])));
}
