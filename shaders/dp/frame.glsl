// The canonical view of a table. Reflecting or transposing the table turns each of the eight patterns into RUD, whose
// stages are rows, or into NOSE, whose stages are diagonals. dp::Frame on the host does the same. Needs rows() and
// columns() declared.
#ifndef VKALGO_DP_FRAME_GLSL
#define VKALGO_DP_FRAME_GLSL

#include "frame.h"

layout(local_size_x_id = VKALGO_FRAME_CONSTANT_WORKGROUP, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = VKALGO_FRAME_CONSTANT_REFLECT_ROWS) const bool vkalgo_kReflectRows = false;
layout(constant_id = VKALGO_FRAME_CONSTANT_REFLECT_COLUMNS) const bool vkalgo_kReflectColumns = false;
layout(constant_id = VKALGO_FRAME_CONSTANT_TRANSPOSE) const bool vkalgo_kTranspose = false;
layout(constant_id = VKALGO_FRAME_CONSTANT_DIAGONAL) const bool vkalgo_kDiagonal = false;

int vkalgo_canonical_rows() { return vkalgo_kTranspose ? columns() : rows(); }
int vkalgo_canonical_columns() { return vkalgo_kTranspose ? rows() : columns(); }

// Converts the user's (i, j) to (canonical row, canonical column), and back.
ivec2 vkalgo_to_canonical(int i, int j) {
    if (vkalgo_kReflectRows) i = rows() - 1 - i;
    if (vkalgo_kReflectColumns) j = columns() - 1 - j;
    return vkalgo_kTranspose ? ivec2(j, i) : ivec2(i, j);
}
ivec2 vkalgo_to_user(ivec2 c) {
    ivec2 u = vkalgo_kTranspose ? c.yx : c;
    if (vkalgo_kReflectRows) u.x = rows() - 1 - u.x;
    if (vkalgo_kReflectColumns) u.y = columns() - 1 - u.y;
    return u;
}

int vkalgo_stage_of(ivec2 c) { return vkalgo_kDiagonal ? c.x + c.y : c.x; }
int vkalgo_stage_first_row(int stage) {
    return vkalgo_kDiagonal ? max(0, stage - (vkalgo_canonical_columns() - 1)) : stage;
}

#endif
