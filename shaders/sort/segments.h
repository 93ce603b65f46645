// Shared by shaders/sort/ and algorithms/sort/: the kernels that a segmented sort runs besides its two sorts.
#ifndef VKALGO_SORT_SEGMENTS_H
#define VKALGO_SORT_SEGMENTS_H

#include "../common/bridge.h"

// mark_segments: the first index of each segment, the segment of each index, the count.
#define VKALGO_MARK_OFFSETS 0
#define VKALGO_MARK_SEGMENTS 1
#define VKALGO_MARK_COUNT 2
// gather_elements: source indices, the words of the source, the words of the result to read and to write, the count.
#define VKALGO_GATHER_ORDER 0
#define VKALGO_GATHER_FROM 1
#define VKALGO_GATHER_OLD 2
#define VKALGO_GATHER_TO 3
#define VKALGO_GATHER_COUNT 4

// Specialization constants, by id.
#define VKALGO_SEGMENTS_CONSTANT_THREADS 0  // Invocations of a workgroup
#define VKALGO_SEGMENTS_CONSTANT_EACH 1     // Indices, or words of the result, per invocation
#define VKALGO_SEGMENTS_CONSTANT_BITS 2     // Bits of an element: 8, 16, 32 or 64

VKALGO_SHARED_BEGIN

struct SegmentsPush {
    uint count;     // Elements
    uint counted;   // If not 0, word counted - 1 of the count buffer holds their number, at most `count`
    uint groups;    // Workgroups in use
    uint segments;  // At least 1
};

VKALGO_SHARED_END
#endif
