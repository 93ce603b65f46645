// The specialization constants of traceback_tiles.glsl and traceback_windows.glsl after those of frame.glsl. They
// describe the blocks that a traceback computes again.
#ifndef VKALGO_DP_TRACEBACK_CONSTANTS_GLSL
#define VKALGO_DP_TRACEBACK_CONSTANTS_GLSL

#include "dp/traceback_tiles.h"

layout(constant_id = VKALGO_TRACEBACK_TILES_CONSTANT_COLUMNS) const int vkalgo_kColumns = 256;
layout(constant_id = VKALGO_TRACEBACK_TILES_CONSTANT_REGION_TEST) const bool vkalgo_kRegionTest = false;
layout(constant_id = VKALGO_TRACEBACK_TILES_CONSTANT_FIRST_ROW) const int vkalgo_kFirstRow = 1;
layout(constant_id = VKALGO_TRACEBACK_TILES_CONSTANT_FIRST_COLUMN) const int vkalgo_kFirstColumn = 1;
layout(constant_id = VKALGO_TRACEBACK_TILES_CONSTANT_ROWS) const int vkalgo_kRows = 256;
layout(constant_id = VKALGO_TRACEBACK_TILES_CONSTANT_REGISTERS) const int vkalgo_kRegisters = 8;
layout(constant_id = VKALGO_TRACEBACK_TILES_CONSTANT_TASK) const uint vkalgo_kTask = 0u;
const int vkalgo_kGroup = VKALGO_TRACEBACK_TILES_GROUP;
const int vkalgo_kLanes = vkalgo_kRows / vkalgo_kRegisters;

#endif
