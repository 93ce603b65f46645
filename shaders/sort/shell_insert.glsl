// Insertion into what is sorted already. Equal items keep their order. The kernel says where its elements are.
#ifndef VKALGO_SORT_SHELL_INSERT_GLSL
#define VKALGO_SORT_SHELL_INSERT_GLSL

#include "sort/item.glsl"

Item element(uint i);
void set_element(uint i, Item item);

// Elements first to at - 1 are sorted: afterwards first to at are.
void insert_downwards(uint first, uint at) {
    const Item item = element(at);
    uint hole = at;
    for (; hole > first; --hole) {
        const Item before = element(hole - 1);
        if (!item_less(item, before)) break;
        set_element(hole, before);
    }
    if (hole != at) set_element(hole, item);
}

// Elements at + 1 to end - 1 are sorted: afterwards at to end - 1 are.
void insert_upwards(uint at, uint end) {
    const Item item = element(at);
    uint hole = at;
    for (; hole + 1 < end; ++hole) {
        const Item behind = element(hole + 1);
        if (!item_less(behind, item)) break;
        set_element(hole, behind);
    }
    if (hole != at) set_element(hole, item);
}

#endif
