// Shellsort by runs: sorts each run of each class by insertion, or inserts some of its keys.
//   An invocation owns runs. Neighbouring invocations have runs of neighbouring classes, whose keys are adjacent. In
//   each run it inserts the keys push.from to push.to - 1. They are counted from 0 at the beginning of the run or, with
//   push.backwards, from its end. The keys with lower numbers are sorted already, by an earlier dispatch if push.from
//   is above 1.
//   Cost: per inserted key two reads, of this key and of the key at which its insertion stops, and one read and one
//   write for each key that it passes.
#version 460
#extension GL_GOOGLE_include_directive : require
#define SORT_COUNT_BINDING VKALGO_SORT_RUN_COUNT
#include "sort/item_in_place.glsl"
#include "sort/shell.glsl"
#include "sort/shell_insert.glsl"

layout(set = 0, binding = VKALGO_SORT_RUN_FLAGS, std430) readonly buffer Flags { uint flags[]; };

uint residue;  // The class

Item element(uint i) { return load_item(residue + i * push.increment); }
void set_element(uint i, Item item) { store_item(residue + i * push.increment, item); }

void sort_run(uint index) {
    residue = push.first_class + index % push.classes;
    const uint size = class_size(residue);
    const uint begin = min(index / push.classes * push.run_length, size);
    const uint end = min(begin + push.run_length, size);
    const uint to = min(push.to, end - begin);
    for (uint k = push.from; k < to; ++k) {
        if (push.backwards != 0) insert_upwards(end - 1 - k, end);
        else insert_downwards(begin, begin + k);
    }
}

void main() {
    if (push.after != VKALGO_SORT_ALWAYS && flags[push.after] == 0) return;
    const uint first = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint all = push.classes * push.runs;
    for (uint index = first; index < all; index += workgroups() * gl_WorkGroupSize.x) sort_run(index);
}
