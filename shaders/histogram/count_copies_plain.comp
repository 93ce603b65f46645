#version 460
// count_copies without subgroup operations.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define VKALGO_VOTE 0
#include "histogram/count_copies.glsl"
