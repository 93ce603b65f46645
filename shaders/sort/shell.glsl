// Shellsort by runs: the parts that its kernels share.
//   For an increment h, the keys c, c + h, c + 2 h, ... are class c, and each class is divided into runs of
//   push.run_length. Element i of a class is the key c + i h.
//   Source: F. Huertas Ferrer, Paralelizacion en GPU del algoritmo Shell Sort, section III.
//   The kernel defines SORT_COUNT_BINDING.
#ifndef VKALGO_SORT_SHELL_GLSL
#define VKALGO_SORT_SHELL_GLSL

#include "common/grid.glsl"
#include "sort/item.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { ShellPush push; };
#include "sort/count.glsl"

// Returns the number of keys of class c.
uint class_size(uint c) {
    const uint count = key_count();
    return c < count ? (count - c - 1) / push.increment + 1 : 0;
}

// Returns the number of workgroups, which is the stride of their loops. A dispatch that a flag may end has fewer
// workgroups than units of work, so that ending it costs little.
uint workgroups() { return gl_NumWorkGroups.x * gl_NumWorkGroups.y; }

#endif
