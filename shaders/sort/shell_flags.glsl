// Flags of passes: once a pass of an increment exchanges nothing, the increment is done, and its later dispatches
// return at once.
#ifndef VKALGO_SORT_SHELL_FLAGS_GLSL
#define VKALGO_SORT_SHELL_FLAGS_GLSL

#include "sort/shell.glsl"

layout(set = 0, binding = VKALGO_SORT_FLAGS, std430) readonly buffer Flags { uint flags[]; };
layout(set = 0, binding = VKALGO_SORT_CHANGED, std430) buffer Changed { uint changed[]; };  // By atomics only

bool is_done() { return push.after != VKALGO_SORT_ALWAYS && flags[push.after] == 0; }
void tell_changed() { atomicOr(changed[push.flag], 1u); }

#endif
