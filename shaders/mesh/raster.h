// Shared by shaders/mesh/ and algorithms/mesh/: drawing triangles.
#ifndef VKALGO_MESH_RASTER_H
#define VKALGO_MESH_RASTER_H

#include "../common/bridge.h"

// Storage buffers, set 0, kernel by kernel. Their contents, besides the positions and triangles of mesh.h:
//   colours  per triangle: red in the low byte, green, blue; VKALGO_RASTER_MARKED
//   depths   per sample of two layers (all triangles, marked triangles): the least depth, as an ordered key
//   shown    per sample of two layers: the triangle with that depth, or VKALGO_RASTER_NONE
//   counts   per class of large triangles: the number of workgroups that draw them
//   large    per class: the indices of its triangles, with room for push.room of them
//   picture  per pixel: red in the low byte, green, blue, 255
// Bindings of raster_triangles and raster_parts.
#define VKALGO_RASTER_POSITIONS 0
#define VKALGO_RASTER_TRIANGLES 1
#define VKALGO_RASTER_COLOURS 2
#define VKALGO_RASTER_DEPTHS 3
#define VKALGO_RASTER_SHOWN 4
#define VKALGO_RASTER_COUNTS 5
#define VKALGO_RASTER_LARGE 6
// Bindings of raster_shade.
#define VKALGO_SHADE_POSITIONS 0
#define VKALGO_SHADE_TRIANGLES 1
#define VKALGO_SHADE_COLOURS 2
#define VKALGO_SHADE_SHOWN 3
#define VKALGO_SHADE_PICTURE 4

// Flag of a colour: the triangle is also in the layer of marked triangles.
#define VKALGO_RASTER_MARKED 0x80000000u
// No triangle.
#define VKALGO_RASTER_NONE 0xffffffffu

// Vertices are rounded to 1 / VKALGO_RASTER_STEPS of a sample.
#define VKALGO_RASTER_STEP_BITS 8
#define VKALGO_RASTER_STEPS (1 << VKALGO_RASTER_STEP_BITS)
// A triangle is drawn only if each vertex is less than this number of samples from the middle of the picture, along
// either axis.
#define VKALGO_RASTER_REACH 2097152.0

// The most samples in the box of a small triangle, which one invocation draws. A large triangle of class c is drawn by
// 4^c workgroups.
#define VKALGO_RASTER_SMALL 64u
#define VKALGO_RASTER_CLASSES 6

// Light on a triangle, out of 256: the light if the triangle is seen edge-on, and the light that is added if the
// triangle is seen face-on.
#define VKALGO_RASTER_AMBIENT 90.0
#define VKALGO_RASTER_HEADLIGHT 166.0
// How much a marked triangle shines through what hides it, out of 8.
#define VKALGO_RASTER_SHINE 3u

VKALGO_SHARED_BEGIN

struct RasterPush {
    float middle[3];  // The camera: MeshCamera, with samples instead of pixels
    float right[3];
    float down[3];
    float forward[3];
    uint vertices;
    uint first;  // Triangles: first, first + 1, ..., end - 1
    uint end;
    uint width;  // Width of the picture in samples; shade: in pixels
    uint height;
    uint phase;       // 0: the least depth; 1: the first triangle of that depth
    uint part;        // Samples of a large triangle's box per workgroup
    uint room;        // Room for triangles of a class
    uint size_class;  // parts: the class that is drawn
    uint samples;     // shade: samples per pixel along each axis
    uint background;  // shade: the colour of samples without a triangle
};

VKALGO_SHARED_END
#endif
