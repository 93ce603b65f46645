#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_ballot : require
#define VKALGO_MESH_SUBGROUPS
#include "mesh/matrix_pairs.glsl"
