// The two kernels of the CUDA programming guide, with one invocation per cell of C.
//   A workgroup owns a square of kSide x kSide cells of one batch. Without kShared each invocation reads its row of A
//   and its column of B: 2 k loads per cell. With kShared the workgroup advances along k by squares of A and B in
//   shared memory, which it loads together: 2 k / kSide loads per cell. Between two barriers the squares are either
//   written or read.
//   Source: NVIDIA, CUDA C++ Programming Guide, section 3.2.4 (matrix multiplication without and with shared memory).
#include "common/grid.glsl"
#include "matrix/element.glsl"

layout(local_size_x_id = VKALGO_MATRIX_CONSTANT_THREADS) in;
layout(constant_id = VKALGO_MATRIX_CONSTANT_TRANSPOSE_A) const bool kTransposeA = false;
layout(constant_id = VKALGO_MATRIX_CONSTANT_TRANSPOSE_B) const bool kTransposeB = false;
layout(constant_id = VKALGO_MATRIX_CONSTANT_SIDE) const uint kSide = 16;
layout(constant_id = VKALGO_MATRIX_CONSTANT_SHARED) const bool kShared = false;

const uint kSquare = kShared ? kSide * kSide : 1;
shared SCALAR square_a[kSquare];
shared SCALAR square_b[kSquare];

uint index_a(uint batch, uint row, uint inner) {
    return push.first_a + batch * push.batch_a +
           (kTransposeA ? inner * push.stride_a + row : row * push.stride_a + inner);
}
uint index_b(uint batch, uint inner, uint column) {
    return push.first_b + batch * push.batch_b +
           (kTransposeB ? column * push.stride_b + inner : inner * push.stride_b + column);
}

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const uint across = (push.columns + kSide - 1) / kSide;
    const uint down = (push.rows + kSide - 1) / kSide;
    const uint batch = group / (across * down);
    const uint x = gl_LocalInvocationIndex % kSide;
    const uint y = gl_LocalInvocationIndex / kSide;
    const uint row = group / across % down * kSide + y;
    const uint column = group % across * kSide + x;
    const bool inside = row < push.rows && column < push.columns;
    SCALAR sum = SCALAR(0);
    if (!kShared) {
        if (!inside) return;
        for (uint inner = 0; inner < push.inner; ++inner) {
            sum = multiply_add(one(false, index_a(batch, row, inner)), one(true, index_b(batch, inner, column)), sum);
        }
    } else {
        for (uint begin = 0; begin < push.inner; begin += kSide) {
            SCALAR a = SCALAR(0);
            SCALAR b = SCALAR(0);
            if (row < push.rows && begin + x < push.inner) a = one(false, index_a(batch, row, begin + x));
            if (column < push.columns && begin + y < push.inner) b = one(true, index_b(batch, begin + y, column));
            square_a[gl_LocalInvocationIndex] = a;
            square_b[gl_LocalInvocationIndex] = b;
            barrier();
            [[unroll]] for (uint inner = 0; inner < kSide; ++inner) {
                sum = multiply_add(square_a[y * kSide + inner], square_b[inner * kSide + x], sum);
            }
            barrier();
        }
        if (!inside) return;
    }
    finish_one(push.first_c + batch * push.batch_c + row * push.stride_c + column, sum);
}
