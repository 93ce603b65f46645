// Without subgroup operations.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define RADIX_PLAIN
#include "sort/radix_scatter.glsl"
