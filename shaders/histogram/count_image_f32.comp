#version 460
// count_image of floating-point images.
#extension GL_GOOGLE_include_directive : require
#define IMAGE texture2D
#define TEXEL vec4
#define TEXEL_FLOAT 1
#include "histogram/count_image.glsl"
