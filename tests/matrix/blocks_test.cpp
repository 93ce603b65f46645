// Tests the method blocks with the shapes for GPUs, on any device, and products that exceed one binding or the limit of
// loop iterations.
#include "tests/matrix/multiplying.hpp"

#include <array>

#include <gtest/gtest.h>

namespace vkalgo::test {

class MatrixBlocks : public DeviceTest {};

namespace {

MatrixTuning tiles(std::uint32_t rows, std::uint32_t columns, std::uint32_t inner, std::uint32_t own_rows,
                   std::uint32_t own_columns) {
    MatrixTuning tuning;
    tuning.tile_rows = rows;
    tuning.tile_columns = columns;
    tuning.tile_inner = inner;
    tuning.rows = own_rows;
    tuning.columns = own_columns;
    tuning.splits = 1;
    return tuning;
}

MatrixMultiplyParams sizes(std::uint64_t rows, std::uint64_t columns, std::uint64_t inner,
                           MatrixMultiplyOptions options = {}) {
    options.method = "blocks";
    return {.options = options, .rows = rows, .columns = columns, .inner = inner};
}

MatrixMultiplyOptions transposed(ElementType type, unsigned which) {
    return {.type = type, .transpose_a = (which & 1) != 0, .transpose_b = (which & 2) != 0};
}

}  // namespace

TEST_F(MatrixBlocks, AgreeInSharedMemoryForEveryTypeTransposeAndEdge) {
    const MatrixTuning tuning = tiles(32, 32, 8, 4, 4);
    for (const ElementType type : kMatrixTypes) {
        if ((type == ElementType::f64 && !context().profile().float64) ||
            (type == ElementType::i64 && !context().profile().int64)) {
            continue;
        }
        for (const unsigned which : {0U, 1U, 2U, 3U}) {
            // Multiples of four with k a multiple of the step; multiples of four with k not a multiple of the step;
            // other sizes.
            unsigned turn = 0;
            for (const auto& [m, n, k] : {std::array<std::uint64_t, 3>{64, 36, 24}, {36, 68, 20}, {33, 31, 17}}) {
                // A software device takes long to compile a kernel, so not all combinations run.
                const bool all = type == ElementType::f32 || type == ElementType::f16;
                if (type == ElementType::u32 || type == ElementType::u64 || (!all && turn++ % 3 != which % 3)) {
                    continue;
                }
                multiply_and_compare(runner(), sizes(m, n, k, transposed(type, which)), m, 1, 0, &tuning);
                multiply_and_compare(runner(), sizes(m, n, k, transposed(type, which)), m, 3, -2, &tuning);
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_F(MatrixBlocks, AgreeByTheShapesOfLargeDevices) {
    std::vector<MatrixTuning> shapes{tiles(64, 64, 16, 4, 4), tiles(128, 64, 8, 8, 4), tiles(64, 128, 8, 4, 8)};
    shapes[1].pad = 0;
    shapes[2].lane_columns = 16;
    shapes[2].lane_rows = 2;
    shapes[2].band = 1;
    for (const MatrixTuning& tuning : shapes) {
        if (tuning.threads() > context().profile().max_workgroup_invocations || !is_usable(tuning)) {
            continue;
        }
        for (const auto& [m, n, k] :
             {std::array<std::uint64_t, 3>{1, 1, 1}, {127, 129, 33}, {129, 65, 8}, {260, 132, 64}, {5, 300, 100}}) {
            multiply_and_compare(runner(), sizes(m, n, k), m + n, 1, 0, &tuning);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST_F(MatrixBlocks, AddUpSplitsOfK) {
    for (const bool direct : {false, true}) {
        for (const ElementType type :
             {ElementType::f32, ElementType::f16, ElementType::i32, ElementType::f64, ElementType::i64}) {
            if ((type == ElementType::f64 && !context().profile().float64) ||
                (type == ElementType::i64 && !context().profile().int64)) {
                continue;
            }
            MatrixTuning tuning = direct ? tiles(4, 32, 4, 4, 4) : tiles(32, 32, 8, 4, 4);
            tuning.direct = direct;
            for (const std::uint32_t splits : {2U, 3U, 7U}) {
                tuning.splits = splits;
                for (const std::uint64_t n : {20U, 33U}) {
                    MatrixMultiplyParams params = sizes(19, n, 203, transposed(type, splits % 4));
                    params.batches = splits == 3 ? 2 : 1;
                    params.row_stride_c = n + 3;
                    const MatrixMultiply multiply =
                        take(create_tuned_matrix_multiply(context(), params, tuning), "create");
                    EXPECT_EQ(multiply.plan().splits, splits);
                    EXPECT_GT(multiply.plan().scratch_bytes, 0U);
                    const MatrixRun run(runner(), multiply, n, 2, n == 20 ? 3 : 0);
                    run.run();
                    run.expect();
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

TEST_F(MatrixBlocks, GiveTheSameBitsInEveryRun) {
    MatrixTuning tuning = tiles(32, 32, 8, 4, 4);
    tuning.splits = 5;
    const MatrixMultiply multiply = take(create_tuned_matrix_multiply(context(), sizes(65, 40, 300), tuning));
    const MatrixRun run(runner(), multiply, 4);
    run.run();
    const auto first = run.on_c.values<std::uint32_t>(run.c.size() / 4);
    for (int turn = 0; turn < 3; ++turn) {
        run.run();
        EXPECT_EQ(run.on_c.values<std::uint32_t>(run.c.size() / 4), first);
    }
}

TEST_F(MatrixBlocks, TakeSeveralDispatchesIfABindingIsTooSmall) {
    ContextOptions narrowed = aligned_options();
    narrowed.narrow = [before = narrowed.narrow](DeviceProfile& profile) {
        if (before) {
            before(profile);
        }
        profile.max_storage_range = 8192;
        profile.max_loop_iterations = 260;
    };
    ValidatedContext own(narrowed);
    Runner own_runner = take(Runner::create(*own));
    for (const char* method : {"blocks", "naive", "tiled"}) {
        for (const ElementType type : {ElementType::f32, ElementType::i32}) {
            for (const unsigned which : {0U, 1U, 2U, 3U}) {
                for (const auto& [m, n, k] : {std::array<std::uint64_t, 3>{70, 61, 83},
                                              {64, 64, 200},
                                              {3, 2500, 5},
                                              {2500, 3, 5},
                                              {2, 3, 2501},
                                              {70, 61, 0}}) {
                    MatrixMultiplyParams params = sizes(m, n, k, transposed(type, which));
                    params.options.method = method;
                    params.batches = m == 70 ? 2 : 1;
                    const MatrixMultiply multiply = take(MatrixMultiply::create(*own, params), "create");
                    EXPECT_GT(multiply.plan().dispatches, 1U);
                    const MatrixRun run(own_runner, multiply, m, 2, which == 1 ? 0 : -3);
                    run.run();
                    run.expect();
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

TEST_F(MatrixBlocks, TakeBlocksOfKThatAreShorterThanAStep) {
    // If a binding holds only a few rows of B, or a loop must end soon, k is divided into blocks. So a block may be
    // shorter than a step of the kernel although k is a multiple of the step and more blocks follow.
    const MatrixTuning tuning = tiles(32, 32, 8, 4, 4);
    for (const std::uint32_t iterations : {0U, 10U}) {
        ContextOptions narrowed = aligned_options();
        narrowed.narrow = [iterations, before = narrowed.narrow](DeviceProfile& profile) {
            if (before) {
                before(profile);
            }
            profile.max_storage_range = iterations == 0 ? 8192 : profile.max_storage_range;
            profile.max_loop_iterations = iterations == 0 ? profile.max_loop_iterations : iterations;
        };
        ValidatedContext own(narrowed);
        Runner own_runner = take(Runner::create(*own));
        for (const std::uint64_t n : {2500U, 500U}) {
            const MatrixMultiplyParams params = sizes(3, n, 24, transposed(ElementType::f32, iterations == 0 ? 0 : 2));
            const MatrixMultiply multiply = take(create_tuned_matrix_multiply(*own, params, tuning), "create");
            EXPECT_LT(multiply.plan().block_inner, tuning.tile_inner);
            const MatrixRun run(own_runner, multiply, n, 2, -3);
            run.run();
            run.expect();
        }
    }
}

TEST_F(MatrixBlocks, TakeManySmallProductsInPartsOfABinding) {
    ContextOptions narrowed = aligned_options();
    narrowed.narrow = [before = narrowed.narrow](DeviceProfile& profile) {
        if (before) {
            before(profile);
        }
        profile.max_storage_range = 8192;
    };
    ValidatedContext own(narrowed);
    Runner own_runner = take(Runner::create(*own));
    for (const ElementType type : {ElementType::f32, ElementType::f16}) {
        MatrixMultiplyParams params = sizes(7, 9, 5, {.type = type});
        params.batches = 203;
        params.batch_stride_b = 0;
        multiply_and_compare(own_runner, params, 3, 1, 2);
    }
}

}  // namespace vkalgo::test
