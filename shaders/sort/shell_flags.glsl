// Flags of passes: once a pass of an increment exchanged nothing, the increment is done and its later dispatches
// return.
#ifndef VKALGO_SORT_SHELL_FLAGS_GLSL
#define VKALGO_SORT_SHELL_FLAGS_GLSL

#include "sort/shell.glsl"

layout(set = 0, binding = VKALGO_SORT_FLAGS, std430) readonly buffer Flags { uint flags[]; };
layout(set = 0, binding = VKALGO_SORT_CHANGED, std430) buffer Changed { uint changed[]; };  // Touched by atomics only

bool is_done() { return push.after != VKALGO_SORT_ALWAYS && flags[push.after] == 0; }
void tell_changed() { atomicOr(changed[push.flag], 1u); }

#endif
