// Heights as a kernel reads them: binding VKALGO_HEIGHTS.
layout(std430, set = 0, binding = VKALGO_HEIGHTS) readonly buffer Heights { uint heights[]; };

// Returns the bits of a cell's height; outside the grid VKALGO_TERRAIN_NO_HEIGHT.
uint height_bits(ivec2 cell) { return in_grid(cell) ? heights[cell_index(cell)] : VKALGO_TERRAIN_NO_HEIGHT; }
