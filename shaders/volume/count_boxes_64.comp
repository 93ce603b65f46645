#version 460
// Counts boxes in voxels of 64 bits in a buffer.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 64
#include "volume/count_boxes.glsl"
