#version 460
// Counting boxes in voxels of 64 bits.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 64
#include "volume/count_boxes.glsl"
