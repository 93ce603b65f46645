// sum_chunks for sums of f64, without subgroup operations.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define SCAN_PLAIN
#define SCAN_FLOAT64
#include "scan/sum_chunks.glsl"
