#version 460
// Kernel 1 of method `two-kernel`: the student report's, for any bins.
//   Workgroup b owns section b of the input and table b. Each of its k invocations walks the whole section; invocation t
//   counts the bins that are t modulo k, so every counter has one owner and no atomics are needed.
//   Table 0 is the result itself. A dispatch walks only some words of each section (push.first_word, push.words) and adds to
//   what the tables hold, so that a long section takes several dispatches on a device that limits loops.
//   The tables are bound once, for reading and writing: an invocation reads back what it wrote, and two bindings of the same
//   memory would allow the compiler to assume that it does not.
//   Cost: k reads of each section from the cache (neighbours read the same word), one addition a value in global memory.
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "histogram/bins.glsl"

layout(std430, set = 0, binding = VKALGO_SECTIONS_WORDS) readonly buffer Words { uint words[]; };
layout(std430, set = 0, binding = VKALGO_SECTIONS_COUNT) readonly buffer Count { uint counted; };
layout(std430, set = 0, binding = VKALGO_SECTIONS_COUNTS) buffer Counts { uint counts[]; };  // read-write: each invocation adds to bins of its own
layout(std430, set = 0, binding = VKALGO_SECTIONS_TABLES) buffer Tables { uint tables[]; };  // read-write: likewise

layout(push_constant) uniform Push { SectionsPush push; };

void visit(uint bits) {
    const uint bin = bin_of(bits);
    if (bin % kThreads != gl_LocalInvocationIndex) return;
    const uint table = workgroup_index();
    if (table == 0) {
        counts[bin] += 1;
    } else {
        tables[(table - 1) * (kBins + 1) + bin] += 1;
    }
}

void main() {
    uint count = push.count;
    if (push.indirect != 0) count = counted > push.first ? min(counted - push.first, push.count) : 0;
    const uint whole = count / kPerWord;  // words whose values all count
    const uint all = whole + (count % kPerWord != 0 ? 1 : 0);
    const uint section = (push.first_section + workgroup_index()) * push.section_words;
    const uint begin = min(section + push.first_word, all);
    const uint length = min(push.words, push.section_words - min(push.first_word, push.section_words));
    const uint end = begin + min(length, all - begin);
    for (uint at = begin; at < end; ++at) {
        const uint word = words[at];
        const uint present = at < whole ? kPerWord : count % kPerWord;
        visit(value_of(word, 0));
        if (kBytes <= 2 && present > 1) visit(value_of(word, 1));
        if (kBytes == 1 && present > 2) visit(value_of(word, 2));
        if (kBytes == 1 && present > 3) visit(value_of(word, 3));
    }
}
