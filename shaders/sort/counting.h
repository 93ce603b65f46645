// Shared by shaders/sort/ and algorithms/sort/: the parts of counting sort.
#ifndef VKALGO_SORT_COUNTING_H
#define VKALGO_SORT_COUNTING_H

#include "../common/bridge.h"

// Bindings of fill_keys: the words of the keys for reading, for writing, and for writing as vectors; the index of each
// bin's first key; the count.
#define VKALGO_FILL_OLD_WORDS 0
#define VKALGO_FILL_WORDS 1
#define VKALGO_FILL_VECTORS 2
#define VKALGO_FILL_STARTS 3
#define VKALGO_FILL_COUNT 4
// Bindings of widen_keys: the keys' words, one word per key, the count.
#define VKALGO_WIDEN_WORDS 0
#define VKALGO_WIDEN_WIDE 1
#define VKALGO_WIDEN_COUNT 2

// Bindings of order_bins: the count of keys per bit pattern, and the count of keys per bin. In both bindings, one more
// word follows, the histogram's count of values outside its range. It is 0, since every key has a bin.
#define VKALGO_ORDER_BY_BITS 0
#define VKALGO_ORDER_BY_BINS 1

// Specialization constants, by id.
#define VKALGO_COUNTING_CONSTANT_THREADS 0     // Invocations of a workgroup
#define VKALGO_COUNTING_CONSTANT_KEY_BITS 1    // 8 or 16
#define VKALGO_COUNTING_CONSTANT_KEY 2         // VKALGO_SORT_KEY_...; bin 0 holds the least key
#define VKALGO_COUNTING_CONSTANT_DESCENDING 3  // 1: keys of the last bin come first
#define VKALGO_COUNTING_CONSTANT_VECTORS 4     // fill_keys: 16-byte vectors per invocation

VKALGO_SHARED_BEGIN

struct CountingPush {
    uint count;    // Keys
    uint counted;  // If not 0, word counted - 1 of the count buffer holds their number, at most `count`
    uint tiles;    // Tiles; each has one workgroup
};

struct OrderPush {
    uint bins;  // The number of bins. The counter after them is copied as it is
};

VKALGO_SHARED_END
#endif
