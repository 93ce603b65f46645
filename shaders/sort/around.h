// Shared by shaders/sort/ and algorithms/sort/: the kernels fill_indices and copy_words, which run before a sort.
#ifndef VKALGO_SORT_AROUND_H
#define VKALGO_SORT_AROUND_H

#include "../common/bridge.h"

#define VKALGO_FILL_INDICES_VALUES 0
#define VKALGO_FILL_INDICES_COUNT 1
#define VKALGO_COPY_FROM 0
#define VKALGO_COPY_TO 1

#define VKALGO_AROUND_THREADS 128  // Invocations of a workgroup
#define VKALGO_AROUND_EACH 8       // Words per invocation

VKALGO_SHARED_BEGIN

struct AroundPush {
    uint count;    // Values or words
    uint counted;  // If not 0, word counted - 1 of the count buffer holds their number, at most `count`
    uint groups;   // Workgroups in use
    uint first;    // fill_indices: the first value
};

VKALGO_SHARED_END
#endif
