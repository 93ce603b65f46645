// Shared by shaders/sort/ and algorithms/sort/: what sorts of segments are composed of besides sorts.
#ifndef VKALGO_SORT_SEGMENTS_H
#define VKALGO_SORT_SEGMENTS_H

#include "../common/bridge.h"

// mark_segments: where segments begin, the segment of each place, the count.
#define VKALGO_MARK_OFFSETS 0
#define VKALGO_MARK_SEGMENTS 1
#define VKALGO_MARK_COUNT 2
// gather_elements: places, the words of what stands there, the words of the result to read and to write, the count.
#define VKALGO_GATHER_ORDER 0
#define VKALGO_GATHER_FROM 1
#define VKALGO_GATHER_OLD 2
#define VKALGO_GATHER_TO 3
#define VKALGO_GATHER_COUNT 4

// Specialization constants, by id.
#define VKALGO_SEGMENTS_CONSTANT_THREADS 0  // Invocations of a workgroup
#define VKALGO_SEGMENTS_CONSTANT_EACH 1     // Places, or words of the result, of an invocation
#define VKALGO_SEGMENTS_CONSTANT_BITS 2     // Of an element: 8, 16, 32 or 64

VKALGO_SHARED_BEGIN

struct SegmentsPush {
    uint count;     // Elements
    uint counted;   // Not 0: word counted - 1 of the count buffer says how many there are, `count` at most
    uint groups;    // Workgroups in use
    uint segments;  // At least 1
};

VKALGO_SHARED_END
#endif
