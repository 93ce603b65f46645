// The easy calls; and the code of docs/matrices.md, compiled and run: tests/docs/snippets_test.cpp compares the two
// line for line.
#include "algorithms/matrix/elementwise_call.hpp"
#include "algorithms/matrix/matrix_multiply_call.hpp"
#include "tests/matrix/multiplying.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<std::vector<float>> product_of(vkalgo::Runner& runner, std::vector<float>& a, const std::vector<float>& b) {
    // A matrix of 2 x 3 times one of 3 x 2.
    VKALGO_TRY(auto product,
               vkalgo::multiply(runner, std::span(a), std::span(b), {.rows = 2, .columns = 2, .inner = 3}));
    VKALGO_TRY(auto doubled, vkalgo::operate(runner, std::span(product.values), std::span(product.values),
                                             vkalgo::ElementwiseOperator::add));
    return std::move(doubled.values);
}

Result<void> record_layer(vkalgo::Recorder& recorder, const vkalgo::MatrixMultiply& multiply, vkalgo::BufferView inputs,
                          vkalgo::BufferView weights, vkalgo::BufferView outputs, vkalgo::BufferView scratch) {
    // Made once: vkalgo::MatrixMultiply::create(context, {.rows = m, .columns = n, .inner = k}), and scratch as big as
    // multiply.plan().scratch_bytes says.
    return multiply.record(recorder, {.a = inputs,
                                      .b = weights,
                                      .c = outputs,  // holds the biases before
                                      .scratch = scratch,
                                      .beta = 1});
}

}  // namespace

class MatrixUsage : public DeviceTest {};

TEST_F(MatrixUsage, MultipliesAsTheDocumentationShows) {
    std::vector<float> a{1, 2, 3, 4, 5, 6};
    EXPECT_EQ(take(product_of(runner(), a, {7, 8, 9, 10, 11, 12})),
              (std::vector<float>{2 * 58, 2 * 64, 2 * 139, 2 * 154}));
    const MatrixMultiply multiply = take(MatrixMultiply::create(context(), {.rows = 4, .columns = 2, .inner = 1000}));
    const Buffer inputs = upload(runner(), std::vector<float>(4000, 0.5F));
    const Buffer weights = upload(runner(), std::vector<float>(2000, 2));
    const Buffer outputs = upload(runner(), std::vector<float>(8, -1));
    const Buffer scratch = take(Buffer::create(context(), {.size = multiply.plan().scratch_bytes}));
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return record_layer(recorder, multiply, inputs.view(), weights.view(), outputs.view(), scratch.view());
    }));
    EXPECT_EQ(read_back<float>(runner(), outputs.view()), std::vector<float>(8, 999));
}

TEST_F(MatrixUsage, ReadsNothingOfCIfBetaIsZero) {
    const std::vector<float> ones(16, 1), nan(16, std::numeric_limits<float>::quiet_NaN());
    for (const std::string_view method : {"blocks", "naive", "tiled"}) {
        std::vector<float> c = nan;
        const MatrixMultiplyParams params{
            .options = {.method = std::string(method)}, .rows = 4, .columns = 4, .inner = 4};
        const auto call = [&](double beta) {
            return take(multiply_matrices(runner(), params, std::as_bytes(std::span(ones)),
                                          std::as_bytes(std::span(ones)), std::as_writable_bytes(std::span(c)),
                                          {.beta = beta}));
        };
        call(0);
        EXPECT_EQ(c, std::vector<float>(16, 4)) << method;
        call(-0.5);
        EXPECT_EQ(c, std::vector<float>(16, 2)) << method;
    }
    // If k is 0, the product is 0.
    std::vector<float> c(6, 3);
    take(multiply_matrices(runner(), {.rows = 2, .columns = 3, .inner = 0}, {}, {},
                           std::as_writable_bytes(std::span(c)), {.beta = 2}));
    EXPECT_EQ(c, std::vector<float>(6, 6));
}

/// Returns C = alpha * A * B + beta * C of f32, where every element of A and B is `bad`.
std::vector<float> without_product(Runner& runner, std::string_view method, std::uint64_t inner, float bad,
                                   float before, double alpha, double beta) {
    const std::vector<float> a(5 * inner, bad), b(inner * 3, bad);
    std::vector<float> c(15, before);
    const MatrixMultiplyParams params{
        .options = {.method = std::string(method)}, .rows = 5, .columns = 3, .inner = inner};
    take(multiply_matrices(runner, params, std::as_bytes(std::span(a)), std::as_bytes(std::span(b)),
                           std::as_writable_bytes(std::span(c)), {.alpha = alpha, .beta = beta}));
    return c;
}

TEST_F(MatrixUsage, ReadsNothingOfAAndBIfAlphaIsZero) {
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN(), kInfinite = std::numeric_limits<float>::infinity();
    for (const std::string_view method : {"blocks", "naive", "tiled"}) {
        for (const std::uint64_t inner : {1U, 17U, 20'000U}) {  // The last one is split among workgroups
            for (const float bad : {kNaN, kInfinite}) {
                SCOPED_TRACE(std::string(method) + ", k " + std::to_string(inner));
                EXPECT_EQ(without_product(runner(), method, inner, bad, 3, 0, 2), std::vector<float>(15, 6));
                EXPECT_EQ(without_product(runner(), method, inner, bad, kNaN, 0, 0), std::vector<float>(15, 0));
                // Rounded to f32, -1e-60 and 1e-60 are 0 too.
                EXPECT_EQ(without_product(runner(), method, inner, bad, 3, -1e-60, 2), std::vector<float>(15, 6));
                EXPECT_EQ(without_product(runner(), method, inner, 0, bad, 1, 1e-60), std::vector<float>(15, 0));
                EXPECT_TRUE(std::isnan(without_product(runner(), method, inner, kNaN, 3, 1e-30, 2).front()));
                EXPECT_TRUE(std::isnan(without_product(runner(), method, inner, 0, kNaN, 0, 2).front()));
            }
        }
    }
}

TEST_F(MatrixUsage, ReadsNothingOfAAndBIfAlphaIsZeroInDispatchesAlongK) {
    // With this limit of loop iterations, a product takes several dispatches along k. C must still be multiplied by
    // beta only once.
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.max_loop_iterations = 4096; };
    ValidatedContext narrow(options);
    Runner runner = take(Runner::create(*narrow));
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(without_product(runner, "naive", 20'000, nan, 3, 0, 2), std::vector<float>(15, 6));
    EXPECT_EQ(without_product(runner, "blocks", 20'000, nan, 3, 0, 2), std::vector<float>(15, 6));
}

TEST_F(MatrixUsage, ReadsNothingOfOtherTypesIfAlphaIsZero) {
    std::vector<std::uint16_t> halves(16, 0x7e00), c16(16, 0x4200);  // NaN; 3
    take(multiply_matrices(runner(), {.options = {.type = ElementType::f16}, .rows = 4, .columns = 4, .inner = 4},
                           std::as_bytes(std::span(halves)), std::as_bytes(std::span(halves)),
                           std::as_writable_bytes(std::span(c16)), {.alpha = 0, .beta = 2}));
    EXPECT_EQ(c16, std::vector<std::uint16_t>(16, 0x4600));  // 6
    std::vector<std::int32_t> ones(16, 1), c32(16, 3);
    take(multiply_matrices(runner(), {.options = {.type = ElementType::i32}, .rows = 4, .columns = 4, .inner = 4},
                           std::as_bytes(std::span(ones)), std::as_bytes(std::span(ones)),
                           std::as_writable_bytes(std::span(c32)), {.alpha = 0, .beta = 2}));
    EXPECT_EQ(c32, std::vector<std::int32_t>(16, 6));
    if (context().profile().float64) {
        std::vector<double> nan(16, std::numeric_limits<double>::quiet_NaN()), c64(16, 3);
        take(multiply_matrices(runner(), {.options = {.type = ElementType::f64}, .rows = 4, .columns = 4, .inner = 4},
                               std::as_bytes(std::span(nan)), std::as_bytes(std::span(nan)),
                               std::as_writable_bytes(std::span(c64)), {.alpha = 0, .beta = 2}));
        EXPECT_EQ(c64, std::vector<double>(16, 6));
    }
}

TEST_F(MatrixUsage, KeepsInfinityAndNaNInTheirRowsAndColumns) {
    constexpr float kInfinite = std::numeric_limits<float>::infinity();
    for (const std::string_view method : {"blocks", "naive", "tiled"}) {
        // Infinity is the last element of A, and NaN is the last element of B. Neither matrix fills its tiles. A load
        // beyond a matrix must not carry these values elsewhere.
        std::vector<float> a(3 * 5, 1), b(5 * 3, 1);
        a[2 * 5 + 4] = kInfinite;
        b[4 * 3 + 2] = std::numeric_limits<float>::quiet_NaN();
        const auto product =
            take(multiply(runner(), std::span<const float>(a), std::span<const float>(b),
                          {.options = {.method = std::string(method)}, .rows = 3, .columns = 3, .inner = 5}));
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                const float got = product.values[static_cast<std::size_t>(3 * row + column)];
                if (column == 2) {
                    EXPECT_TRUE(std::isnan(got)) << method;
                } else {
                    EXPECT_EQ(got, row == 2 ? kInfinite : 5) << method;
                }
            }
        }
    }
}

TEST_F(MatrixUsage, RepeatsACallWithCAsItWas) {
    std::vector<std::int32_t> a(12, 1), b(12, 1), c(9, 5);
    MatrixMultiplyCallOptions options{.alpha = 2, .beta = 3};
    options.call.repeat = 3;
    options.call.warm_up = true;
    std::vector<double> fractions;
    options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
    const auto done = take(multiply_matrices(
        runner(), {.options = {.type = ElementType::i32}, .rows = 3, .columns = 3, .inner = 4},
        std::as_bytes(std::span(a)), std::as_bytes(std::span(b)), std::as_writable_bytes(std::span(c)), options));
    EXPECT_EQ(c, std::vector<std::int32_t>(9, 2 * 4 + 3 * 5));
    EXPECT_EQ(done.report.gpu_milliseconds.size(), 3U);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_EQ(fractions.back(), 1.0);
}

TEST_F(MatrixUsage, AddsPartByPartIfMemoryIsShort) {
    std::vector<std::uint16_t> a(100'003), b(100'003);
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = static_cast<std::uint16_t>(7 * i);
        b[i] = static_cast<std::uint16_t>(i * i);
    }
    CallOptions call;
    call.memory_limit = 200'000;
    call.repeat = 2;
    const auto result = take(operate(runner(), std::span<const std::uint16_t>(a), std::span<const std::uint16_t>(b),
                                     ElementwiseOperator::multiply, call));
    EXPECT_GT(result.report.parts, 2U);
    EXPECT_LE(result.report.report.device_bytes, 200'000U);
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(result.values[i], static_cast<std::uint16_t>(a[i] * static_cast<std::uint32_t>(b[i]))) << i;
    }
    call.memory_limit = 64;
    EXPECT_ERROR(operate(runner(), std::span<const std::uint16_t>(a), std::span<const std::uint16_t>(b),
                         ElementwiseOperator::add, call),
                 ErrorCode::too_large);
    EXPECT_ERROR(operate(runner(), std::span<const std::uint16_t>(a), std::span<const std::uint16_t>()),
                 ErrorCode::invalid_argument);
    EXPECT_TRUE(take(operate(runner(), std::span<const double>(), std::span<const double>())).values.empty());
}

TEST_F(MatrixUsage, RefusesWhatDoesNotFit) {
    const std::vector<float> some(16, 1);
    const MatrixMultiplyParams params{.rows = 4, .columns = 4, .inner = 4};
    const auto call = [&](std::size_t a, const MatrixMultiplyCallOptions& options) {
        return multiply(runner(), std::span(some).first(a), std::span(some), params, options);
    };
    EXPECT_ERROR(call(15, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(call(16, {.call = {.memory_limit = 100}}), ErrorCode::too_large);
    EXPECT_ERROR(call(16, {.call = {.repeat = 0}}), ErrorCode::invalid_argument);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_ERROR(call(16, {.call = {.cancel = stop.get_token()}}), ErrorCode::cancelled);
    const std::vector<std::int32_t> whole(16, 1);
    EXPECT_ERROR(multiply(runner(), std::span(whole), std::span(whole), params, {.alpha = 0.5}),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(MatrixMultiply{}.access({}), ErrorCode::invalid_argument);
    const MatrixMultiply made = take(MatrixMultiply::create(context(), params));
    const Buffer buffer = upload(runner(), std::vector<float>(64, 1));
    const BufferView a = buffer.view().slice(0, 64);
    EXPECT_ERROR(made.access({.a = a, .b = a, .c = a}), ErrorCode::invalid_argument);
    EXPECT_ERROR(made.access({.a = a, .b = {}, .c = buffer.view().slice(64, 64)}), ErrorCode::invalid_argument);
    const auto access = take(made.access({.a = a, .b = a, .c = buffer.view().slice(64, 64)}));
    EXPECT_NE(access.a.first.access & VK_ACCESS_SHADER_READ_BIT, 0U);
    EXPECT_NE(access.c.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0U);
}

TEST(MatrixComparing, AcceptsTheResultOfASumWithAnIntermediateOverflow) {
    const auto differs = [](const std::vector<float>& a, const std::vector<float>& b, double alpha, float got) {
        const MatrixMultiplyPlan plan =
            take(plan_matrix_multiply({.rows = 1, .columns = 1, .inner = a.size()}, DeviceProfile{}), "plan");
        return !compare_with_matrix_reference(plan,
                                              {std::as_bytes(std::span(a)), std::as_bytes(std::span(b)), {}, alpha, 0},
                                              std::as_bytes(std::span(&got, 1)))
                    .difference.empty();
    };
    constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNaN = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(differs({1e30F, -1e30F}, {1e30F, 1e30F}, 1, kNaN));
    EXPECT_FALSE(differs({1e30F, -1e30F}, {1e30F, 1e30F}, 1, 0));
    EXPECT_FALSE(differs({1e30F}, {1e30F}, 1e-30, kInfinity));
    EXPECT_TRUE(differs({1e30F, -1e30F}, {1e-30F, 1e-30F}, 1, kNaN));
    EXPECT_TRUE(differs({1e30F}, {1e-30F}, 1e30, kInfinity));
    EXPECT_TRUE(differs({1, 2}, {3, 4}, 1, 12));
}

}  // namespace vkalgo::test
