#include "algorithms/matrix/matrix_method.hpp"
#include "algorithms/matrix/matrix_multiply_call.hpp"
#include "algorithms/matrix/matrix_reference.hpp"
#include "algorithms/matrix/matrix_tuning.hpp"
#include "tests/support/device_fixture.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

DeviceProfile large_gpu() {
    DeviceProfile gpu;
    gpu.type = DeviceType::discrete;
    gpu.max_workgroup_invocations = 1024;
    gpu.max_workgroup_size = {1024, 1024, 64};
    gpu.shared_memory = 48U << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.max_allocation = 1ULL << 40;
    gpu.processors = 132;
    gpu.float64 = gpu.storage_16bit = true;
    return gpu;
}

MatrixMultiplyPlan planned(std::uint64_t rows, std::uint64_t columns, std::uint64_t inner,
                           MatrixMultiplyOptions options = {}, const DeviceProfile& profile = large_gpu()) {
    return take(plan_matrix_multiply({.options = std::move(options), .rows = rows, .columns = columns, .inner = inner},
                                     profile));
}

}  // namespace

TEST(MatrixPlans, UseLargeTilesForLargeMatricesAndSmallOnesForThinMatrices) {
    const MatrixMultiplyPlan large = planned(8192, 8192, 8192);
    EXPECT_EQ(large.method_name(), "blocks");
    EXPECT_EQ(large.tuning->tile_rows, 128U);
    EXPECT_EQ(large.tuning->tile_columns, 128U);
    EXPECT_EQ(large.splits, 1U);
    EXPECT_EQ(large.dispatches, 1U);
    EXPECT_EQ(large.scratch_bytes, 0U);
    EXPECT_TRUE(large.vectors_a && large.vectors_b && large.vectors_c);
    EXPECT_LT(planned(1, 8192, 8192).tuning->tile_rows, 128U);
    EXPECT_LT(planned(8192, 1, 8192).tuning->tile_columns, 128U);
}

TEST(MatrixPlans, SplitKIfThereAreFewCells) {
    const MatrixMultiplyPlan plan = planned(128, 128, 1U << 20);
    EXPECT_GT(plan.splits, 16U);
    EXPECT_EQ(plan.dispatches, 2U);
    EXPECT_EQ(plan.scratch_bytes, plan.splits * 128 * 128 * 4);
    EXPECT_GE(plan.split_inner * plan.splits, 1U << 20);
    EXPECT_EQ(planned(4096, 4096, 64).splits, 1U);
}

TEST(MatrixPlans, StayWithinTheLimitsOfTheDevice) {
    for (const std::uint32_t shared : {16384U, 32768U, 49152U, 1024U}) {
        for (const std::uint32_t invocations : {32U, 128U, 256U, 1024U}) {
            DeviceProfile profile = large_gpu();
            profile.shared_memory = shared;
            profile.max_workgroup_invocations = invocations;
            for (const ElementType type :
                 {ElementType::f32, ElementType::f16, ElementType::f64, ElementType::i32, ElementType::i64}) {
                const auto tunings = matrix_tunings(type, profile);
                ASSERT_FALSE(tunings.empty());
                for (const MatrixTuning& tuning : tunings) {
                    EXPECT_TRUE(is_usable(tuning));
                    EXPECT_LE(tuning.threads(), invocations);
                    EXPECT_LE(tuning.shared_bytes(size_of(type) == 8 ? 8 : 4), shared);
                }
            }
        }
    }
}

TEST(MatrixPlans, CutMatricesBeyondOneBindingIntoWholeTiles) {
    DeviceProfile profile = large_gpu();
    profile.max_storage_range = 1U << 27;
    const MatrixMultiplyPlan plan = planned(8192, 8192, 8192, {}, profile);
    EXPECT_GT(plan.dispatches, 1U);
    EXPECT_EQ(plan.block_rows % plan.tuning->tile_rows, 0U);
    EXPECT_EQ(plan.block_inner % plan.tuning->tile_inner, 0U);
    EXPECT_LE(plan.block_rows * 8192 * 4, profile.max_storage_range);
    profile.max_loop_iterations = 65535;
    EXPECT_LE(planned(4, 4, 1U << 20, {}, profile).loop_iterations, 65535U);
    EXPECT_LE(planned(4, 4, 1U << 20, {.method = "naive"}, profile).loop_iterations, 65535U);
}

TEST(MatrixPlans, CountTheIterationsOfTheLoopsAlongKAndAlongTheSplits) {
    EXPECT_EQ(planned(4, 4, 1024, {.method = "naive"}).loop_iterations, 1024U);
    MatrixTuning tuning;
    tuning.splits = 100;
    const MatrixMultiplyParams params{.options = {.method = "blocks"}, .rows = 4, .columns = 4, .inner = 1600};
    const MatrixMultiplyPlan plan = take(plan_tuned_matrix_multiply(params, large_gpu(), tuning));
    EXPECT_EQ(plan.splits, 100U);
    EXPECT_EQ(plan.loop_iterations, 100U);
}

TEST(MatrixPlans, NameTheMatrixThatExceedsTheLargestBufferOrElseTheMemoryLimit) {
    const MatrixMultiplyParams params{.rows = 64, .columns = 256, .inner = 4};
    DeviceProfile profile = large_gpu();
    profile.max_allocation = 4 * 64 * 256 - 1;
    const auto whole = plan_matrix_multiply_call(params, {}, profile);
    ASSERT_ERROR(whole, ErrorCode::too_large);
    EXPECT_EQ(whole.error().where, "c") << "a higher memory_limit does not help";
    const auto limited = plan_matrix_multiply_call(params, {.call = {.memory_limit = 1000}}, large_gpu());
    ASSERT_ERROR(limited, ErrorCode::too_large);
    EXPECT_EQ(limited.error().where, "memory_limit");
}

TEST(MatrixPlans, NameTheInvalidField) {
    const DeviceProfile profile = large_gpu();
    const auto refuse = [&](MatrixMultiplyParams params, ErrorCode code, const char* where) {
        const auto plan = plan_matrix_multiply(params, profile);
        ASSERT_ERROR(plan, code);
        EXPECT_EQ(plan.error().where, where) << plan.error().message;
    };
    const MatrixMultiplyParams good{.rows = 4, .columns = 5, .inner = 6, .batches = 2};
    MatrixMultiplyParams bad = good;
    bad.options.type = ElementType::u16;
    refuse(bad, ErrorCode::invalid_argument, "type");
    bad.options.type = ElementType::i64;
    refuse(bad, ErrorCode::unsupported, "type");
    DeviceProfile wide = profile;
    wide.int64 = true;
    EXPECT_OK(plan_matrix_multiply(bad, wide));
    bad = good;
    bad.options.method = "strassen";
    refuse(bad, ErrorCode::invalid_argument, "method");
    bad = good;
    bad.row_stride_a = 5;
    refuse(bad, ErrorCode::invalid_argument, "row_stride_a");
    bad.rows = 2;
    refuse(bad, ErrorCode::invalid_argument, "row_stride_a");
    bad.rows = 1;
    EXPECT_OK(plan_matrix_multiply(bad, profile));
    bad = good;
    bad.batch_stride_c = 19;
    refuse(bad, ErrorCode::invalid_argument, "batch_stride_c");
    bad.batch_stride_c = 0;
    refuse(bad, ErrorCode::invalid_argument, "batch_stride_c");
    bad = good;
    bad.rows = 1ULL << 32;
    refuse(bad, ErrorCode::too_large, "rows");
    bad = good;
    bad.rows = bad.columns = bad.inner = bad.batches = UINT32_MAX;
    refuse(bad, ErrorCode::too_large, "a");
    bad = good;
    bad.options.type = ElementType::f64;
    DeviceProfile lesser = profile;
    lesser.float64 = false;
    EXPECT_ERROR(plan_matrix_multiply(bad, lesser), ErrorCode::unsupported);
    MatrixTuning odd;
    odd.rows = 6;
    EXPECT_ERROR(plan_tuned_matrix_multiply(good, profile, odd), ErrorCode::invalid_argument);
}

TEST(MatrixReference, SumsByTheDefinition) {
    // b is the inverse of a, so the product is the identity.
    const std::vector<double> a{2, 1, 7, 4}, b{4, -1, -7, 2};
    const MatrixMultiplyPlan plan = planned(2, 2, 2, {.type = ElementType::f64});
    std::vector<double> c{1, 0, 0, 1};
    const MatrixReferenceInput input{std::as_bytes(std::span(a)), std::as_bytes(std::span(b)), {}, 1, 0};
    EXPECT_EQ(compare_with_matrix_reference(plan, input, std::as_bytes(std::span(c))).difference, "");
    EXPECT_EQ(matrix_reference_cell(plan, input, 0, 0, 0).magnitude, 15);
    c[3] = 1.001;
    EXPECT_NE(compare_with_matrix_reference(plan, input, std::as_bytes(std::span(c))).difference.find("row 1"),
              std::string::npos);
    EXPECT_EQ(compare_with_matrix_reference(plan, input, std::as_bytes(std::span(c)), 2).cells, 1U);
}

}  // namespace vkalgo::test
