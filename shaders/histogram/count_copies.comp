#version 460
// count_copies for devices whose subgroups vote and ballot.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define VKALGO_VOTE 1
#include "histogram/count_copies.glsl"
