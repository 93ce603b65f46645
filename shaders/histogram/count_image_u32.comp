#version 460
// count_image of unsigned-integer images.
#extension GL_GOOGLE_include_directive : require
#define IMAGE utexture2D
#define TEXEL uvec4
#define TEXEL_FLOAT 0
#include "histogram/count_image.glsl"
