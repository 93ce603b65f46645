#version 460
// The kernel find_bins, for coordinates of 64 bits.
#extension GL_GOOGLE_include_directive : require
#define VKALGO_WIDE 1
#include "histogram/find_bins.glsl"
