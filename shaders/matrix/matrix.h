// Shared by shaders/matrix/ and algorithms/matrix/: bindings, specialization constants, push constants.
#ifndef VKALGO_MATRIX_H
#define VKALGO_MATRIX_H

#include "../common/bridge.h"

// Storage buffers, set 0, of the multiplying kernels. C is bound twice, to read and to write. Each cell of C is
// accessed by only one invocation, which reads the cell before it writes it.
#define VKALGO_MATRIX_A 0
#define VKALGO_MATRIX_B 1
#define VKALGO_MATRIX_C_BEFORE 2  // Read with VKALGO_MATRIX_READS_C only
#define VKALGO_MATRIX_C 3         // Or, with VKALGO_MATRIX_CONSTANT_PARTIAL, the partial sums

// sum_partials: the partial sums, split by split; within a split, batch by batch.
#define VKALGO_MATRIX_PARTIALS 0

// Bindings of elementwise: `count` words each. The kernel writes the third.
#define VKALGO_ELEMENTWISE_A 0
#define VKALGO_ELEMENTWISE_B 1
#define VKALGO_ELEMENTWISE_RESULTS 2

// Specialization constants, by id.
#define VKALGO_MATRIX_CONSTANT_THREADS 0  // Invocations of a workgroup
#define VKALGO_MATRIX_CONSTANT_TRANSPOSE_A 1
#define VKALGO_MATRIX_CONSTANT_TRANSPOSE_B 2
#define VKALGO_MATRIX_CONSTANT_SIDE 3       // multiply_cells: side of a workgroup's square; threads = side * side
#define VKALGO_MATRIX_CONSTANT_SHARED 4     // multiply_cells: uses tiles in shared memory
#define VKALGO_MATRIX_CONSTANT_VECTORS_A 5  // Four elements of A (B, C) are loaded or stored at once
#define VKALGO_MATRIX_CONSTANT_VECTORS_B 6
#define VKALGO_MATRIX_CONSTANT_VECTORS_C 7
#define VKALGO_MATRIX_CONSTANT_TAIL 8        // k is not a multiple of TILE_INNER: the last step checks each element
#define VKALGO_MATRIX_CONSTANT_PARTIAL 9     // Sums are stored as partial sums, without alpha and beta
#define VKALGO_MATRIX_CONSTANT_TILE_ROWS 10  // Rows and columns of C per workgroup
#define VKALGO_MATRIX_CONSTANT_TILE_COLUMNS 11
#define VKALGO_MATRIX_CONSTANT_TILE_INNER 12  // Range of k per step
#define VKALGO_MATRIX_CONSTANT_ROWS 13        // Rows and columns of C per invocation
#define VKALGO_MATRIX_CONSTANT_COLUMNS 14
#define VKALGO_MATRIX_CONSTANT_LANE_COLUMNS 15  // Neighbouring invocations form a rectangle: its columns ...
#define VKALGO_MATRIX_CONSTANT_LANE_ROWS 16     // ... and its rows
#define VKALGO_MATRIX_CONSTANT_PAD 17           // Unused elements after each row in shared memory, a multiple of 4
#define VKALGO_MATRIX_CONSTANT_BAND 18          // Rows of tiles in a band (part_of)

// multiply_cooperative_f16: cells of a workgroup along m and along n, and the range of k per step.
#define VKALGO_MATRIX_COOPERATIVE_TILE 128u
#define VKALGO_MATRIX_COOPERATIVE_INNER 32u

#define VKALGO_ELEMENTWISE_CONSTANT_VECTORS 1  // Vectors of 16 bytes per invocation
#define VKALGO_ELEMENTWISE_CONSTANT_TYPE 2     // VKALGO_ELEMENTWISE_BYTES to VKALGO_ELEMENTWISE_DOUBLES
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

// Offsets and strides count elements of their binding.
struct MatrixPush {
    uint rows;     // Rows of C: m
    uint columns;  // Columns of C: n
    uint inner;    // k
    uint first_a, first_b, first_c;
    uint stride_a, stride_b, stride_c;  // Elements from one stored row to the next
    uint batch_a, batch_b, batch_c;     // Elements from one matrix to the next
    uint batches;
    uint splits;       // Number of parts of k
    uint split_inner;  // k per split; a multiple of TILE_INNER
    uint flags;
    uint alpha_low, alpha_high;  // alpha: both words for f64, i64 and u64, else the low word
    uint beta_low, beta_high;
    uint groups;  // Workgroups in use
};

struct ElementwisePush {
    uint count;   // Words
    uint groups;  // Workgroups in use
};

VKALGO_SHARED_END
#endif
