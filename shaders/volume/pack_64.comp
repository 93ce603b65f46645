#version 460
// Packs voxels of 64 bits in a buffer.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 64
#include "volume/pack.glsl"
