// Shared by shaders/mesh/ and algorithms/mesh/: drawing triangles.
#ifndef VKALGO_MESH_RASTER_H
#define VKALGO_MESH_RASTER_H

#include "../common/bridge.h"

// Storage buffers, set 0, kernel by kernel. What they hold, besides mesh.h's positions and triangles:
//   colours  per triangle: red in the low byte, green, blue; VKALGO_RASTER_MARKED
//   depths   per sample of two layers, all triangles and the marked ones: the least depth, as an ordered key
//   shown    per sample of two layers: the triangle of that depth, or VKALGO_RASTER_NONE
//   counts   per class of large triangles: workgroups for them
//   large    per class: triangles, push.room of them
//   picture  per pixel: red in the low byte, green, blue, 255
// raster_triangles, raster_parts
#define VKALGO_RASTER_POSITIONS 0
#define VKALGO_RASTER_TRIANGLES 1
#define VKALGO_RASTER_COLOURS 2
#define VKALGO_RASTER_DEPTHS 3
#define VKALGO_RASTER_SHOWN 4
#define VKALGO_RASTER_COUNTS 5
#define VKALGO_RASTER_LARGE 6
// raster_shade
#define VKALGO_SHADE_POSITIONS 0
#define VKALGO_SHADE_TRIANGLES 1
#define VKALGO_SHADE_COLOURS 2
#define VKALGO_SHADE_SHOWN 3
#define VKALGO_SHADE_PICTURE 4

// Of a colour: the triangle is in the layer of marked ones too.
#define VKALGO_RASTER_MARKED 0x80000000u
// No triangle.
#define VKALGO_RASTER_NONE 0xffffffffu

// Vertices are rounded to such parts of a sample.
#define VKALGO_RASTER_STEP_BITS 8
#define VKALGO_RASTER_STEPS (1 << VKALGO_RASTER_STEP_BITS)
// Samples from the middle of the picture that a vertex may be away.
#define VKALGO_RASTER_REACH 2097152.0

// Samples of its box up to which a triangle is small: one invocation draws it. A large one of class c is drawn by 4^c
// workgroups.
#define VKALGO_RASTER_SMALL 64u
#define VKALGO_RASTER_CLASSES 6

// Light on a triangle, of 256: seen edge-on, and added to that when seen face-on.
#define VKALGO_RASTER_AMBIENT 90.0
#define VKALGO_RASTER_HEADLIGHT 166.0
// Of 8: how much a marked triangle shines through what hides it.
#define VKALGO_RASTER_SHINE 3u

VKALGO_SHARED_BEGIN

struct RasterPush {
    float middle[3];  // the camera: MeshCamera, with samples for pixels
    float right[3];
    float down[3];
    float forward[3];
    uint vertices;
    uint first;  // triangles: first, first + 1, ..., end - 1
    uint end;
    uint width;  // of the picture, in samples; shade: in pixels
    uint height;
    uint phase;       // 0: the least depth; 1: the first triangle of that depth
    uint part;        // samples of a large triangle's box that a workgroup takes
    uint room;        // triangles of a class
    uint size_class;  // parts: that is drawn
    uint samples;     // shade: per pixel, to each side
    uint background;  // shade: a colour
};

VKALGO_SHARED_END
#endif
