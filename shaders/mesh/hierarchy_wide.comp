#version 460
#extension GL_GOOGLE_include_directive : require
#define MESH_WIDE
#include "mesh/hierarchy.glsl"
