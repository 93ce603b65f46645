#version 460
// find_bins of coordinates of up to 32 bits.
#extension GL_GOOGLE_include_directive : require
#include "histogram/find_bins.glsl"
