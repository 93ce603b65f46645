// Products of f16 by cooperative matrices, if the device has them.
#include "tests/matrix/multiplying.hpp"

#include <array>

#include <gtest/gtest.h>

namespace vkalgo::test {

class MatrixCooperative : public DeviceTest {};

TEST_F(MatrixCooperative, AgreesWithTheReferenceAroundItsTiles) {
    if (!context().profile().cooperative_matrix) {
        GTEST_SKIP() << "the device has no cooperative matrices of f16";
    }
    for (const auto& [m, n, k] : {std::array<std::uint64_t, 3>{128, 128, 32},
                                  {128, 128, 64},
                                  {1, 8, 8},
                                  {127, 136, 40},
                                  {129, 120, 24},
                                  {300, 264, 520},
                                  {16, 16, 0}}) {
        MatrixMultiplyParams params{
            .options = {.type = ElementType::f16, .method = "cooperative"}, .rows = m, .columns = n, .inner = k};
        multiply_and_compare(runner(), params, m, 1, 0);
        params.row_stride_a = k + 8;
        params.row_stride_b = n + 16;
        params.row_stride_c = n + 24;
        params.batches = 2;
        multiply_and_compare(runner(), params, n, 0.5, -2);
        if (HasFatalFailure()) {
            return;
        }
    }
    EXPECT_ERROR(
        MatrixMultiply::create(
            context(),
            {.options = {.type = ElementType::f16, .method = "cooperative"}, .rows = 8, .columns = 9, .inner = 8}),
        ErrorCode::unsupported);
}

TEST(MatrixCooperativePlans, AreMadeIfTheDeviceAndTheSizesAllowThem) {
    DeviceProfile gpu;
    gpu.type = DeviceType::discrete;
    gpu.max_workgroup_invocations = 1024;
    gpu.max_workgroup_size = {1024, 1024, 64};
    gpu.shared_memory = 48U << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.processors = 132;
    gpu.subgroup_size = gpu.min_subgroup_size = gpu.max_subgroup_size = 32;
    gpu.float16 = gpu.storage_16bit = gpu.memory_model_device_scope = gpu.cooperative_matrix = true;
    gpu.subgroup_size_control = true;
    const auto chosen = [&](std::uint64_t side, MatrixMultiplyOptions options) {
        return take(plan_matrix_multiply({.options = std::move(options), .rows = side, .columns = side, .inner = side},
                                         gpu))
            .method_name();
    };
    EXPECT_EQ(chosen(8192, {.type = ElementType::f16}), "cooperative");
    EXPECT_EQ(chosen(8192, {.type = ElementType::f32}), "blocks");
    EXPECT_EQ(chosen(8190, {.type = ElementType::f16}), "blocks");
    EXPECT_EQ(chosen(128, {.type = ElementType::f16}), "blocks");
    EXPECT_EQ(chosen(8192, {.type = ElementType::f16, .transpose_b = true}), "blocks");
    // The method needs rows and matrices that begin at multiples of eight elements.
    const MatrixMultiplyParams packed{
        .options = {.type = ElementType::f16}, .rows = 8192, .columns = 8192, .inner = 8192, .batches = 2};
    EXPECT_EQ(take(plan_matrix_multiply(packed, gpu)).method_name(), "cooperative");
    for (const auto stride : {&MatrixMultiplyParams::row_stride_a, &MatrixMultiplyParams::row_stride_b,
                              &MatrixMultiplyParams::row_stride_c, &MatrixMultiplyParams::batch_stride_a,
                              &MatrixMultiplyParams::batch_stride_b, &MatrixMultiplyParams::batch_stride_c}) {
        const bool of_rows = stride == &MatrixMultiplyParams::row_stride_a ||
                             stride == &MatrixMultiplyParams::row_stride_b ||
                             stride == &MatrixMultiplyParams::row_stride_c;
        MatrixMultiplyParams params = packed;
        params.*stride = (of_rows ? 8192 : 8192 * 8192) + 8;
        EXPECT_EQ(take(plan_matrix_multiply(params, gpu)).method_name(), "cooperative");
        params.*stride = (of_rows ? 8192 : 8192 * 8192) + 4;
        EXPECT_EQ(take(plan_matrix_multiply(params, gpu)).method_name(), "blocks");
    }
    gpu.subgroup_size_control = false;  // Subgroups may not be full
    EXPECT_EQ(chosen(8192, {.type = ElementType::f16}), "blocks");
    gpu.subgroup_size_control = true;
    gpu.cooperative_matrix = false;
    EXPECT_EQ(chosen(8192, {.type = ElementType::f16}), "blocks");
    EXPECT_ERROR(
        plan_matrix_multiply(
            {.options = {.type = ElementType::f16, .method = "cooperative"}, .rows = 8, .columns = 8, .inner = 8}, gpu),
        ErrorCode::unsupported);
}

}  // namespace vkalgo::test
