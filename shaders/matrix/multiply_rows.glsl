// Multiplies by blocks in registers that are loaded directly from memory. This kernel is for devices whose invocations
// share a processor's vector registers. There, an element of A, which all invocations read, takes one load and a
// broadcast. An element of B takes one load per invocation and is used for kRows rows.
//   A workgroup owns kRows rows and kThreads * kColumns columns of C, and an invocation owns kColumns of these columns.
//   Loads of columns and rows beyond the matrix are clamped to the last row and column inside it, and their cells are
//   never stored.
//   Cost per invocation and step of k: kRows * kColumns multiplications, loads of kRows elements of A, the same for all
//   invocations, and loads of kColumns elements of B, four at once with kVectorsB.
#include "matrix/blocks.glsl"

const uint kSums = kRows * kFours;
VECTOR sums[kSums];

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const Part part = part_of(group);
    const uint column = part.column + gl_LocalInvocationIndex * kColumns;
    const uint first_a = push.first_a + part.batch * push.batch_a;
    const uint first_b = push.first_b + part.batch * push.batch_b;
    [[unroll]] for (uint s = 0; s < kSums; ++s)
        sums[s] = VECTOR(0);
    uint at_b[kColumns];
    [[unroll]] for (uint j = 0; j < kColumns; ++j) {
        const uint last = kVectorsB && !kTransposeB ? push.columns - 4 + j % 4 : push.columns - 1;
        at_b[j] = first_b + min(column + j, last) * (kTransposeB ? push.stride_b : 1);
    }
    uint at_a[kRows];
    [[unroll]] for (uint i = 0; i < kRows; ++i) {
        at_a[i] = first_a + min(part.row + i, push.rows - 1) * (kTransposeA ? 1 : push.stride_a);
    }
    for (uint k = part.begin; k < part.end; ++k) {
        VECTOR b[kFours];
        [[unroll]] for (uint j = 0; j < kFours; ++j) {
            if (kVectorsB && !kTransposeB) {
                b[j] = four(true, at_b[4 * j] + k * push.stride_b);
            } else {
                [[unroll]] for (uint c = 0; c < 4; ++c) {
                    b[j][c] = one(true, at_b[4 * j + c] + (kTransposeB ? k : k * push.stride_b));
                }
            }
        }
        [[unroll]] for (uint i = 0; i < kRows; ++i) {
            const SCALAR a = one(false, at_a[i] + (kTransposeA ? k * push.stride_a : k));
            [[unroll]] for (uint j = 0; j < kFours; ++j) {
                sums[i * kFours + j] = multiply_add(a, b[j], sums[i * kFours + j]);
            }
        }
    }
    [[unroll]] for (uint i = 0; i < kRows; ++i) {
        [[unroll]] for (uint j = 0; j < kFours; ++j) {
            store_four(part, part.row + i, column + 4 * j, sums[i * kFours + j]);
        }
    }
}
