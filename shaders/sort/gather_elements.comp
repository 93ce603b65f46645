// Gathers elements in a given order: element i of the result is element order[i].
//   An invocation owns kEach words of the result, with the workgroup's size as stride. The last word keeps its bits
//   beyond the elements. Cost per element: one read of its index (two for elements of 64 bits), one read of the
//   element, at an arbitrary address, and one write.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/segments.h"

layout(local_size_x_id = VKALGO_SEGMENTS_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_EACH) const uint kEach = 16;
layout(constant_id = VKALGO_SEGMENTS_CONSTANT_BITS) const uint kBits = 32;

layout(push_constant) uniform Push { SegmentsPush push; };
#define SORT_COUNT_BINDING VKALGO_GATHER_COUNT
#include "sort/count.glsl"

layout(set = 0, binding = VKALGO_GATHER_ORDER, std430) readonly buffer Order { uint order[]; };
layout(set = 0, binding = VKALGO_GATHER_FROM, std430) readonly buffer From { uint from[]; };
layout(set = 0, binding = VKALGO_GATHER_OLD, std430) readonly buffer Old { uint old_words[]; };
layout(set = 0, binding = VKALGO_GATHER_TO, std430) writeonly buffer To { uint to[]; };

const uint kPerWord = kBits < 32 ? 32 / kBits : 1u;
const uint kWords = kBits == 64 ? 2u : 1u;

uint word_at(uint word, uint count) {
    if (kBits >= 32) return from[order[word / kWords] * kWords + word % kWords];
    uint made = 0;
    for (uint k = 0; k < kPerWord; ++k) {
        const uint at = word * kPerWord + k;
        if (at >= count) {
            const uint foreign = ~0u << k * kBits;
            return made | (old_words[word] & foreign);
        }
        const uint source = order[at];
        made |= bitfieldExtract(from[source / kPerWord], int(source % kPerWord * kBits), int(kBits)) << k * kBits;
    }
    return made;
}

void main() {
    const uint count = key_count();
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups || count == 0) return;
    const uint first = group * gl_WorkGroupSize.x * kEach + gl_LocalInvocationIndex;
    const uint last = kWords == 2 ? count * 2 - 1 : (count - 1) / kPerWord;
    for (uint k = 0; k < kEach; ++k) {
        const uint word = first + k * gl_WorkGroupSize.x;
        if (word <= last) to[word] = word_at(word, count);
    }
}
