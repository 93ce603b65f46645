#version 460
// Counts boxes in a bit volume.
#extension GL_GOOGLE_include_directive : require
#define VOXEL_BITS 1
#include "volume/count_boxes.glsl"
