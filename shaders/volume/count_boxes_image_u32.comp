#version 460
// Counts boxes in voxels of three-dimensional unsigned integer images.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#define VOXEL_IMAGE utexture3D
#define VOXEL_TEXEL_BITS(texel) (texel).x
#include "volume/count_boxes.glsl"
