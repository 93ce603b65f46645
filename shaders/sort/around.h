// Shared by shaders/sort/ and algorithms/sort/: what is done before a sort.
#ifndef VKALGO_SORT_AROUND_H
#define VKALGO_SORT_AROUND_H

#include "../common/bridge.h"

#define VKALGO_FILL_INDICES_VALUES 0
#define VKALGO_FILL_INDICES_COUNT 1
#define VKALGO_COPY_FROM 0
#define VKALGO_COPY_TO 1

#define VKALGO_AROUND_THREADS 128  // Of a workgroup
#define VKALGO_AROUND_EACH 8       // Words of an invocation

VKALGO_SHARED_BEGIN

struct AroundPush {
    uint count;    // Words
    uint counted;  // As PrattPush has it
    uint groups;   // Workgroups in use
    uint first;    // fill_indices: the first value
};

VKALGO_SHARED_END
#endif
