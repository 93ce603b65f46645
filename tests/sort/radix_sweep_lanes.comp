// The kernel radix_sweep_plain with any number of lanes (lanes_test.cpp).
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_KHR_memory_scope_semantics : require
#define ROW_LANES_SHARED
#include "sort/radix_sweep.glsl"
