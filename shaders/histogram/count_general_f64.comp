#version 460
// count_general of doubles by bins of even width.
#extension GL_GOOGLE_include_directive : require
#define VKALGO_WIDE 1
#define VKALGO_FLOAT64 1
#include "histogram/count_general.glsl"
