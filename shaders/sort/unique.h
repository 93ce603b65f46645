// Shared by shaders/sort/ and algorithms/sort/: the search for the distinct keys of a sorted array.
#ifndef VKALGO_SORT_UNIQUE_H
#define VKALGO_SORT_UNIQUE_H

#include "../common/bridge.h"

// count_heads, move_heads: the keys as binding 0, and again as binding 1 (sort/item.glsl). TILES has a word per tile:
// count_heads writes the number of the tile's heads (sort/heads.glsl), and move_heads reads the output index of the
// tile's first head. KEYS receives the distinct keys as words after as_ordered (sort/item.glsl). INDICES receives the
// index of each distinct key's first occurrence. The last binding is the count buffer.
#define VKALGO_HEADS_TILES 2
#define VKALGO_COUNT_HEADS_COUNT 3
#define VKALGO_HEADS_KEYS 3
#define VKALGO_HEADS_INDICES 4
#define VKALGO_MOVE_HEADS_COUNT 5
// count_repeats: the index of each distinct key's first occurrence, the number of distinct keys, how often each occurs,
// the count buffer.
#define VKALGO_REPEATS_INDICES 0
#define VKALGO_REPEATS_FOUND 1
#define VKALGO_REPEATS_COUNTS 2
#define VKALGO_REPEATS_COUNT 3

VKALGO_SHARED_BEGIN

struct UniquePush {
    uint count;    // Keys
    uint counted;  // If not 0, word counted - 1 of the count buffer holds their number, at most `count`
    uint tiles;    // Tiles; each has one workgroup
    uint most;     // Maximum number of distinct keys
};

VKALGO_SHARED_END
#endif
