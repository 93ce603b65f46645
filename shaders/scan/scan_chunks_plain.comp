// scan_chunks without subgroup operations.
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#define SCAN_PLAIN
#include "scan/scan_chunks.glsl"
