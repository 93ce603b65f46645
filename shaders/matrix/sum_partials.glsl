// Adds the partial sums of the splits of k, multiplies by alpha, and adds beta * C.
//   An invocation owns one cell. Partial sums are packed: batch b of split s begins at cell (s * batches + b) * rows *
//   columns. They are added in the order of the splits, so that every run gives the same bits.
//   Cost per cell: one load per split, one load of C unless beta is 0, one store.
#include "common/grid.glsl"
#include "matrix/element.glsl"

layout(local_size_x_id = VKALGO_MATRIX_CONSTANT_THREADS) in;
layout(set = 0, binding = VKALGO_MATRIX_PARTIALS, std430) readonly buffer Partials { SCALAR partials[]; };

void main() {
    const uint group = vkalgo_workgroup_index();
    if (group >= push.groups) return;
    const uint cell = group * gl_WorkGroupSize.x + gl_LocalInvocationIndex;
    const uint of_batch = push.rows * push.columns;
    const uint cells = of_batch * push.batches;
    if (cell >= cells) return;
    SCALAR sum = SCALAR(0);
    for (uint split = 0; split < push.splits; ++split) sum += partials[split * cells + cell];
    const uint row = cell % of_batch / push.columns;
    finish_one(push.first_c + cell / of_batch * push.batch_c + row * push.stride_c + cell % push.columns, sum);
}
