#version 460
// count_sections of values of up to 32 bits.
#extension GL_GOOGLE_include_directive : require
#include "histogram/count_sections.glsl"
