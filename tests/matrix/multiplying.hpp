#pragma once

#include "algorithms/matrix/matrix_multiply.hpp"
#include "algorithms/matrix/matrix_reference.hpp"
#include "algorithms/matrix/matrix_tuning.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/random.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace vkalgo::test {

inline constexpr ElementType kMatrixTypes[] = {ElementType::f32, ElementType::f64, ElementType::f16, ElementType::i32,
                                               ElementType::u32, ElementType::i64, ElementType::u64};

/// Returns random elements of a type: floats in [-1, 1], or any integers.
inline std::vector<std::uint8_t> random_elements(ElementType type, std::uint64_t bytes, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<std::uint8_t> data(bytes);
    with_type(type, [&](auto sample) {
        using T = decltype(sample);
        for (std::uint64_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
            T value;
            if constexpr (std::is_integral_v<T>) {
                value = static_cast<T>(random.next());
            } else {
                value = static_cast<T>(static_cast<double>(random.next32()) * 0x1p-31 - 1);
            }
            std::memcpy(data.data() + at, &value, sizeof(T));
        }
    });
    return data;
}

/// Fills the bytes that belong to no element of a matrix with 0xFF, so that floats there are NaN and all bits of
/// integers are set.
inline void spoil_gaps(std::vector<std::uint8_t>& data, const MatrixLayout& layout, ElementType type,
                       std::uint64_t batches) {
    std::vector<bool> used(data.size());
    const std::uint64_t size = size_of(type);
    for (std::uint64_t batch = 0; batch < batches; ++batch) {
        for (std::uint64_t row = 0; row < layout.rows; ++row) {
            const std::uint64_t at = (batch * layout.batch_stride + row * layout.row_stride) * size;
            std::fill_n(used.begin() + static_cast<std::ptrdiff_t>(at), layout.columns * size, true);
        }
    }
    for (std::size_t at = 0; at < data.size(); ++at) {
        if (!used[at]) {
            data[at] = 0xFF;
        }
    }
}

/// One product on guarded buffers.
struct MatrixRun {
    MatrixRun(Runner& on, const MatrixMultiply& by, std::uint64_t seed, double with_alpha = 1, double with_beta = 0)
        : runner(on),
          multiply(by),
          alpha(with_alpha),
          beta(with_beta),
          a(input(plan().a, 3 * seed + 1)),
          b(input(plan().b, 3 * seed + 2)),
          c(input(plan().c, 3 * seed + 3)),
          on_a(on, a),
          on_b(on, b),
          on_c(on, c),
          scratch(on, plan().scratch_bytes) {}

    const MatrixMultiplyPlan& plan() const { return multiply.plan(); }

    std::vector<std::uint8_t> input(const MatrixLayout& layout, std::uint64_t seed) const {
        const MatrixMultiplyParams& params = plan().params;
        std::vector<std::uint8_t> data = random_elements(params.options.type, layout.bytes, seed);
        spoil_gaps(data, layout, params.options.type, params.batches);
        return data;
    }

    MatrixMultiplyArguments arguments() const {
        return {.a = on_a.view(),
                .b = on_b.view(),
                .c = on_c.view(),
                .scratch = scratch.view(),
                .alpha = alpha,
                .beta = beta};
    }

    void run() const {
        ASSERT_OK(runner.run([&](Recorder& recorder) { return multiply.record(recorder, arguments()); }));
    }

    std::string words() const {
        const MatrixMultiplyParams& p = plan().params;
        return std::string(plan().method_name()) + " " + to_string(p.options.type) + " " + std::to_string(p.batches) +
               " x " + std::to_string(p.rows) + " x " + std::to_string(p.columns) + " x " + std::to_string(p.inner) +
               (p.options.transpose_a ? " A^T" : "") + (p.options.transpose_b ? " B^T" : "") + " splits " +
               std::to_string(plan().splits);
    }

    /// Expects that C equals the reference's C within the reference's bound of errors, and that all other bytes are
    /// unchanged.
    void expect() const {
        const std::vector<std::uint8_t> got = on_c.values<std::uint8_t>(c.size());
        const MatrixComparison comparison = compare_with_matrix_reference(
            plan(),
            {std::as_bytes(std::span(a)), std::as_bytes(std::span(b)), std::as_bytes(std::span(c)), alpha, beta},
            std::as_bytes(std::span(got)));
        ASSERT_EQ(comparison.difference, "") << words();
        std::vector<std::uint8_t> gaps = got, before = c;
        clear_cells(gaps);
        clear_cells(before);
        ASSERT_TRUE(gaps == before) << words() << ": something between rows or matrices changed";
        for (const GuardedBuffer* buffer : {&on_a, &on_b, &on_c, &scratch}) {
            buffer->expect_intact("a guard");
        }
    }

    void clear_cells(std::vector<std::uint8_t>& data) const {
        const MatrixLayout& layout = plan().c;
        const std::uint64_t size = size_of(plan().params.options.type);
        for (std::uint64_t batch = 0; batch < plan().params.batches; ++batch) {
            for (std::uint64_t row = 0; row < layout.rows; ++row) {
                const std::uint64_t at = (batch * layout.batch_stride + row * layout.row_stride) * size;
                std::fill_n(data.begin() + static_cast<std::ptrdiff_t>(at), layout.columns * size, std::uint8_t{0});
            }
        }
    }

    Runner& runner;
    const MatrixMultiply& multiply;
    double alpha, beta;
    std::vector<std::uint8_t> a, b, c;
    GuardedBuffer on_a, on_b, on_c, scratch;
};

/// Multiplies random matrices on the device and compares C with the reference.
inline void multiply_and_compare(Runner& runner, const MatrixMultiplyParams& params, std::uint64_t seed = 1,
                                 double alpha = 1, double beta = 0, const MatrixTuning* tuning = nullptr) {
    const MatrixMultiply multiply =
        take(tuning != nullptr ? create_tuned_matrix_multiply(runner.context(), params, *tuning)
                               : MatrixMultiply::create(runner.context(), params),
             "create");
    const MatrixRun run(runner, multiply, seed, alpha, beta);
    run.run();
    run.expect();
}

}  // namespace vkalgo::test
