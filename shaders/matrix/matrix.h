// Shared by shaders/matrix/ and algorithms/matrix/: bindings, specialization constants, push constants.
#ifndef VKALGO_MATRIX_H
#define VKALGO_MATRIX_H

#include "../common/bridge.h"

// Storage buffers, set 0, of the kernels that multiply. C is bound twice: an invocation reads a cell, if at all, before
// it writes it.
#define VKALGO_MATRIX_A 0
#define VKALGO_MATRIX_B 1
#define VKALGO_MATRIX_C_BEFORE 2  // read with VKALGO_MATRIX_READS_C only
#define VKALGO_MATRIX_C 3         // or, with VKALGO_MATRIX_CONSTANT_PARTIAL, the partial sums

// sum_partials: partial sums, split after split, each with a batch after the other.
#define VKALGO_MATRIX_PARTIALS 0

// elementwise: `count` words each; the third is written.
#define VKALGO_ELEMENTWISE_A 0
#define VKALGO_ELEMENTWISE_B 1
#define VKALGO_ELEMENTWISE_RESULTS 2

// Specialization constants, by id.
#define VKALGO_MATRIX_CONSTANT_THREADS 0  // invocations of a workgroup
#define VKALGO_MATRIX_CONSTANT_TRANSPOSE_A 1
#define VKALGO_MATRIX_CONSTANT_TRANSPOSE_B 2
#define VKALGO_MATRIX_CONSTANT_SIDE 3       // multiply_cells: of a workgroup's square of cells; threads is its square
#define VKALGO_MATRIX_CONSTANT_SHARED 4     // multiply_cells: by tiles in shared memory
#define VKALGO_MATRIX_CONSTANT_VECTORS_A 5  // four elements of A, of B, of C are loaded or stored at once
#define VKALGO_MATRIX_CONSTANT_VECTORS_B 6
#define VKALGO_MATRIX_CONSTANT_VECTORS_C 7
#define VKALGO_MATRIX_CONSTANT_TAIL 8        // k is no multiple of the tile's: the last step checks each element
#define VKALGO_MATRIX_CONSTANT_PARTIAL 9     // sums are stored as they are, in partial sums
#define VKALGO_MATRIX_CONSTANT_TILE_ROWS 10  // of C, a workgroup's
#define VKALGO_MATRIX_CONSTANT_TILE_COLUMNS 11
#define VKALGO_MATRIX_CONSTANT_TILE_INNER 12  // of k, a step's
#define VKALGO_MATRIX_CONSTANT_ROWS 13        // of C, an invocation's
#define VKALGO_MATRIX_CONSTANT_COLUMNS 14
#define VKALGO_MATRIX_CONSTANT_LANE_COLUMNS 15  // neighbouring invocations lie so many side by side ...
#define VKALGO_MATRIX_CONSTANT_LANE_ROWS 16     // ... and so many below each other
#define VKALGO_MATRIX_CONSTANT_PAD 17           // elements between two rows in shared memory: 0 or 4
#define VKALGO_MATRIX_CONSTANT_BAND 18          // rows of tiles that workgroups pass through side by side

// multiply_cooperative_f16: cells of a workgroup along m and along n, and k of a step.
#define VKALGO_MATRIX_COOPERATIVE_TILE 128u
#define VKALGO_MATRIX_COOPERATIVE_INNER 32u

#define VKALGO_ELEMENTWISE_CONSTANT_VECTORS 1  // of 16 bytes, per invocation
#define VKALGO_ELEMENTWISE_CONSTANT_TYPE 2     // VKALGO_ELEMENTWISE_WORDS ...
#define VKALGO_ELEMENTWISE_CONSTANT_OPERATOR 3

#define VKALGO_ELEMENTWISE_BYTES 0u
#define VKALGO_ELEMENTWISE_SHORTS 1u
#define VKALGO_ELEMENTWISE_WORDS 2u
#define VKALGO_ELEMENTWISE_PAIRS 3u  // 64-bit integers
#define VKALGO_ELEMENTWISE_HALVES 4u
#define VKALGO_ELEMENTWISE_FLOATS 5u
#define VKALGO_ELEMENTWISE_DOUBLES 6u

#define VKALGO_ELEMENTWISE_ADD 0u
#define VKALGO_ELEMENTWISE_SUBTRACT 1u
#define VKALGO_ELEMENTWISE_MULTIPLY 2u

// MatrixPush::flags.
#define VKALGO_MATRIX_READS_C 1u

VKALGO_SHARED_BEGIN

// Places and strides count elements of their binding.
struct MatrixPush {
    uint rows;     // of C: m
    uint columns;  // of C: n
    uint inner;    // k
    uint first_a, first_b, first_c;
    uint stride_a, stride_b, stride_c;  // from a stored row to the next
    uint batch_a, batch_b, batch_c;     // from a matrix to the next
    uint batches;
    uint splits;       // of k
    uint split_inner;  // k of a split; a multiple of the tile's
    uint flags;
    uint alpha_low, alpha_high;  // f64: both words; else the low one
    uint beta_low, beta_high;
    uint groups;  // in use
};

struct ElementwisePush {
    uint count;   // words
    uint groups;  // in use
};

VKALGO_SHARED_END
#endif
