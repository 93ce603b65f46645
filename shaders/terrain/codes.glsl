// Codes of directions as a kernel reads them, four per word: binding VKALGO_CODES.
layout(std430, set = 0, binding = VKALGO_CODES) readonly buffer Codes { uint codes[]; };

uint code_at(uint index) { return codes[index / 4u] >> (index % 4u * 8u) & 255u; }
// Returns the code of a cell; outside the grid VKALGO_FLOW_NO_DATA.
uint code_of(ivec2 cell) { return in_grid(cell) ? code_at(cell_index(cell)) : VKALGO_FLOW_NO_DATA; }
