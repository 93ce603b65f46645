#version 460
#extension GL_GOOGLE_include_directive : require
#define MESH_FILTER_RUNS
#include "mesh/filter.glsl"
