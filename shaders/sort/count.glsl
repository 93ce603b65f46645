// The number of keys. The including text declares `push` and defines SORT_COUNT_BINDING.
#ifndef VKALGO_SORT_COUNT_GLSL
#define VKALGO_SORT_COUNT_GLSL

layout(set = 0, binding = SORT_COUNT_BINDING, std430) readonly buffer Count { uint counted[]; };

// Returns push.count, or the number in the count buffer, but at most push.count.
uint key_count() { return push.counted == 0 ? push.count : min(push.count, counted[push.counted - 1]); }

#endif
