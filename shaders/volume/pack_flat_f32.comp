#version 460
// Packs voxels of two-dimensional floating-point images.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#define VOXEL_IMAGE texture2D
#define VOXEL_IMAGE_FLAT
#define VOXEL_TEXEL_BITS(texel) floatBitsToUint((texel).x)
#include "volume/pack.glsl"
