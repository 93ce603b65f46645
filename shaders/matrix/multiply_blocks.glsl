// Multiplies by blocks in registers over tiles in shared memory.
//   A workgroup owns a tile of kTileRows x kTileColumns cells of one batch and one split of k. An invocation owns kRows
//   x kColumns of these cells, in 4 x 4 squares that are spread over the tile, so that neighbouring invocations read
//   neighbouring vectors of shared memory. The workgroup advances along k in steps of kTileInner. Shared memory holds
//   two pairs of tiles (A, transposed, and B): while one pair is multiplied, the next pair is loaded into registers and
//   then replaces the other pair. There is one barrier per step.
//   Loads of rows and columns beyond the matrix are clamped to the last row and column inside it, and their cells are
//   never stored. So loads are checked only in the last step, if k ends within it.
//   Cost per invocation and step: kTileInner * kRows * kColumns multiplications, kTileInner * (kRows + kColumns) / 4
//   vectors read from shared memory, (kTileRows + kTileColumns) * kTileInner / 4 / kThreads vectors loaded.
//   Source: Volkov, Demmel, Benchmarking GPUs to Tune Dense Linear Algebra, SC 2008; NVIDIA, CUTLASS: Fast Linear
//   Algebra in CUDA C++, 2017 (the order of invocations).
#include "matrix/blocks.glsl"

layout(constant_id = VKALGO_MATRIX_CONSTANT_TILE_INNER) const uint kTileInner = 16;
layout(constant_id = VKALGO_MATRIX_CONSTANT_LANE_COLUMNS) const uint kLaneColumns = 8;
layout(constant_id = VKALGO_MATRIX_CONSTANT_LANE_ROWS) const uint kLaneRows = 4;
layout(constant_id = VKALGO_MATRIX_CONSTANT_PAD) const uint kPad = 4;

const uint kAcross = kTileColumns / kColumns;  // Invocations side by side
const uint kDown = kTileRows / kRows;
const uint kPitchA = (kTileRows + kPad) / 4;  // Vectors per row in shared memory
const uint kPitchB = (kTileColumns + kPad) / 4;
const uint kStageA = kTileInner * kPitchA;
const uint kStageB = kTileInner * kPitchB;
const uint kLoadsA = kTileRows * kTileInner / 4 / kThreads;  // Vectors per invocation and step
const uint kLoadsB = kTileColumns * kTileInner / 4 / kThreads;
const uint kSums = kRows * kFours;
const uint kFoursA = kRows / 4;

shared VECTOR tile_a[2 * kStageA];
shared VECTOR tile_b[2 * kStageB];

// A vector that an invocation loads for a tile. `side` is along m or n. If k is contiguous in memory (`along`), the
// vector holds four consecutive k of one row or column. Otherwise it holds four rows or columns at one k.
struct Load {
    uint side;   // Position in the tile
    uint inner;  // Index along k, from the first k of the step
};
Load load_of(bool along, uint side, uint number) {
    const uint unit = number * kThreads + gl_LocalInvocationIndex;
    if (along) return Load(unit / (kTileInner / 4), unit % (kTileInner / 4) * 4);
    return Load(unit % (side / 4) * 4, unit / (side / 4));
}
// Returns the index of the load's first element in the first step along k, relative to the first k of the part. `first`
// is the tile's first row or column, `extent` the number of rows or columns of the matrix.
uint index_of_load(bool along, bool vectors, Load load, uint first, uint extent, uint stride) {
    // A vector of four is either completely inside the matrix or completely outside.
    const uint last = along || !vectors ? extent - 1 : extent - 4;
    const uint side = min(first + load.side, last);
    return along ? side * stride + load.inner : load.inner * stride + side;
}
// Loads a vector from index `at` on. `inner` is the index along k of its first element; if `checked` is set, elements
// from index `end` on are 0. If k is not contiguous, no element lies farther than `spread` from `at`.
VECTOR loaded(bool of_b, bool along, bool vectors, bool checked, uint at, uint inner, uint end, uint spread) {
    if (checked && inner >= end) return VECTOR(0);
    if (vectors) return four(of_b, at);
    VECTOR values = VECTOR(0);
    [[unroll]] for (uint j = 0; j < 4; ++j) {
        if (along) {
            if (!checked || inner + j < end) values[j] = one(of_b, at + j);
        } else {
            values[j] = one(of_b, at + min(j, spread));
        }
    }
    return values;
}

VECTOR next_a[kLoadsA];
VECTOR next_b[kLoadsB];
uint at_a[kLoadsA];
uint at_b[kLoadsB];
VECTOR sums[kSums];

uint spread_of(bool along, bool vectors, uint first, uint side, uint extent) {
    return along || vectors ? 0 : extent - 1 - min(first + side, extent - 1);
}

void load_step(Part part, uint begin, bool checked) {
    [[unroll]] for (uint l = 0; l < kLoadsA; ++l) {
        const Load load = load_of(!kTransposeA, kTileRows, l);
        next_a[l] = loaded(false, !kTransposeA, kVectorsA, checked, at_a[l], begin + load.inner, part.end,
                           spread_of(!kTransposeA, kVectorsA, part.row, load.side, push.rows));
        at_a[l] += kTransposeA ? kTileInner * push.stride_a : kTileInner;
    }
    [[unroll]] for (uint l = 0; l < kLoadsB; ++l) {
        const Load load = load_of(kTransposeB, kTileColumns, l);
        next_b[l] = loaded(true, kTransposeB, kVectorsB, checked, at_b[l], begin + load.inner, part.end,
                           spread_of(kTransposeB, kVectorsB, part.column, load.side, push.columns));
        at_b[l] += kTransposeB ? kTileInner : kTileInner * push.stride_b;
    }
}
void load_next(Part part, uint begin) {
    if (kTail && begin + kTileInner > part.end) load_step(part, begin, true);
    else load_step(part, begin, false);
}

// Stores the loaded vectors. Four consecutive k of one row become four rows of shared memory.
void store_step(uint stage) {
    [[unroll]] for (uint l = 0; l < kLoadsA; ++l) {
        const Load load = load_of(!kTransposeA, kTileRows, l);
        const uint at = stage * kStageA + load.inner * kPitchA + load.side / 4;
        if (kTransposeA) {
            tile_a[at] = next_a[l];
        } else {
            [[unroll]] for (uint j = 0; j < 4; ++j)
                tile_a[at + j * kPitchA][load.side % 4] = next_a[l][j];
        }
    }
    [[unroll]] for (uint l = 0; l < kLoadsB; ++l) {
        const Load load = load_of(kTransposeB, kTileColumns, l);
        const uint at = stage * kStageB + load.inner * kPitchB + load.side / 4;
        if (!kTransposeB) {
            tile_b[at] = next_b[l];
        } else {
            [[unroll]] for (uint j = 0; j < 4; ++j)
                tile_b[at + j * kPitchB][load.side % 4] = next_b[l][j];
        }
    }
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const Part part = part_of(group);
    // Invocations form rectangles of kLaneColumns x kLaneRows, ordered row by row.
    const uint lane = gl_LocalInvocationIndex % (kLaneColumns * kLaneRows);
    const uint team = gl_LocalInvocationIndex / (kLaneColumns * kLaneRows);
    const uint x = team % (kAcross / kLaneColumns) * kLaneColumns + lane % kLaneColumns;
    const uint y = team / (kAcross / kLaneColumns) * kLaneRows + lane / kLaneColumns;

    [[unroll]] for (uint s = 0; s < kSums; ++s)
        sums[s] = VECTOR(0);
    [[unroll]] for (uint l = 0; l < kLoadsA; ++l) {
        at_a[l] = push.first_a + part.batch * push.batch_a + (kTransposeA ? part.begin * push.stride_a : part.begin) +
                  index_of_load(!kTransposeA, kVectorsA, load_of(!kTransposeA, kTileRows, l), part.row, push.rows,
                                push.stride_a);
    }
    [[unroll]] for (uint l = 0; l < kLoadsB; ++l) {
        at_b[l] = push.first_b + part.batch * push.batch_b + (kTransposeB ? part.begin : part.begin * push.stride_b) +
                  index_of_load(kTransposeB, kVectorsB, load_of(kTransposeB, kTileColumns, l), part.column,
                                push.columns, push.stride_b);
    }
    if (part.begin < part.end) {
        load_next(part, part.begin);
        store_step(0);
        barrier();
    }
    uint stage = 0;
    for (uint begin = part.begin; begin < part.end; begin += kTileInner) {
        const bool more = begin + kTileInner < part.end;
        if (more) load_next(part, begin + kTileInner);
        [[unroll]] for (uint k = 0; k < kTileInner; ++k) {
            VECTOR a[kFoursA];
            VECTOR b[kFours];
            [[unroll]] for (uint i = 0; i < kFoursA; ++i) {
                a[i] = tile_a[stage * kStageA + k * kPitchA + i * kDown + y];
            }
            [[unroll]] for (uint j = 0; j < kFours; ++j) {
                b[j] = tile_b[stage * kStageB + k * kPitchB + j * kAcross + x];
            }
            [[unroll]] for (uint i = 0; i < kRows; ++i) {
                [[unroll]] for (uint j = 0; j < kFours; ++j) {
                    sums[i * kFours + j] = multiply_add(a[i / 4][i % 4], b[j], sums[i * kFours + j]);
                }
            }
        }
        if (more) {
            store_step(stage ^ 1);
            barrier();
        }
        stage ^= 1;
    }
    [[unroll]] for (uint i = 0; i < kRows; ++i) {
        [[unroll]] for (uint j = 0; j < kFours; ++j) {
            store_four(part, part.row + (i / 4 * kDown + y) * 4 + i % 4, part.column + (j * kAcross + x) * 4,
                       sums[i * kFours + j]);
        }
    }
}
