// Finds the heads of sorted keys: the first key, and each key that differs from its predecessor.
#include "common/grid.glsl"
#include "sort/any_item.glsl"
#include "sort/unique.h"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_SELECT_CONSTANT_EACH) const uint kEach = 8;
layout(push_constant) uniform Push { UniquePush push; };

const uint kTileItems = gl_WorkGroupSize.x * kEach;

bool is_head(uint at, Item item) {
    if (at == 0) return true;
    const Item before = load_any_item(at - 1);
    return before.low != item.low || before.high != item.high;
}
