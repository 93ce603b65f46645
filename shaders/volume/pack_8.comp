#version 460
// Packs voxels of 8 bits in a buffer.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 8
#include "volume/pack.glsl"
