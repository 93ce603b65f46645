#version 460
#extension GL_GOOGLE_include_directive : require
// One invocation per pair of triangles whose boxes meet. It marks both triangles if they belong to two bodies and an
// edge of one passes through the other.
#include "bodies.h"

layout(local_size_x = BODIES_THREADS) in;
layout(set = 0, binding = 0, std430) readonly buffer Positions { float positions[]; };
layout(set = 0, binding = 1, std430) readonly buffer Triangles { uint triangles[]; };
layout(set = 0, binding = 2, std430) readonly buffer Pairs { uvec2 pairs[]; };
layout(set = 0, binding = 3, std430) readonly buffer Count { uint count; };
layout(set = 0, binding = 4, std430) coherent buffer Collides { uint collides[]; };
layout(push_constant) uniform Push { BodiesPush push; };

struct Triangle {
    vec3 a, b, c;
};

vec3 vertex_of(uint corner) {
    const uint at = 3 * triangles[corner];
    return vec3(positions[at], positions[at + 1], positions[at + 2]);
}

Triangle triangle_of(uint index) {
    return Triangle(vertex_of(3 * index), vertex_of(3 * index + 1), vertex_of(3 * index + 2));
}

float volume(vec3 a, vec3 b, vec3 c, vec3 d) { return dot(cross(b - a, c - a), d - a); }

bool goes_through(vec3 from, vec3 to, Triangle t) {
    if (volume(t.a, t.b, t.c, from) * volume(t.a, t.b, t.c, to) > 0.0) {
        return false;  // Both ends are on one side
    }
    const vec3 around = vec3(volume(from, to, t.a, t.b), volume(from, to, t.b, t.c), volume(from, to, t.c, t.a));
    return all(greaterThanEqual(around, vec3(0.0))) || all(lessThanEqual(around, vec3(0.0)));
}

bool an_edge_goes_through(Triangle one, Triangle other) {
    return goes_through(one.a, one.b, other) || goes_through(one.b, one.c, other) || goes_through(one.c, one.a, other);
}

void main() {
    // vkalgo folds a long row of workgroups into two dimensions.
    const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    const uint index = group * BODIES_THREADS + gl_LocalInvocationID.x;
    if (index >= min(count, push.capacity)) {
        return;
    }
    // The query's boxes are the hierarchy's own boxes, so each pair occurs twice.
    const uvec2 pair = pairs[index];
    if (pair.x >= pair.y || pair.x / BODIES_CORNERS == pair.y / BODIES_CORNERS) {
        return;
    }
    const Triangle one = triangle_of(pair.x), other = triangle_of(pair.y);
    if (an_edge_goes_through(one, other) || an_edge_goes_through(other, one)) {
        atomicOr(collides[pair.x], 1);
        atomicOr(collides[pair.y], 1);
    }
}
