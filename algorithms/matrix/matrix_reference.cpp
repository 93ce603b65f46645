#include "algorithms/matrix/matrix_reference.hpp"

#include "algorithms/exact_number.hpp"
#include "algorithms/matrix/matrix_method.hpp"
#include "algorithms/split_mix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace vkalgo {

namespace {

template <class T>
T element(std::span<const std::byte> bytes, std::uint64_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at * sizeof(T), sizeof(T));
    return value;
}

/// The first element of a row of A or of a column of B, and the step from one element to the next.
struct Line {
    std::uint64_t first = 0, step = 0;
};

template <class T>
MatrixReferenceCell cell_of(const MatrixMultiplyPlan& plan, const MatrixReferenceInput& input, Line a, Line b,
                            std::uint64_t c) {
    MatrixReferenceCell cell;
    const ElementType type = plan.params.options.type;
    const std::uint64_t inner = is_zero_factor(input.alpha, type) ? 0 : plan.params.inner;
    const bool adds_before = !is_zero_factor(input.beta, type);
    if constexpr (std::is_integral_v<T>) {
        for (std::uint64_t k = 0; k < inner; ++k) {
            cell.whole += static_cast<std::uint64_t>(element<T>(input.a, a.first + k * a.step)) *
                          static_cast<std::uint64_t>(element<T>(input.b, b.first + k * b.step));
        }
        const auto factor = [](double value) { return static_cast<std::uint64_t>(static_cast<std::int64_t>(value)); };
        cell.whole *= factor(input.alpha);
        if (adds_before) {
            cell.whole += factor(input.beta) * static_cast<std::uint64_t>(element<T>(input.c, c));
        }
    } else {
        const auto factor = [](double value) {
            return std::is_same_v<T, double> ? static_cast<long double>(value) : static_cast<float>(value);
        };
        for (std::uint64_t k = 0; k < inner; ++k) {
            const long double product = static_cast<long double>(element<T>(input.a, a.first + k * a.step)) *
                                        static_cast<long double>(element<T>(input.b, b.first + k * b.step));
            cell.value += product;
            cell.magnitude += std::abs(product);
        }
        cell.largest = cell.magnitude;
        cell.value *= factor(input.alpha);
        cell.magnitude *= std::abs(factor(input.alpha));
        if (adds_before) {
            const long double before = factor(input.beta) * static_cast<long double>(element<T>(input.c, c));
            cell.value += before;
            cell.magnitude += std::abs(before);
        }
        cell.largest = std::max(cell.largest, cell.magnitude);
    }
    return cell;
}

std::uint64_t index_of_cell(const MatrixMultiplyPlan& plan, std::uint64_t batch, std::uint64_t row,
                            std::uint64_t column) {
    return batch * plan.c.batch_stride + row * plan.c.row_stride + column;
}

/// Returns what is wrong with the device's value; empty if nothing is.
template <class T>
std::string fault_of(const MatrixMultiplyPlan& plan, const MatrixReferenceCell& cell, T got) {
    if constexpr (std::is_integral_v<T>) {
        const auto expected = static_cast<T>(cell.whole);
        return got == expected ? "" : std::to_string(got) + ", not " + std::to_string(expected);
    } else {
        const auto value = static_cast<long double>(got);
        const long double bound = matrix_bound(plan, cell);
        constexpr long double kLargest =
            std::is_same_v<T, Half> ? 65504.0L : static_cast<long double>(std::numeric_limits<T>::max());
        // If a value within the bound exceeds the type's range, the infinity of the same sign is accepted.
        const bool may_overflow = std::abs(cell.value) + bound > kLargest;
        // If a partial sum may exceed the range of the type in which sums are added, infinity and NaN are accepted too.
        const bool singles = std::is_same_v<T, Half> && plan.block_inner >= plan.params.inner;
        const long double largest_sum =
            singles ? static_cast<long double>(std::numeric_limits<float>::max()) : kLargest;
        const bool lost = std::isfinite(cell.value) && !std::isfinite(value) && cell.largest > largest_sum;
        const bool right = lost                     ? true
                           : std::isnan(cell.value) ? std::isnan(value)
                           : std::isinf(cell.value) ? value == cell.value
                           : std::isinf(value)      ? may_overflow && (value > 0) == (cell.value > 0)
                                                    : std::abs(value - cell.value) <= bound;
        const auto text = [](long double number) { return to_string(ExactNumber(static_cast<double>(number))); };
        return right ? "" : text(value) + ", not " + text(cell.value) + " +- " + text(bound);
    }
}

}  // namespace

MatrixReferenceCell matrix_reference_cell(const MatrixMultiplyPlan& plan, const MatrixReferenceInput& input,
                                          std::uint64_t batch, std::uint64_t row, std::uint64_t column) {
    const MatrixMultiplyOptions& options = plan.params.options;
    const std::uint64_t first_a = batch * plan.a.batch_stride, first_b = batch * plan.b.batch_stride;
    const Line a =
        options.transpose_a ? Line{first_a + row, plan.a.row_stride} : Line{first_a + row * plan.a.row_stride, 1};
    const Line b =
        options.transpose_b ? Line{first_b + column * plan.b.row_stride, 1} : Line{first_b + column, plan.b.row_stride};
    return with_type(options.type, [&](auto type) {
        return cell_of<decltype(type)>(plan, input, a, b, index_of_cell(plan, batch, row, column));
    });
}

long double matrix_bound(const MatrixMultiplyPlan& plan, const MatrixReferenceCell& cell) {
    const ElementType type = plan.params.options.type;
    if (!is_float(type)) {
        return 0;
    }
    const long double steps = static_cast<long double>(plan.params.inner) + 3;
    if (type == ElementType::f64) {
        return steps * 0x1p-53L * cell.magnitude + std::numeric_limits<double>::min();
    }
    const long double sum = steps * 0x1p-24L * cell.magnitude;
    if (type == ElementType::f16) {
        // The sum of each block of k is rounded to f16 once.
        const long double blocks =
            plan.block_inner == 0
                ? 1
                : std::ceil(static_cast<long double>(plan.params.inner) / static_cast<long double>(plan.block_inner));
        return sum * 1.01L + (blocks > 1 ? blocks * cell.magnitude : std::abs(cell.value) + sum) * 0x1p-11L + 0x1p-25L;
    }
    return sum + std::numeric_limits<float>::min();
}

MatrixComparison compare_with_matrix_reference(const MatrixMultiplyPlan& plan, const MatrixReferenceInput& input,
                                               std::span<const std::byte> got, std::uint64_t most_products) {
    const MatrixMultiplyParams& p = plan.params;
    MatrixComparison comparison;
    const std::uint64_t matrix = p.rows * p.columns;
    if (plan.c.bytes == 0) {
        return comparison;
    }
    const auto compare = [&](std::uint64_t batch, std::uint64_t row, std::uint64_t column) {
        const MatrixReferenceCell cell = matrix_reference_cell(plan, input, batch, row, column);
        const std::string fault = with_type(p.options.type, [&](auto type) {
            return fault_of(plan, cell, element<decltype(type)>(got, index_of_cell(plan, batch, row, column)));
        });
        ++comparison.cells;
        if (!fault.empty()) {
            comparison.difference = (p.batches > 1 ? "matrix " + std::to_string(batch) + ", " : std::string()) +
                                    "row " + std::to_string(row) + ", column " + std::to_string(column) +
                                    " (from 0) has " + fault;
        }
        return fault.empty();
    };
    const std::uint64_t most = std::max<std::uint64_t>(most_products / std::max<std::uint64_t>(p.inner, 1), 1);
    if (matrix <= most && p.batches <= most / matrix) {
        for (std::uint64_t batch = 0; batch < p.batches; ++batch) {
            for (std::uint64_t cell = 0; cell < matrix; ++cell) {
                if (!compare(batch, cell / p.columns, cell % p.columns)) {
                    return comparison;
                }
            }
        }
        return comparison;
    }
    dp::SplitMix64 random(matrix);
    for (std::uint64_t k = 0; k < most; ++k) {
        std::array<std::uint64_t, 3> position{random.next() % p.batches, random.next() % p.rows,
                                              random.next() % p.columns};
        if (k < 4) {
            position = {k < 2 ? 0 : p.batches - 1, k % 2 == 0 ? p.rows - 1 : 0, p.columns - 1};
        }
        if (!compare(position[0], position[1], position[2])) {
            return comparison;
        }
    }
    return comparison;
}

}  // namespace vkalgo
