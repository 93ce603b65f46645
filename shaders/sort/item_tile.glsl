// Items in shared memory. The including text declares their number, kTile.
#ifndef VKALGO_SORT_ITEM_TILE_GLSL
#define VKALGO_SORT_ITEM_TILE_GLSL

#include "sort/item.glsl"

// The low words of all items, then the high words, then the values.
shared uint tile_words[kTile * kItemWords];

Item tile_item(uint i) {
    return Item(tile_words[i], kKeyWords == 2 ? tile_words[kTile + i] : 0u,
                kHasValues ? tile_words[kTile * kKeyWords + i] : 0u);
}
void set_tile_item(uint i, Item item) {
    tile_words[i] = item.low;
    if (kKeyWords == 2) tile_words[kTile + i] = item.high;
    if (kHasValues) tile_words[kTile * kKeyWords + i] = item.value;
}

#endif
