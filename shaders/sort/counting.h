// Shared by shaders/sort/ and algorithms/sort/: what belongs to counting sort.
#ifndef VKALGO_SORT_COUNTING_H
#define VKALGO_SORT_COUNTING_H

#include "../common/bridge.h"

// fill_keys: the keys' words, to read and to write, the same as vectors, where each bin's first key goes, the count.
#define VKALGO_FILL_OLD_WORDS 0
#define VKALGO_FILL_WORDS 1
#define VKALGO_FILL_VECTORS 2
#define VKALGO_FILL_STARTS 3
#define VKALGO_FILL_COUNT 4
// widen_keys: the keys' words, a word per key, the count.
#define VKALGO_WIDEN_WORDS 0
#define VKALGO_WIDEN_WIDE 1
#define VKALGO_WIDEN_COUNT 2

// Specialization constants, by id.
#define VKALGO_COUNTING_CONSTANT_THREADS 0     // Invocations of a workgroup
#define VKALGO_COUNTING_CONSTANT_KEY_BITS 1    // 8 or 16
#define VKALGO_COUNTING_CONSTANT_SIGNED 2      // Bin 0 is the least number
#define VKALGO_COUNTING_CONSTANT_DESCENDING 3  // The last bin first
#define VKALGO_COUNTING_CONSTANT_VECTORS 4     // Of 16 bytes, per invocation; words for widen_keys

VKALGO_SHARED_BEGIN

struct CountingPush {
    uint count;    // Keys
    uint counted;  // Not 0: word counted - 1 of the count buffer says how many there are, `count` at most
    uint tiles;    // And workgroups
};

VKALGO_SHARED_END
#endif
