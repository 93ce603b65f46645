// Shellsort by runs: a pass in one dispatch, in which a run reads only the extremes of its neighbours.
//   A workgroup owns sorted runs, one after another. If the first key of a run is less than the last key of the
//   previous run, the run replaces its first key by that last key. If the last key of a run is greater than the first
//   key of the next run, the run replaces its last key by that first key. The neighbouring run compares the same two
//   extremes and takes the other key of the pair. Then the new keys are inserted in order in shared memory.
//   Extremes are stored as load_item() returns them: an item with an ordered key, not the key's bits in memory. The
//   first item of run r of class c has kItemWords words at index 2 (r * push.classes + c), and the last item follows. A
//   pass reads the extremes of the previous pass and writes new ones. The dispatch before the first pass (push.passes
//   is 0) only writes the extremes of the sorted runs. Every run except the last of a class has at least two keys, so
//   its first key is not its last.
//   Cost: four items read and two written per run; if a run changes, one read and one write of all its keys.
#version 460
#extension GL_GOOGLE_include_directive : require
#define SORT_COUNT_BINDING VKALGO_SORT_EXTREMES_COUNT
#include "sort/item_out.glsl"
#include "sort/shell_flags.glsl"
#include "sort/shell_held.glsl"

layout(set = 0, binding = VKALGO_SORT_EXTREMES, std430) readonly buffer Extremes { uint extremes[]; };
layout(set = 0, binding = VKALGO_SORT_NEW_EXTREMES, std430) writeonly buffer NewExtremes { uint new_extremes[]; };

Item extreme(uint i) {
    const uint word = i * kItemWords;
    return Item(extremes[word], kKeyWords == 2 ? extremes[word + 1] : 0u, kHasValues ? extremes[word + kKeyWords] : 0u);
}
void set_extreme(uint i, Item item) {
    const uint word = i * kItemWords;
    new_extremes[word] = item.low;
    if (kKeyWords == 2) new_extremes[word + 1] = item.high;
    if (kHasValues) new_extremes[word + kKeyWords] = item.value;
}
void set_extremes(uint group, Item first, Item last) {
    if (gl_LocalInvocationIndex != 0) return;
    set_extreme(2 * group, first);
    set_extreme(2 * group + 1, last);
}

void exchange(uint group) {
    const uint residue = group % push.classes, run = group / push.classes;
    const uint size = class_size(residue), begin = run * push.run_length;
    if (begin >= size) return;
    const uint length = min(push.run_length, size - begin);
    const uint at = residue + begin * push.increment;
    if (push.passes == 0) {
        set_extremes(group, load_item(at), load_item(at + (length - 1) * push.increment));
        return;
    }
    Item first = extreme(2 * group), last = extreme(2 * group + 1);
    bool new_first = false, new_last = false;
    if (run > 0) {
        const Item before = extreme(2 * (group - push.classes) + 1);
        new_first = item_less(first, before);
        if (new_first) first = before;
    }
    if (begin + length < size) {
        const Item behind = extreme(2 * (group + push.classes));
        new_last = item_less(behind, last);
        if (new_last) last = behind;
    }
    if (!new_first && !new_last) {
        set_extremes(group, first, last);
        return;
    }
    for (uint i = gl_LocalInvocationIndex; i < length; i += gl_WorkGroupSize.x)
        set_element(i, load_item(at + i * push.increment));
    barrier();
    if (gl_LocalInvocationIndex == 0) {
        if (new_first) {
            set_element(0, first);
            insert_upwards(0, new_last ? length - 1 : length);
        }
        if (new_last) {
            set_element(length - 1, last);
            insert_downwards(0, length - 1);
        }
        tell_changed();
    }
    barrier();
    set_extremes(group, element(0), element(length - 1));
    for (uint i = gl_LocalInvocationIndex; i < length; i += gl_WorkGroupSize.x)
        store_item(at + i * push.increment, element(i));
}

void main() {
    if (is_done()) return;
    for (uint group = vkalgo_workgroup_index(); group < push.classes * push.runs; group += workgroups()) {
        exchange(group);
        barrier();  // The next run uses the same memory
    }
}
