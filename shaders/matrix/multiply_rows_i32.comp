#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define MATRIX_I32
#include "matrix/multiply_rows.glsl"
