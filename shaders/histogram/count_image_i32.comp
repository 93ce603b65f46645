#version 460
// count_image of signed-integer images.
#extension GL_GOOGLE_include_directive : require
#define IMAGE itexture2D
#define TEXEL ivec4
#define TEXEL_FLOAT 0
#include "histogram/count_image.glsl"
