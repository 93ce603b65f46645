// Insertion into a sorted range. Equal items keep their order. The kernel defines how elements are accessed.
#ifndef VKALGO_SORT_SHELL_INSERT_GLSL
#define VKALGO_SORT_SHELL_INSERT_GLSL

#include "sort/item.glsl"

Item element(uint i);
void set_element(uint i, Item item);

// Inserts element `at` into the sorted elements first to at - 1, so that first to at are sorted.
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

// Inserts element `at` into the sorted elements at + 1 to end - 1, so that at to end - 1 are sorted.
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
