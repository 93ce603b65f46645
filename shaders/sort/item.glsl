// The items to sort: a key of one or two words, converted to an unsigned integer that ascends in the requested order,
// and with kHasValues a value of one word. The options are specialization constants, so the driver removes what is not
// used.
#ifndef VKALGO_SORT_ITEM_GLSL
#define VKALGO_SORT_ITEM_GLSL

#include "sort/sort.h"

layout(constant_id = VKALGO_SORT_CONSTANT_KEY_WORDS) const uint kKeyWords = 1;
layout(constant_id = VKALGO_SORT_CONSTANT_KEY) const uint kKey = VKALGO_SORT_KEY_UNSIGNED;
layout(constant_id = VKALGO_SORT_CONSTANT_DESCENDING) const bool kDescending = false;
layout(constant_id = VKALGO_SORT_CONSTANT_HAS_VALUES) const bool kHasValues = false;
// If true, the values are the original indices of the keys. They decide between equal keys, so that equal keys keep
// their order.
layout(constant_id = VKALGO_SORT_CONSTANT_BY_INDEX) const bool kByIndex = false;
const uint kItemWords = kKeyWords + (kHasValues ? 1 : 0);

#ifndef VKALGO_SORT_ACCESS  // Empty in item_in_place.glsl, which also writes through these bindings
#define VKALGO_SORT_ACCESS readonly
#endif
layout(set = 0, binding = VKALGO_SORT_KEYS, std430) VKALGO_SORT_ACCESS buffer Keys { uint key_words[]; };
layout(set = 0, binding = VKALGO_SORT_VALUES, std430) VKALGO_SORT_ACCESS buffer Values { uint values[]; };

struct Item {
    uint low, high;  // Words of the key; high is 0 if kKeyWords is 1
    uint value;
};
// Returns the greatest possible item.
Item last_item() { return Item(~0u, kKeyWords == 2 ? ~0u : 0u, ~0u); }

const uint kSignBit = 0x80000000u;
// The number of negative NaNs. They come first among the keys whose signs as_ordered has converted. Subtracting this
// number moves them to the end, after other NaNs.
const uint kSignedNans = kKeyWords == 2 ? 0x000fffffu : 0x007fffffu;  // For f64 the high word; the low one is ~0

bool item_less(Item a, Item b) {
    if (!kByIndex) return a.high < b.high || (a.high == b.high && a.low < b.low);
    const bool low_less = a.low < b.low || (a.low == b.low && a.value < b.value);
    return a.high < b.high || (a.high == b.high && low_less);
}

// Returns what item_less returns, without a branch: the operands of && and || are variables. On an H200 this halves
// the time to sort items in registers, but items in shared memory take 5% longer.
bool item_less_flat(Item a, Item b) {
    const bool high_less = a.high < b.high, high_same = a.high == b.high;
    const bool low_less = a.low < b.low, low_same = a.low == b.low;
    const bool value_less = a.value < b.value, by_index = kByIndex;
    const bool index_less = by_index && value_less;
    const bool later = low_same && index_less;
    const bool rest_less = low_less || later;
    const bool less = high_same && rest_less;
    return high_less || less;
}

// Returns the word of the key that contains the sign bit.
uint top_word(Item item) { return kKeyWords == 2 ? item.high : item.low; }
Item with_top(Item item, uint top) {
    if (kKeyWords == 2) item.high = top;
    else item.low = top;
    return item;
}
Item complement(Item item) { return Item(~item.low, kKeyWords == 2 ? ~item.high : 0u, item.value); }
Item minus_signed_nans(Item item) {
    if (kKeyWords == 1) return Item(item.low - kSignedNans, 0u, item.value);
    uint borrow;
    uint low = usubBorrow(item.low, ~0u, borrow);
    return Item(low, item.high - kSignedNans - borrow, item.value);
}
Item plus_signed_nans(Item item) {
    if (kKeyWords == 1) return Item(item.low + kSignedNans, 0u, item.value);
    uint carry;
    uint low = uaddCarry(item.low, ~0u, carry);
    return Item(low, item.high + kSignedNans + carry, item.value);
}

// Converts the key's words to the requested order. Reverts as_stored.
Item as_ordered(Item item) {
    if (kKey == VKALGO_SORT_KEY_SIGNED) item = with_top(item, top_word(item) ^ kSignBit);
    if (kKey == VKALGO_SORT_KEY_FLOAT) {
        item = (top_word(item) & kSignBit) != 0 ? complement(item) : with_top(item, top_word(item) | kSignBit);
        item = minus_signed_nans(item);
    }
    return kDescending ? complement(item) : item;
}

// Loads an item without its value.
Item load_key(uint at) {
    return as_ordered(Item(key_words[at * kKeyWords], kKeyWords == 2 ? key_words[at * kKeyWords + 1] : 0u, 0u));
}

Item load_item(uint at) {
    Item item = load_key(at);
    if (kHasValues) item.value = values[at];
    return item;
}

// Converts the key's words to the words in memory. Reverts as_ordered.
Item as_stored(Item item) {
    if (kDescending) item = complement(item);
    if (kKey == VKALGO_SORT_KEY_FLOAT) {
        item = plus_signed_nans(item);
        item = (top_word(item) & kSignBit) != 0 ? with_top(item, top_word(item) ^ kSignBit) : complement(item);
    }
    if (kKey == VKALGO_SORT_KEY_SIGNED) item = with_top(item, top_word(item) ^ kSignBit);
    return item;
}
#endif
