#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define MATRIX_F64
#include "matrix/multiply_rows.glsl"
