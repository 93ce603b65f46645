// Separates two sorted parts into smaller and greater items: item `part` - 1 - i of the earlier part is compared with
// item i of the later part, and the smaller one goes to the earlier part. Then the earlier part first rises and then
// falls, and the later part first falls and then rises. So both are bitonic, and pratt_bitonic sorts them. The later
// part may be shorter. Its missing items count as greatest, so the first items of the earlier part are not compared.
//   A workgroup owns VKALGO_SORT_EXCHANGE_EACH pairs per invocation. Cost: one read and one write of every compared
//   item, even if it stays in its part.
//   Source: K. E. Batcher, Sorting Networks and their Applications, 1968.
#version 460
#extension GL_GOOGLE_include_directive : require
#include "common/grid.glsl"
#include "sort/item_out.glsl"

layout(local_size_x_id = VKALGO_SORT_CONSTANT_THREADS) in;
layout(push_constant) uniform Push { ExchangePush push; };
layout(set = 0, binding = VKALGO_SORT_LATER_KEYS, std430) readonly buffer LaterKeys { uint later_words[]; };
layout(set = 0, binding = VKALGO_SORT_LATER_VALUES, std430) readonly buffer LaterValues { uint later_values[]; };
layout(set = 0, binding = VKALGO_SORT_LATER_SORTED, std430) writeonly buffer LaterSorted { uint later_sorted[]; };
layout(set = 0, binding = VKALGO_SORT_LATER_MOVED, std430) writeonly buffer LaterMoved { uint later_moved[]; };

Item load_later(uint at) {
    return as_ordered(Item(later_words[at * kKeyWords], kKeyWords == 2 ? later_words[at * kKeyWords + 1] : 0u,
                           kHasValues ? later_values[at] : 0u));
}
void store_later(uint at, Item item) {
    const Item stored = as_stored(item);
    later_sorted[at * kKeyWords] = stored.low;
    if (kKeyWords == 2) later_sorted[at * kKeyWords + 1] = stored.high;
    if (kHasValues) later_moved[at] = stored.value;
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const uint first = group * gl_WorkGroupSize.x * VKALGO_SORT_EXCHANGE_EACH + gl_LocalInvocationIndex;
    for (uint k = 0; k < VKALGO_SORT_EXCHANGE_EACH; ++k) {
        const uint later = first + k * gl_WorkGroupSize.x;
        if (later >= push.count) return;
        const uint earlier = push.part - 1 - later;
        const Item a = load_item(earlier), b = load_later(later);
        if (item_less(b, a)) {
            store_item(earlier, b);
            store_later(later, a);
        } else {
            store_item(earlier, a);
            store_later(later, b);
        }
    }
}
