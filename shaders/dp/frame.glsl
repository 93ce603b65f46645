// The canonical view of a table: eight patterns are rows (RUD) and diagonals (NOSE) seen through a reflection or a
// transposition. The same as dp::Frame on the host. Needs rows() and columns() declared.
#ifndef VKALGO_DP_FRAME_GLSL
#define VKALGO_DP_FRAME_GLSL

#include "frame.h"

layout(local_size_x_id = FRAME_CONSTANT_WORKGROUP, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = FRAME_CONSTANT_REFLECT_ROWS) const bool kReflectRows = false;
layout(constant_id = FRAME_CONSTANT_REFLECT_COLUMNS) const bool kReflectColumns = false;
layout(constant_id = FRAME_CONSTANT_TRANSPOSE) const bool kTranspose = false;
layout(constant_id = FRAME_CONSTANT_DIAGONAL) const bool kDiagonal = false;

int canonical_rows() { return kTranspose ? columns() : rows(); }
int canonical_columns() { return kTranspose ? rows() : columns(); }

// (i, j) of the user -> (canonical row, canonical column), and back.
ivec2 to_canonical(int i, int j) {
    if (kReflectRows) i = rows() - 1 - i;
    if (kReflectColumns) j = columns() - 1 - j;
    return kTranspose ? ivec2(j, i) : ivec2(i, j);
}
ivec2 to_user(ivec2 c) {
    ivec2 u = kTranspose ? c.yx : c;
    if (kReflectRows) u.x = rows() - 1 - u.x;
    if (kReflectColumns) u.y = columns() - 1 - u.y;
    return u;
}

int stage_of(ivec2 c) { return kDiagonal ? c.x + c.y : c.x; }
int stage_first_row(int stage) { return kDiagonal ? max(0, stage - (canonical_columns() - 1)) : stage; }

#endif
