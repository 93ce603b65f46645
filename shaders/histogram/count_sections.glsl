// Kernel 1 of method `two-kernel`, as in the student report, for any bins.
//   Workgroup b owns table b and section push.first_section + b of the input. Each of its k invocations reads the whole
//   section. Invocation t counts the bins that are t modulo k, so every counter has one owner and no atomics are
//   needed.
//   Table 0 is the result itself. A dispatch reads only some units of each section (push.first_unit, push.units) and
//   adds to the tables, so that a long section takes several dispatches on a device that limits loops.
//   The tables are bound once, for reading and writing: an invocation reads back what it wrote, and the compiler could
//   assume that two bindings are different memory.
//   Cost: k reads of each section from the cache (all invocations of a workgroup read the same word), one addition per
//   value in global memory.
#include "common/grid.glsl"
#include "histogram/bins.glsl"

#if VKALGO_WIDE
layout(std430, set = 0, binding = VKALGO_SECTIONS_WORDS) readonly buffer Words { uvec2 units[]; };
const uint kPerUnit = 1;
#define Bits uvec2
#else
layout(std430, set = 0, binding = VKALGO_SECTIONS_WORDS) readonly buffer Words { uint units[]; };
const uint kPerUnit = kPerWord;
#define Bits uint
#endif
layout(std430, set = 0, binding = VKALGO_SECTIONS_COUNT) readonly buffer Count { uint counted[]; };
// Each invocation adds only to its own bins.
layout(std430, set = 0, binding = VKALGO_SECTIONS_COUNTS) buffer Counts { uint counts[]; };  // Read-write
layout(std430, set = 0, binding = VKALGO_SECTIONS_TABLES) buffer Tables { uint tables[]; };  // Read-write

layout(push_constant) uniform Push { SectionsPush push; };

void count_in(uint counter) {
    if (counter % kThreads != gl_LocalInvocationIndex) return;
    const uint table = vkalgo_workgroup_index();
    if (table == 0) {
        counts[counter] += 1;
    } else {
        tables[(table - 1) * kCounters + counter] += 1;
    }
}

void visit(Bits bits) {
    const uint bin = bin_of(bits);
    count_in(bin);
    if (kReal != 0 && bin == kNan) count_in(kOutside);
}

void main() {
    uint count = push.count;
    if (push.counted != 0) {
        const uint present = counted[push.counted - 1];
        count = present > push.first ? min(present - push.first, push.count) : 0;
    }
    const uint whole = count / kPerUnit;  // Units that are counted completely
    const uint all = whole + (count % kPerUnit != 0 ? 1 : 0);
    const uint section = (push.first_section + vkalgo_workgroup_index()) * push.section_units;
    const uint begin = min(section + push.first_unit, all);
    const uint length = min(push.units, push.section_units - min(push.first_unit, push.section_units));
    const uint end = begin + min(length, all - begin);
    for (uint at = begin; at < end; ++at) {
        const Bits unit = units[at];
#if VKALGO_WIDE
        visit(unit);
#else
        const uint present = at < whole ? kPerUnit : count % kPerUnit;
        visit(value_of(unit, 0));
        if (kBytes <= 2 && present > 1) visit(value_of(unit, 1));
        if (kBytes == 1 && present > 2) visit(value_of(unit, 2));
        if (kBytes == 1 && present > 3) visit(value_of(unit, 3));
#endif
    }
}
