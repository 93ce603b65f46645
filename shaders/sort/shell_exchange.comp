// Shellsort by runs: exchanges the last key of each run with the first key of the next run if they are out of order.
//   An invocation owns borders between two runs of a class. Every run except the last of a class has at least two keys,
//   so two borders never share a key.
//   Cost: two reads per border; two writes if keys are exchanged.
#version 460
#extension GL_GOOGLE_include_directive : require
#define SORT_COUNT_BINDING VKALGO_SORT_SHELL_COUNT
#include "sort/item_out.glsl"
#include "sort/shell_flags.glsl"

void exchange(uint index) {
    const uint residue = index % push.classes;
    const uint first = (index / push.classes + 1) * push.run_length;
    if (first >= class_size(residue)) return;
    const uint at = residue + first * push.increment;
    const Item last_item = load_item(at - push.increment), first_item = load_item(at);
    if (!item_less(first_item, last_item)) return;
    store_item(at - push.increment, first_item);
    store_item(at, last_item);
    tell_changed();
}

void main() {
    if (is_done()) return;
    const uint first = vkalgo_workgroup_index() * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint all = push.classes * (push.runs - 1);
    for (uint index = first; index < all; index += workgroups() * gl_WorkGroupSize.x) exchange(index);
}
