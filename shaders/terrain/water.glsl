// Amounts of water in kWords 32-bit words, the low one first. A value is a uvec2, whose second word is 0 if kWords is
// 1. Sums of integers are the same in every order.
layout(constant_id = VKALGO_TERRAIN_CONSTANT_WORDS) const uint kWords = 1;

// Returns the water of cell or node `index` from an array of words.
#define WATER_AT(array, index) uvec2(array[kWords * (index)], kWords == 2u ? array[kWords * (index) + kWords - 1u] : 0u)
#define PUT_WATER(array, index, water)                                       \
    {                                                                        \
        array[kWords * (index)] = (water).x;                                 \
        if (kWords == 2u) array[kWords * (index) + kWords - 1u] = (water).y; \
    }
// Adds by atomics. The invocation whose addition overflows the low word carries into the high one.
#define ADD_WATER(array, index, water)                                                            \
    {                                                                                             \
        const uint low_ = atomicAdd(array[kWords * (index)], (water).x);                          \
        const uint high_ = (water).y + (low_ + (water).x < low_ ? 1u : 0u);                       \
        if (kWords == 2u && high_ != 0u) atomicAdd(array[kWords * (index) + kWords - 1u], high_); \
    }

bool is_water(uvec2 water) { return (water.x | water.y) != 0u; }
uvec2 sum_of(uvec2 a, uvec2 b) {
    const uint low = a.x + b.x;
    return uvec2(low, kWords == 2u ? a.y + b.y + (low < a.x ? 1u : 0u) : 0u);
}
uvec2 difference_of(uvec2 a, uvec2 b) {
    return uvec2(a.x - b.x, kWords == 2u ? a.y - b.y - (a.x < b.x ? 1u : 0u) : 0u);
}
