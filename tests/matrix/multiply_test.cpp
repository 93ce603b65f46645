#include "tests/matrix/multiplying.hpp"
#include "tests/support/effort.hpp"

#include <array>

#include <gtest/gtest.h>

namespace vkalgo::test {

class Products : public DeviceTest, public ::testing::WithParamInterface<std::string> {};

namespace {

constexpr std::uint64_t kEdges[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 130};

}  // namespace

TEST_P(Products, AgreeWithTheReferenceAroundEveryEdge) {
    SplitMix64 random(7);
    const bool automatic = GetParam() == "auto";
    for (const std::uint64_t rows : kEdges) {
        for (const std::uint64_t columns : kEdges) {
            for (const std::uint64_t inner : kEdges) {
                if (!deep() && random.below(automatic ? 8 : 40) != 0) {
                    continue;
                }
                multiply_and_compare(
                    runner(), {.options = {.method = GetParam()}, .rows = rows, .columns = columns, .inner = inner},
                    rows + 1000 * columns);
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_P(Products, AgreeForEveryTypeTransposeAlphaAndBeta) {
    for (const ElementType type : kMatrixTypes) {
        if ((type == ElementType::f64 && !context().profile().float64) ||
            (!is_float(type) && size_of(type) == 8 && !context().profile().int64)) {
            continue;
        }
        for (const unsigned transposes : {0u, 1u, 2u, 3u}) {
            const MatrixMultiplyOptions options{.type = type,
                                                .transpose_a = (transposes & 1) != 0,
                                                .transpose_b = (transposes & 2) != 0,
                                                .method = GetParam()};
            for (const auto& [rows, columns, inner] :
                 {std::array<std::uint64_t, 3>{36, 68, 20}, {37, 67, 21}, {1, 130, 65}}) {
                multiply_and_compare(runner(), {.options = options, .rows = rows, .columns = columns, .inner = inner},
                                     rows, 1, 0);
                multiply_and_compare(runner(), {.options = options, .rows = rows, .columns = columns, .inner = inner},
                                     rows, is_float(type) ? -0.75 : -3, is_float(type) ? 2.5 : 5);
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_P(Products, LeaveTheBytesBetweenRowsAndMatrices) {
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::i32}) {
        for (const std::uint64_t gap : {1u, 4u, 5u}) {
            MatrixMultiplyParams params{.options = {.type = type, .transpose_b = gap == 4, .method = GetParam()},
                                        .rows = 19,
                                        .columns = 20,
                                        .inner = 24,
                                        .batches = 3};
            params.row_stride_a = 24 + gap;
            params.row_stride_b = 24 + 3 * gap;
            params.row_stride_c = 20 + gap;
            params.batch_stride_a = 19 * (24 + gap) + gap;
            params.batch_stride_c = 18 * (20 + gap) + 20 + 2 * gap;
            multiply_and_compare(runner(), params, gap, 2, -1);
            params.batch_stride_b = 0;
            multiply_and_compare(runner(), params, gap, 1, 0);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST_P(Products, TakeMatricesThatBeginAtAnyElement) {
    // Rows begin at multiples of four elements; matrices do not.
    for (const ElementType type : {ElementType::f32, ElementType::f16, ElementType::i32}) {
        for (const std::uint64_t which : {0u, 1u, 2u}) {
            MatrixMultiplyParams params{
                .options = {.type = type, .method = GetParam()}, .rows = 20, .columns = 24, .inner = 16, .batches = 3};
            (which == 0 ? params.batch_stride_a : which == 1 ? params.batch_stride_b : params.batch_stride_c) = 483;
            multiply_and_compare(runner(), params, which, 1, which == 2 ? 2 : 0);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, Products, ::testing::Values("auto", "naive", "tiled"),
                         [](const auto& of) { return of.param; });

}  // namespace vkalgo::test
