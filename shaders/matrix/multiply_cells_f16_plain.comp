#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// multiply_cells of f16 without 16-bit storage.
#define MATRIX_F16
#define MATRIX_PLAIN
#include "matrix/multiply_cells.glsl"
