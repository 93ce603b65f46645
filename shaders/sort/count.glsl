// How many keys there are. The including text declares `push` and defines SORT_COUNT_BINDING.
#ifndef VKALGO_SORT_COUNT_GLSL
#define VKALGO_SORT_COUNT_GLSL

layout(set = 0, binding = SORT_COUNT_BINDING, std430) readonly buffer Count { uint counted[]; };

// Keys: push.count, or what the device says, but no more than that.
uint key_count() { return push.counted == 0 ? push.count : min(push.count, counted[push.counted - 1]); }

#endif
