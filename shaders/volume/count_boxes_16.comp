#version 460
// Counts boxes in voxels of 16 bits in a buffer.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 16
#include "volume/count_boxes.glsl"
