// Counts how often each distinct key occurs: the index of the next distinct key's first occurrence minus the index of
// this key's first occurrence. For the last distinct key, the number of all keys is used instead of the next index.
//   Cost per distinct key: two reads of adjacent words, and one write.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/sort.h"
#include "sort/unique.h"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { UniquePush push; };
#define SORT_COUNT_BINDING VKALGO_REPEATS_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_REPEATS_INDICES, std430) readonly buffer Indices { uint indices[]; };
layout(set = 0, binding = VKALGO_REPEATS_FOUND, std430) readonly buffer Found { uint found_word[]; };
layout(set = 0, binding = VKALGO_REPEATS_COUNTS, std430) writeonly buffer Counts { uint counts[]; };

void main() {
    const uint at = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint found = min(found_word[0], push.most);
    if (at >= found) return;
    uint end = key_count();
    if (at + 1 < found) end = indices[at + 1];
    counts[at] = end - indices[at];
}
