// Shared by shaders/mesh/ and algorithms/mesh/: bindings, specialization constants, push constants.
#ifndef VKALGO_MESH_H
#define VKALGO_MESH_H

#include "../common/bridge.h"

// Storage buffers, set 0, kernel by kernel. Their contents:
//   positions  3 floats per vertex
//   triangles  3 vertices per triangle
//   boxes      two vec4 per triangle: least corner and flags, greatest corner
//   counts     VKALGO_MESH_COUNT_...
//   list       candidates: pairs of triangles, first < second
//   undecided  the candidates that floats do not decide; and each triangle that may have no area, paired with itself
//   pairs      results: second in the low word, first in the high word
//   exact      the bits of every coordinate: one word, or two, the low one first
//   nodes      of the hierarchy: 4 uvec4 each
//   order      the triangle at each position of the sorted order
//   sorted     two vec4 per position in the order: least corner and triangle, greatest corner; positions that pad the
//              last leaf have boxes that nothing meets
//   keys       per triangle: its position on a Morton or Hilbert curve; sorted before the hierarchy is built
//   arrived    per node: how many of its children are written
//   bits       of the matrix
//   bounds     VKALGO_MESH_BOUND_...
// Data that some invocations of a dispatch write and other invocations of it read (counts, bounds, nodes, arrived) is
// bound once, coherent. If it were bound twice, a compiler would treat it as two buffers.
// Bindings of triangle_boxes.
#define VKALGO_MESH_BOXES_POSITIONS 0
#define VKALGO_MESH_BOXES_TRIANGLES 1
#define VKALGO_MESH_BOXES_BOXES 2
#define VKALGO_MESH_BOXES_COUNTS 3
#define VKALGO_MESH_BOXES_UNDECIDED 4
#define VKALGO_MESH_BOXES_BOUNDS 5
// Bindings of morton.
#define VKALGO_MESH_MORTON_BOXES 0
#define VKALGO_MESH_MORTON_BOUNDS 1
#define VKALGO_MESH_MORTON_KEYS 2
// Bindings of hierarchy.
#define VKALGO_MESH_BUILD_BOXES 0
#define VKALGO_MESH_BUILD_ORDER 1
#define VKALGO_MESH_BUILD_KEYS 2
#define VKALGO_MESH_BUILD_NODES 3
#define VKALGO_MESH_BUILD_ARRIVED 4
#define VKALGO_MESH_BUILD_BOUNDS 5
#define VKALGO_MESH_BUILD_SORTED 6  // hierarchy_wide
// Bindings of overlaps, list_pairs and matrix_pairs: the counts, the list, then the buffers that each kernel reads.
#define VKALGO_MESH_FIND_COUNTS 0
#define VKALGO_MESH_FIND_LIST 1
#define VKALGO_MESH_FIND_BOXES 2
#define VKALGO_MESH_FIND_ORDER 3
#define VKALGO_MESH_FIND_NODES 4
#define VKALGO_MESH_FIND_BOUNDS 5
#define VKALGO_MESH_FIND_BITS 2
#define VKALGO_MESH_FIND_SORTED 2  // overlaps_wide
#define VKALGO_MESH_FIND_WIDE_NODES 3
#define VKALGO_MESH_FIND_WIDE_BOUNDS 4
// Bindings of matrix_bits.
#define VKALGO_MESH_MATRIX_BOXES 0
#define VKALGO_MESH_MATRIX_BITS 1
// Bindings of filter.
#define VKALGO_MESH_FILTER_POSITIONS 0
#define VKALGO_MESH_FILTER_TRIANGLES 1
#define VKALGO_MESH_FILTER_BOXES 2
#define VKALGO_MESH_FILTER_COUNTS 3
#define VKALGO_MESH_FILTER_LIST 4
#define VKALGO_MESH_FILTER_UNDECIDED 5
#define VKALGO_MESH_FILTER_PAIRS 6
// Bindings of exact and degenerate.
#define VKALGO_MESH_EXACT_EXACT 0
#define VKALGO_MESH_EXACT_TRIANGLES 1
#define VKALGO_MESH_EXACT_COUNTS 2
#define VKALGO_MESH_EXACT_UNDECIDED 3
#define VKALGO_MESH_EXACT_PAIRS 4
#define VKALGO_MESH_EXACT_BOXES 5  // degenerate

// Specialization constants, by id.
#define VKALGO_MESH_CONSTANT_THREADS 0  // Invocations of a workgroup
#define VKALGO_MESH_CONSTANT_WORDS 1    // Words of an exact coordinate
#define VKALGO_MESH_CONSTANT_LIMBS 2    // 32-bit words of the difference of two coordinates
#define VKALGO_MESH_CONSTANT_TOUCHING 3
#define VKALGO_MESH_CONSTANT_FENCES 4   // hierarchy: 0 if the device makes memory barriers execution barriers
#define VKALGO_MESH_CONSTANT_HILBERT 5  // morton: the curve is a Hilbert curve

// Words of the counts. A count above VKALGO_MESH_MOST_COUNTED only means: more than that.
#define VKALGO_MESH_COUNT_CANDIDATES 0
#define VKALGO_MESH_COUNT_UNDECIDED 1
#define VKALGO_MESH_COUNT_PAIRS 2
#define VKALGO_MESH_COUNTERS 3
#define VKALGO_MESH_MOST_COUNTED 0x80000000u

// The bounds of all boxes, one word per coordinate: first the complemented keys of the least corner, then the keys of
// the greatest corner. So a maximum updates every word. The root of the hierarchy follows them.
#define VKALGO_MESH_BOUND_ROOT 6
#define VKALGO_MESH_BOUND_WORDS 7

// Flags in the w of a box's least corner.
#define VKALGO_MESH_SUBNORMAL 1u  // A coordinate is subnormal: floats decide nothing
#define VKALGO_MESH_FLAT 2u       // The triangle has no area: it is in no pair with another

// A child of a node is the index of a node. With this bit it is a leaf: the leaf's triangle or, with wide leaves, the
// leaf's index.
#define VKALGO_MESH_LEAF 0x80000000u
// The most levels of the hierarchy: 60 bits of a key and 32 of an index.
#define VKALGO_MESH_LEVELS 92u

// Triangles per leaf in hierarchy_wide and overlaps_wide.
#define VKALGO_MESH_LEAF_ITEMS 8u
// overlaps_wide keeps a bit for each pair of a row and a column, set if their boxes meet. The numbers are: the rows of
// an invocation; the most words of such bits that it keeps before it appends pairs; the most pairs that it appends in
// one iteration.
#define VKALGO_MESH_WIDE_ROWS 16u
#define VKALGO_MESH_WIDE_RECORDS 32u
#define VKALGO_MESH_WIDE_SLOTS 4u
// filter_runs: candidates per invocation, at most 32.
#define VKALGO_MESH_FILTER_EACH 8u
// Rows per invocation: list, matrix.
#define VKALGO_MESH_LIST_ROWS 4u
#define VKALGO_MESH_MATRIX_ROWS 4u
// Method `matrix`: columns of a tile, one bit each in the four words that an invocation stores per row.
#define VKALGO_MESH_MATRIX_WIDTH 128u

VKALGO_SHARED_BEGIN

struct MeshPush {
    uint vertices;
    uint triangles;
    uint split;  // Triangles before this one are paired with triangles from this one on; 0: all with each other
    uint first;  // Rows: first, first + 1, ..., end - 1; triangles, or leaves of the hierarchy
    uint end;
    uint first_column;  // Columns: first_column, ..., end_column - 1; triangles or leaves
    uint end_column;
    uint candidates;  // Room in the list
    uint undecided;
    uint pairs;
    float error;  // Greatest error of a position's coordinate
};

VKALGO_SHARED_END
#endif
