#version 460
// Counting boxes in unsigned integer images of two dimensions.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_samplerless_texture_functions : require
#define VOXEL_IMAGE utexture2D
#define VOXEL_IMAGE_FLAT
#define VOXEL_TEXEL_BITS(texel) (texel).x
#include "volume/count_boxes.glsl"
