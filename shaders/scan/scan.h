// Shared by shaders/scan/ and algorithms/scan/: bindings, specialization constants, push constants.
#ifndef VKALGO_SCAN_H
#define VKALGO_SCAN_H

#include "../common/bridge.h"

// Storage buffers, set 0, of all kernels. VALUES and RESULTS may be the same memory.
#define VKALGO_SCAN_VALUES 0   // The window's elements, as uvec4 and, for the last few, as uint
#define VKALGO_SCAN_RESULTS 1  // The same number of elements; sum_chunks writes one uvec4 per chunk here instead
#define VKALGO_SCAN_HEADS 2    // A bit per element of the window: bit i % 32 of word i / 32
#define VKALGO_SCAN_COUNT 3    // With VKALGO_SCAN_INDIRECT: the count, a uint at index push.count_index
#define VKALGO_SCAN_TOTAL 4    // With VKALGO_SCAN_WRITES_TOTAL: one element at word push.total_index
#define VKALGO_SCAN_CARRIES 5  // look_back: tickets (uint) and links (uint64_t); scan_chunks: one uvec4 per chunk

// Specialization constants, by id. The first two are those of common/lanes.glsl.
#define VKALGO_SCAN_CONSTANT_LANES 0
#define VKALGO_SCAN_CONSTANT_LANES_SHARED 1
#define VKALGO_SCAN_CONSTANT_THREADS 2       // Invocations of a workgroup
#define VKALGO_SCAN_CONSTANT_VECTORS 3       // Vectors of 16 bytes per invocation and tile
#define VKALGO_SCAN_CONSTANT_WORDS 4         // Words of an element: 1 or 2
#define VKALGO_SCAN_CONSTANT_OPERATOR 5      // VKALGO_SCAN_ADD ...
#define VKALGO_SCAN_CONSTANT_KEY 6           // VKALGO_SCAN_KEY_...
#define VKALGO_SCAN_CONSTANT_IDENTITY_LOW 7  // The operator's identity, as a key
#define VKALGO_SCAN_CONSTANT_IDENTITY_HIGH 8
#define VKALGO_SCAN_CONSTANT_INCLUSIVE 9
#define VKALGO_SCAN_CONSTANT_SEGMENTED 10
#define VKALGO_SCAN_CONSTANT_ORDER 11  // look_back: VKALGO_SCAN_BY_... or _REVERSED: which workgroup gets which tile

#define VKALGO_SCAN_ADD 0u
#define VKALGO_SCAN_ADD_FLOAT 1u
#define VKALGO_SCAN_MIN 2u
#define VKALGO_SCAN_MAX 3u

#define VKALGO_SCAN_BY_WORKGROUP 0u
#define VKALGO_SCAN_BY_TICKET 1u  // Tiles go to workgroups in the order in which the workgroups start
#define VKALGO_SCAN_REVERSED 2u   // The worst order, for tests

// look_back: 64-bit words from one tile's link to the next. They take 32 bytes, the unit in which NVIDIA GPUs move the
// parts of a cache line.
#define VKALGO_SCAN_LINK_WORDS 4u

// The conversion of an element's bits to a key, which operators on unsigned integers accept, and back.
#define VKALGO_SCAN_KEY_SAME 0u
#define VKALGO_SCAN_KEY_SIGN 1u   // The sign bit flipped: signed integers in order
#define VKALGO_SCAN_KEY_FLOAT 2u  // f32 or f64 in order, -0 below 0; NaN becomes the identity

// ScanPush::flags.
#define VKALGO_SCAN_INDIRECT 1u  // The count is in VKALGO_SCAN_COUNT
#define VKALGO_SCAN_WRITES_TOTAL 2u
#define VKALGO_SCAN_LAST_WINDOW 4u
#define VKALGO_SCAN_IN_PLACE 8u

VKALGO_SHARED_BEGIN

struct ScanPush {
    uint count;  // Maximum number of elements in this window
    uint first;  // Elements before this window, or 2^32 - 1 if there are more
    uint flags;
    uint count_index;  // Index of the count's word in VKALGO_SCAN_COUNT
    uint total_index;  // Index of the total's first word in VKALGO_SCAN_TOTAL
    uint first_tile;   // look_back: tiles before this window; other kernels: chunks before this window
    uint groups;       // Workgroups in use
    uint chunk_tiles;  // sum_chunks, scan_chunks: tiles per chunk
    uint ticket;       // look_back: index of the word with the window's ticket
    uint links;        // look_back: index of the 64-bit word at which the links begin
    uint patience;     // look_back: further polls of an empty link before the waiting workgroup sums the link's tile
};

VKALGO_SHARED_END
#endif
