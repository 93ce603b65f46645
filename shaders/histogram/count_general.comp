#version 460
// count_general of values of up to 32 bits.
#extension GL_GOOGLE_include_directive : require
#include "histogram/count_general.glsl"
