#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
// Without 16-bit storage.
#define MATRIX_F16
#define MATRIX_PLAIN
#include "matrix/sum_partials.glsl"
