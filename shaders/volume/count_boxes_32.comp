#version 460
// Counts boxes in voxels of 32 bits in a buffer.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 32
#include "volume/count_boxes.glsl"
