#version 460
// count_packed without subgroup operations.
#extension GL_GOOGLE_include_directive : require
#define VKALGO_VOTE 0
#include "histogram/count_packed.glsl"
