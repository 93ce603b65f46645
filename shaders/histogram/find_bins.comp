#version 460
// The kernel find_bins, for coordinates of up to 32 bits.
#extension GL_GOOGLE_include_directive : require
#include "histogram/find_bins.glsl"
