#version 460
// Counting boxes in voxels of 32 bits.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 32
#include "volume/count_boxes.glsl"
