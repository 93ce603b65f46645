// Shellsort by runs: sorts whole classes that fit shared memory.
//   A workgroup owns several classes, one after another. A pass sorts the runs, each in one invocation, and exchanges
//   the last key of each run with the first key of the next run if they are out of order. A pass that exchanges nothing
//   is the last one. After push.passes passes the class is stored as it is, and the next dispatch continues.
//   Cost: one read and one write of every key; per pass and key two reads of shared memory, and one read and one write
//   more for each key that an insertion passes.
#version 460
#extension GL_GOOGLE_include_directive : require
#define SORT_COUNT_BINDING VKALGO_SORT_SHELL_COUNT
#include "sort/item_out.glsl"
#include "sort/shell_flags.glsl"
#include "sort/shell_held.glsl"

shared uint exchanged[2];  // Whether pass p exchanged anything, at index p % 2

void sort_run(uint begin, uint end) {
    for (uint at = begin + 1; at < end; ++at) insert_downwards(begin, at);
}

void exchange(uint first, uint pass) {
    const Item before = element(first - 1), behind = element(first);
    if (!item_less(behind, before)) return;
    set_element(first - 1, behind);
    set_element(first, before);
    atomicOr(exchanged[pass & 1u], 1u);
}

void sort_class(uint residue) {
    const uint self = gl_LocalInvocationIndex, threads = gl_WorkGroupSize.x;
    const uint size = class_size(residue);
    for (uint i = self; i < size; i += threads) set_element(i, load_item(residue + i * push.increment));
    if (self == 0) exchanged[0] = 0u;
    barrier();
    bool unsorted = true;
    for (uint pass = 0; pass < push.passes && unsorted; ++pass) {
        for (uint run = self; run < push.runs; run += threads)
            sort_run(run * push.run_length, min((run + 1) * push.run_length, size));
        barrier();
        for (uint run = self + 1; run < push.runs; run += threads) {
            if (run * push.run_length < size) exchange(run * push.run_length, pass);
        }
        barrier();
        unsorted = exchanged[pass & 1u] != 0;
        // No invocation reads the next pass's word before the next barrier.
        if (self == 0) exchanged[(pass + 1) & 1u] = 0u;
    }
    for (uint i = self; i < size; i += threads) store_item(residue + i * push.increment, element(i));
    if (unsorted && self == 0) tell_changed();
}

void main() {
    if (is_done()) return;
    for (uint residue = vkalgo_workgroup_index(); residue < push.classes; residue += workgroups()) {
        sort_class(residue);
        barrier();  // The next class uses the same memory
    }
}
