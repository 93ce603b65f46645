// Shared by shaders/sort/ and algorithms/sort/: sorted keys without their repetitions.
#ifndef VKALGO_SORT_UNIQUE_H
#define VKALGO_SORT_UNIQUE_H

#include "../common/bridge.h"

// count_heads, move_heads: the keys as binding 0 and as binding 1 besides (sort/item.glsl); keys of each tile that
// differ from the one before, or where the first of them goes; distinct keys as words in order, and where each first
// stands; the count.
#define VKALGO_HEADS_TILES 2
#define VKALGO_COUNT_HEADS_COUNT 3
#define VKALGO_HEADS_KEYS 3
#define VKALGO_HEADS_PLACES 4
#define VKALGO_MOVE_HEADS_COUNT 5
// count_repeats: where each distinct key first stands, how many there are, how often each stands there, the count.
#define VKALGO_REPEATS_PLACES 0
#define VKALGO_REPEATS_FOUND 1
#define VKALGO_REPEATS_COUNTS 2
#define VKALGO_REPEATS_COUNT 3

VKALGO_SHARED_BEGIN

struct UniquePush {
    uint count;    // Keys
    uint counted;  // Not 0: word counted - 1 of the count buffer says how many there are, `count` at most
    uint tiles;    // And workgroups
    uint most;     // Distinct keys
};

VKALGO_SHARED_END
#endif
