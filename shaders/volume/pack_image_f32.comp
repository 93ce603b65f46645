#version 460
// Packs voxels of three-dimensional floating-point images.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#define VOXEL_IMAGE texture3D
#define VOXEL_TEXEL_BITS(texel) floatBitsToUint((texel).x)
#include "volume/pack.glsl"
