#version 460
// count_sections of 64-bit integers.
#extension GL_GOOGLE_include_directive : require
#define VKALGO_WIDE 1
#include "histogram/count_sections.glsl"
