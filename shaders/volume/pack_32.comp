#version 460
// Packs voxels of 32 bits in a buffer.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 32
#include "volume/pack.glsl"
