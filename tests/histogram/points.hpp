#pragma once

#include "algorithms/histogram/histogram_2d_call.hpp"
#include "tests/histogram/inputs.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

/// Points, and numpy.histogram2d's rule in a simple form.
namespace vkalgo::test {

/// A type that holds the values of every element type exactly. NumPy's doubles do not hold all integers of 64 bits.
using NumpyValue = long double;

/// Returns the edges of an axis as NumPy makes them: numpy.linspace(low, high, bins + 1) in double precision.
inline std::vector<NumpyValue> numpy_edges(double low, double high, std::uint32_t bins) {
    if (low == high) {
        low -= 0.5;
        high += 0.5;
    }
    const double step = (high - low) / bins;
    std::vector<NumpyValue> edges;
    for (std::uint32_t bin = 0; bin < bins; ++bin) {
        const volatile double product = bin * step;
        edges.push_back(product + low);
    }
    edges.push_back(high);
    return edges;
}

/// Returns the values as numbers.
inline std::vector<NumpyValue> numbers_of(std::span<const std::uint8_t> bytes, ElementType type) {
    std::vector<NumpyValue> numbers;
    with_type(type, [&](auto value) {
        for (std::size_t at = 0; at < bytes.size(); at += sizeof value) {
            std::memcpy(&value, bytes.data() + at, sizeof value);
            numbers.push_back(static_cast<NumpyValue>(value));
        }
    });
    return numbers;
}

/// The expected counts: those of the bins, with the bins of y in the inner loop; the points without a bin, including
/// those with NaN; the points with NaN.
struct NumpyCounts {
    std::vector<std::uint64_t> counts;
    std::uint64_t outside = 0;
    std::uint64_t nan = 0;
};

/// Counts as numpy.histogramdd does: numpy.searchsorted(edges, values, side="right"), and the last edge belongs to the
/// last bin. `weights` may be empty.
inline NumpyCounts numpy_histogram2d(const std::vector<NumpyValue>& x, const std::vector<NumpyValue>& y,
                                     const std::vector<NumpyValue>& x_edges, const std::vector<NumpyValue>& y_edges,
                                     const std::vector<std::uint32_t>& weights = {}) {
    const auto position_in = [](const std::vector<NumpyValue>& edges, NumpyValue value) {
        const auto right = std::upper_bound(edges.begin(), edges.end(), value) - edges.begin();
        return static_cast<std::size_t>(value == edges.back() ? right - 1 : right);
    };
    const std::size_t x_bins = x_edges.size() - 1, y_bins = y_edges.size() - 1;
    NumpyCounts found{std::vector<std::uint64_t>(x_bins * y_bins)};
    for (std::size_t point = 0; point < x.size(); ++point) {
        const std::uint64_t weight = weights.empty() ? 1 : weights[point];
        if (std::isnan(x[point]) || std::isnan(y[point])) {
            found.nan += weight;
            found.outside += weight;
            continue;
        }
        // Positions 0 and bins + 1 are outside.
        const std::size_t i = position_in(x_edges, x[point]), j = position_in(y_edges, y[point]);
        const bool inside = 1 <= i && i <= x_bins && 1 <= j && j <= y_bins;
        (inside ? found.counts[(i - 1) * y_bins + j - 1] : found.outside) += weight;
    }
    return found;
}

}  // namespace vkalgo::test
