// radix_scatter without subgroup operations.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROW_LANES_NONE
#include "sort/radix_scatter.glsl"
