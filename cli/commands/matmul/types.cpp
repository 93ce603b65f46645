#include "cli/commands/matmul/types.hpp"

#include "formats/convert.hpp"
#include "support/bad_usage.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {
namespace {

/// Returns the greatest magnitude of an element, rounded to f64; 0 without elements.
double greatest(const Array& array) {
    return with_type(array.type, [&](auto value) {
        double most = 0;
        for (std::size_t at = 0; at + sizeof value <= array.data.size(); at += sizeof value) {
            std::memcpy(&value, array.data.data() + at, sizeof value);
            most = std::max(most, std::abs(static_cast<double>(value)));
        }
        return most;
    });
}

/// Returns the sum of the magnitudes of the elements of a row (with `of_columns`, of a column) of a matrix of f64, for
/// the row or column with the greatest sum.
double greatest_sum(const Array& matrix, bool of_columns) {
    std::vector<double> sums(matrix.shape[of_columns ? 1 : 0]);
    for (std::size_t k = 0; k < matrix.count(); ++k) {
        double value = 0;
        std::memcpy(&value, matrix.data.data() + k * sizeof value, sizeof value);
        sums[of_columns ? k % matrix.shape[1] : k / matrix.shape[1]] += std::abs(value);
    }
    return sums.empty() ? 0 : *std::max_element(sums.begin(), sums.end());
}

}  // namespace

ElementType product_type(ElementType type) {
    switch (type) {
        case ElementType::u8:
            return ElementType::u32;
        case ElementType::i8:
            return ElementType::i32;
        case ElementType::u16:
            return ElementType::u64;
        case ElementType::i16:
            return ElementType::i64;
        default:
            return type;
    }
}

Result<void> check_sums_fit(ElementType type, std::uint64_t inner) {
    if (size_of(type) != 1) {
        return {};
    }
    // The greatest products are 255 * 255 and -128 * -128.
    const bool negative = is_signed(type);
    const std::uint64_t most = negative ? INT32_MAX / (128 * 128) : UINT32_MAX / (255 * 255);
    if (inner <= most) {
        return {};
    }
    return bad_usage(
        fmt::format("a sum of {} products of {} might not fit {}, which surely holds only sums of at most {} products; "
                    "add --type {} for a product of that type",
                    inner, to_string(type), to_string(product_type(type)), most, negative ? "i64" : "u64"));
}

Result<void> choose_type(std::vector<Array>& matrices, std::span<const std::string> files, bool transpose_a,
                         double alpha, double beta) {
    const Array& a = matrices[0];
    const auto inner = static_cast<double>(a.shape.size() == 2 ? a.shape[transpose_a ? 0 : 1] : a.count());
    double most = std::abs(alpha) * inner * greatest(a) * greatest(matrices[1]);
    most += matrices.size() > 2 ? std::abs(beta) * greatest(matrices[2]) : 0;
    const bool whole = alpha == std::trunc(alpha) && beta == std::trunc(beta);
    const bool fits = most < 0x1p31 && std::all_of(matrices.begin(), matrices.end(),
                                                   [](const Array& matrix) { return greatest(matrix) < 0x1p31; });
    for (std::size_t k = 0; k < matrices.size(); ++k) {
        VKALGO_TRY(matrices[k],
                   converted(std::move(matrices[k]), whole && fits ? ElementType::i32 : ElementType::f64, files[k]));
    }
    if (!whole || fits || a.shape.size() != 2) {
        return {};
    }
    double sum = std::abs(alpha) * greatest_sum(a, transpose_a) * greatest(matrices[1]);
    sum += matrices.size() > 2 ? std::abs(beta) * greatest(matrices[2]) : 0;
    if (sum > 0x1p53) {
        return bad_usage(
            "sums of these whole numbers may exceed 2^53, and f64 would round them; add --type f64 for rounded sums, "
            "or --type i64 for sums modulo 2^64");
    }
    return {};
}

}  // namespace vkalgo::cli
