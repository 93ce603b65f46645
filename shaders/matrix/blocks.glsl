// Shared by the kernels with blocks of cells in registers: constants, the part of the product that a workgroup owns,
// and its stores.
#ifndef VKALGO_MATRIX_BLOCKS_GLSL
#define VKALGO_MATRIX_BLOCKS_GLSL
#include "common/grid.glsl"
#include "matrix/element.glsl"

layout(local_size_x_id = VKALGO_MATRIX_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_MATRIX_CONSTANT_THREADS) const uint kThreads = 256;
layout(constant_id = VKALGO_MATRIX_CONSTANT_TRANSPOSE_A) const bool kTransposeA = false;
layout(constant_id = VKALGO_MATRIX_CONSTANT_TRANSPOSE_B) const bool kTransposeB = false;
layout(constant_id = VKALGO_MATRIX_CONSTANT_VECTORS_A) const bool kVectorsA = false;
layout(constant_id = VKALGO_MATRIX_CONSTANT_VECTORS_B) const bool kVectorsB = false;
layout(constant_id = VKALGO_MATRIX_CONSTANT_VECTORS_C) const bool kVectorsC = false;
layout(constant_id = VKALGO_MATRIX_CONSTANT_TAIL) const bool kTail = true;
layout(constant_id = VKALGO_MATRIX_CONSTANT_PARTIAL) const bool kPartial = false;
layout(constant_id = VKALGO_MATRIX_CONSTANT_TILE_ROWS) const uint kTileRows = 128;
layout(constant_id = VKALGO_MATRIX_CONSTANT_TILE_COLUMNS) const uint kTileColumns = 128;
layout(constant_id = VKALGO_MATRIX_CONSTANT_ROWS) const uint kRows = 8;
layout(constant_id = VKALGO_MATRIX_CONSTANT_COLUMNS) const uint kColumns = 8;
layout(constant_id = VKALGO_MATRIX_CONSTANT_BAND) const uint kBand = 1;

const uint kFours = kColumns / 4;  // Vectors of four per invocation's row

// The part of the product that a workgroup owns.
struct Part {
    uint row, column;  // The first cell of the workgroup's tile
    uint batch, split;
    uint begin, end;  // Range of k
};

// Returns the part of workgroup `group`. Consecutive workgroups go down one column of a band of kBand rows of tiles,
// then down the next column. So tiles that are computed at the same time share rows of A and columns of B in the cache.
Part part_of(uint group) {
    const uint across = (push.columns + kTileColumns - 1) / kTileColumns;
    const uint down = (push.rows + kTileRows - 1) / kTileRows;
    const uint slice = group / (across * down);
    const uint tile = group % (across * down);
    const uint band = tile / (kBand * across);
    const uint high = min(kBand, down - band * kBand);
    const uint within = tile - band * kBand * across;
    Part part;
    part.row = (band * kBand + within % high) * kTileRows;
    part.column = within / high * kTileColumns;
    part.batch = slice / push.splits;
    part.split = slice % push.splits;
    part.begin = part.split * push.split_inner;
    part.end = min(push.inner, part.begin + push.split_inner);
    return part;
}

// Stores four adjacent sums, without those that lie outside C.
void store_four(Part part, uint row, uint column, VECTOR sums) {
    if (row >= push.rows || column >= push.columns) return;
    if (kPartial) {
        const uint matrix = part.split * push.batches + part.batch;
        const uint at = (matrix * push.rows + row) * push.columns + column;
        if (kVectorsC) {
            put_partial_four(at, sums);
        } else {
            [[unroll]] for (uint j = 0; j < 4; ++j)
                if (column + j < push.columns) put_partial_one(at + j, sums[j]);
        }
        return;
    }
    const uint at = push.first_c + part.batch * push.batch_c + row * push.stride_c + column;
    if (kVectorsC) {
        finish_four(at, sums);
    } else {
        [[unroll]] for (uint j = 0; j < 4; ++j)
            if (column + j < push.columns) finish_one(at + j, sums[j]);
    }
}

#endif
