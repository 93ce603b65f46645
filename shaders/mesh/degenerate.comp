// Finds the degenerate triangles among those for which floats did not find an area (triangle_boxes.comp). Each
// degenerate triangle gets a box that meets no other box. With kTouching and one mesh it also becomes a pair with
// itself. Cost per tested triangle: up to three signs of exact_numbers.glsl.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "mesh/exact_numbers.glsl"
#define MESH_COUNTS_BINDING VKALGO_MESH_EXACT_COUNTS
#include "mesh/append.glsl"

layout(constant_id = VKALGO_MESH_CONSTANT_TOUCHING) const bool kTouching = true;

layout(set = 0, binding = VKALGO_MESH_EXACT_UNDECIDED, std430) readonly buffer Undecided { uvec2 undecided[]; };
layout(set = 0, binding = VKALGO_MESH_EXACT_PAIRS, std430) writeonly buffer Pairs { uvec2 pairs[]; };
layout(set = 0, binding = VKALGO_MESH_EXACT_BOXES, std430) writeonly buffer Boxes { vec4 boxes[]; };

const float kGreatest = 3.4028235e38;

void main() {
    const uint at = mesh_invocation();
    if (at >= min(counts[VKALGO_MESH_COUNT_UNDECIDED], push.undecided)) return;
    const uvec2 pair = undecided[at];
    begin_tests(pair);
    for (uint axis = 0; axis < 3u; ++axis) {
        if (evaluate(TEST_AXIS(0u, 1u, 2u, axis)) != 0) return;
    }
    boxes[2u * pair.x] = vec4(vec3(kGreatest), uintBitsToFloat(VKALGO_MESH_FLAT));
    boxes[2u * pair.x + 1u] = vec4(vec3(-kGreatest), 0.0);
    if (!kTouching || push.split != 0u) return;
    const uint index = mesh_reserve(VKALGO_MESH_COUNT_PAIRS, 1u);
    if (index < push.pairs) pairs[index] = pair;
}
