#version 460
// count_general of 64-bit integers, and of doubles between edges.
#extension GL_GOOGLE_include_directive : require
#define VKALGO_WIDE 1
#include "histogram/count_general.glsl"
