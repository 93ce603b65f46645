// Triangles on a grid of samples: where they are, and what they write there.
//
// Vertices are rounded to 1 / VKALGO_RASTER_STEPS of a sample. After that, integer arithmetic decides which centres of
// samples a triangle covers, including its border, so that no gaps remain between neighbours. Positions are less than
// 2^30 steps from each other, so that a product of differences is less than 2^60.
#include "common/grid.glsl"
#include "mesh/mesh.h"
#include "mesh/raster.h"

layout(local_size_x_id = VKALGO_MESH_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { RasterPush push; };

#define MESH_POSITIONS_BINDING VKALGO_RASTER_POSITIONS
#define MESH_TRIANGLES_BINDING VKALGO_RASTER_TRIANGLES
#include "mesh/triangle.glsl"

layout(set = 0, binding = VKALGO_RASTER_COLOURS, std430) readonly buffer Colours { uint colours[]; };
layout(set = 0, binding = VKALGO_RASTER_DEPTHS, std430) coherent buffer Depths { uint depths[]; };
layout(set = 0, binding = VKALGO_RASTER_SHOWN, std430) coherent buffer Shown { uint shown[]; };

// Twice the area of a triangle, in square steps: a 64-bit integer, positive if the corners are clockwise on the screen.
struct Area {
    int high;
    uint low;
};

Area area(ivec2 a, ivec2 b, ivec2 c) {
    const ivec2 aside = c - a;
    ivec2 high, low;
    imulExtended(b - a, aside.yx, high, low);
    uint borrow;
    const uint difference = usubBorrow(uint(low.x), uint(low.y), borrow);
    return Area(high.x - high.y - int(borrow), difference);
}

bool is_negative(Area value) { return value.high < 0; }
// Returns the area as a float. It must not be negative.
float size_of(Area value) { return float(value.high) * 4294967296.0 + float(value.low); }

// A triangle as the camera sees it, clockwise.
struct Seen {
    ivec2 a, b, c;   // In steps, from the upper left corner
    vec3 depths;     // Depths of the three corners
    uvec2 first;     // The first sample of the picture whose centre is in the triangle's box
    uvec2 size;      // Columns and rows of such samples; 0, 0 if there are none or the triangle is not drawn
    bool is_marked;  // The triangle is marked, and drawn
};

// Returns a dot product, rounded in an order that a compiler cannot change. So both phases compute the same depth.
float along(float axis[3], vec3 offset) {
    precise const float sum = axis[0] * offset.x + axis[1] * offset.y + axis[2] * offset.z;
    return sum;
}

// Projects a position to steps from the upper left corner of the picture. Returns false if the position is out of
// reach, or is not a number.
bool see(vec3 position, out ivec2 steps, out float depth) {
    precise const vec3 offset = position - vec3(push.middle[0], push.middle[1], push.middle[2]);
    const vec2 at = vec2(along(push.right, offset), along(push.down, offset));
    depth = along(push.forward, offset);
    if (!(all(lessThan(abs(at), vec2(VKALGO_RASTER_REACH))) && abs(depth) < 3e38)) return false;
    steps = ivec2(floor(at * float(VKALGO_RASTER_STEPS) + 0.5)) +
            ivec2(push.width, push.height) * (VKALGO_RASTER_STEPS / 2);
    return true;
}

Seen see(uint triangle) {
    Seen seen;
    const uvec3 vertices = mesh_vertices(triangle);
    seen.size = uvec2(0);
    seen.is_marked = false;
    if (!see(mesh_position(vertices.x), seen.a, seen.depths.x)) return seen;
    if (!see(mesh_position(vertices.y), seen.b, seen.depths.y)) return seen;
    if (!see(mesh_position(vertices.z), seen.c, seen.depths.z)) return seen;
    if (is_negative(area(seen.a, seen.b, seen.c))) {
        const ivec2 kept = seen.b;
        seen.b = seen.c;
        seen.c = kept;
        seen.depths = seen.depths.xzy;
    }
    const int to_centre = VKALGO_RASTER_STEPS / 2;
    const ivec2 low = min(min(seen.a, seen.b), seen.c), high = max(max(seen.a, seen.b), seen.c);
    const ivec2 first = max((low + (to_centre - 1)) >> VKALGO_RASTER_STEP_BITS, ivec2(0));
    const ivec2 end = min((high + to_centre) >> VKALGO_RASTER_STEP_BITS, ivec2(push.width, push.height));
    if (all(lessThan(first, end))) {
        seen.first = uvec2(first);
        seen.size = uvec2(end - first);
    }
    seen.is_marked = (colours[triangle] & VKALGO_RASTER_MARKED) != 0u;
    return seen;
}

// Returns the key of a depth. Keys have the order of the depths.
uint depth_key(float depth) {
    const uint bits = floatBitsToUint(depth);
    return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}

void leave(uint at, uint key, uint triangle) {
    if (push.phase != 0u) {
        if (depths[at] == key) atomicMin(shown[at], triangle);
    } else if (key < depths[at]) {  // This may read an old value, which only costs an atomic
        atomicMin(depths[at], key);
    }
}

void leave_at(uvec2 where, float depth, uint triangle, bool is_marked) {
    const uint at = where.y * push.width + where.x, key = depth_key(depth);
    leave(at, key, triangle);
    if (is_marked) leave(push.width * push.height + at, key, triangle);
}

// Draws sample `index` of a triangle's box, from 0, row by row, if the triangle covers the centre of the sample.
void draw_sample(Seen seen, uint triangle, uint index) {
    const uvec2 where = seen.first + uvec2(index % seen.size.x, index / seen.size.x);
    const ivec2 centre = ivec2(where) * VKALGO_RASTER_STEPS + VKALGO_RASTER_STEPS / 2;
    const Area beyond_a = area(seen.b, seen.c, centre), beyond_b = area(seen.c, seen.a, centre);
    const Area beyond_c = area(seen.a, seen.b, centre);
    if (is_negative(beyond_a) || is_negative(beyond_b) || is_negative(beyond_c)) return;
    const float whole = size_of(area(seen.a, seen.b, seen.c));
    if (whole == 0.0) return;
    precise const vec2 rise = seen.depths.yz - seen.depths.xx;
    precise const float depth = seen.depths.x + (size_of(beyond_b) * rise.x + size_of(beyond_c) * rise.y) / whole;
    leave_at(where, depth, triangle, seen.is_marked);
}

// Draws a marked triangle in the sample in which its middle lies, however small the triangle is.
void draw_middle(Seen seen, uint triangle) {
    const ivec2 sum = seen.a + seen.b + seen.c;
    if (any(lessThan(sum, ivec2(0)))) return;
    const uvec2 where = uvec2(sum / 3) >> VKALGO_RASTER_STEP_BITS;
    if (any(greaterThanEqual(where, uvec2(push.width, push.height)))) return;
    precise const vec2 rise = seen.depths.yz - seen.depths.xx;
    precise const float depth = seen.depths.x + (rise.x + rise.y) * 0.33333333;
    leave_at(where, depth, triangle, true);
}
