// The kernel radix_scatter with any number of lanes (lanes_test.cpp).
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define ROW_LANES_SHARED
#include "sort/radix_scatter.glsl"
