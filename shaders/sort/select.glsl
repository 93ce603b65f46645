// Top k, after the k-th key is found: tells keys before the k-th key, keys equal to it and other keys apart.
#include "sort/any_item.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SELECT_CONSTANT_EACH) const uint kEach = 8;
layout(push_constant) uniform Push { SelectPush push; };

layout(set = 0, binding = VKALGO_SELECT_STATE, std430) readonly buffer State { uint state[]; };

const uint kTileItems = gl_WorkGroupSize.x * kEach;
// Two counts of a tile in one word: the keys before the k-th key in the low half, the keys equal to it in the high
// half. A tile has less than 2^16 keys.
const uint kBefore = 1u, kEqual = 1u << 16;

uint kind_of(Item item) {
    const Item last = Item(state[push.state + VKALGO_STATE_LOW], state[push.state + VKALGO_STATE_HIGH], 0u);
    if (item_less(item, last)) return kBefore;
    return item.low == last.low && item.high == last.high ? kEqual : 0u;
}
