// One invocation per pixel. It computes the mean of the pixel's samples. A sample has the colour of the triangle that
// is seen there. A headlight lights triangles, in the same way from either side. Marked triangles shine through what
// hides them.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "mesh/mesh.h"
#include "mesh/raster.h"

layout(local_size_x_id = VKALGO_MESH_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { RasterPush push; };

#define MESH_POSITIONS_BINDING VKALGO_SHADE_POSITIONS
#define MESH_TRIANGLES_BINDING VKALGO_SHADE_TRIANGLES
#include "mesh/triangle.glsl"

layout(set = 0, binding = VKALGO_SHADE_COLOURS, std430) readonly buffer Colours { uint colours[]; };
layout(set = 0, binding = VKALGO_SHADE_SHOWN, std430) readonly buffer Shown { uint shown[]; };
layout(set = 0, binding = VKALGO_SHADE_PICTURE, std430) writeonly buffer Picture { uint picture[]; };

uvec3 unpacked(uint colour) { return uvec3(colour, colour >> 8, colour >> 16) & 0xffu; }

float greatest(vec3 value) { return max(max(abs(value.x), abs(value.y)), abs(value.z)); }

// Returns a vector of length 1, whatever the size of `value`; 0 if it has no direction.
vec3 direction(vec3 value) {
    const float size = greatest(value);
    return size > 0.0 ? normalize(value / size) : vec3(0.0);
}

uvec3 lit(uint triangle) {
    const uvec3 vertices = mesh_vertices(triangle);
    const vec3 a = mesh_position(vertices.x);
    const vec3 b = mesh_position(vertices.y) - a, c = mesh_position(vertices.z) - a;
    const float size = max(greatest(b), greatest(c));
    const vec3 normal = size > 0.0 ? direction(cross(b / size, c / size)) : vec3(0.0);
    const vec3 view = direction(vec3(push.forward[0], push.forward[1], push.forward[2]));
    const float facing = normal == vec3(0.0) ? 1.0 : min(abs(dot(normal, view)), 1.0);
    const uint light = uint(VKALGO_RASTER_AMBIENT + VKALGO_RASTER_HEADLIGHT * facing + 0.5);
    return unpacked(colours[triangle]) * light >> 8;
}

void main() {
    const uint pixel = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationID.x;
    if (pixel >= push.width * push.height) return;
    const uint columns = push.width * push.samples;
    const uint layer = columns * push.height * push.samples;
    const uvec2 first = uvec2(pixel % push.width, pixel / push.width) * push.samples;
    uvec3 sum = uvec3(0);
    for (uint k = 0; k < push.samples * push.samples; ++k) {
        const uint at = (first.y + k / push.samples) * columns + first.x + k % push.samples;
        const uint front = shown[at], marked = shown[layer + at];
        uvec3 colour = front == VKALGO_RASTER_NONE ? unpacked(push.background) : lit(front);
        if (marked != VKALGO_RASTER_NONE && marked != front) {
            colour = (colour * (8u - VKALGO_RASTER_SHINE) + lit(marked) * VKALGO_RASTER_SHINE) / 8u;
        }
        sum += colour;
    }
    const uint all_samples = push.samples * push.samples;
    const uvec3 mean = (sum + all_samples / 2u) / all_samples;
    picture[pixel] = mean.x | mean.y << 8 | mean.z << 16 | 0xff000000u;
}
