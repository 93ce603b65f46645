// Heights as a kernel reads them: binding VKALGO_HEIGHTS.
layout(std430, set = 0, binding = VKALGO_HEIGHTS) readonly buffer Heights { uint heights[]; };

// The bits of a cell's height; of none outside the grid.
uint height_bits(ivec2 cell) { return in_grid(cell) ? heights[cell_index(cell)] : VKALGO_TERRAIN_NO_HEIGHT; }
