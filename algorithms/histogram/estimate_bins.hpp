#pragma once

#include "../../engine/result.hpp"
#include "../element_type.hpp"
#include "bin_rule.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace vkalgo {

/// The rules by which numpy.histogram_bin_edges chooses a number of bins. Each gives a width w for n values from a to
/// b; the number of bins is the width of the range divided by w, rounded up.
enum class BinEstimator : std::uint8_t {
    /// w = min(max(fd, sqrt / 2), sturges).
    automatic,
    /// w = (b - a) / (1 + log2(n) + log2(1 + |g| / s)), with the skewness g of the values and the standard deviation of
    /// g, s = sqrt(6 (n - 2) / ((n + 1) (n + 3))); one bin for two values or fewer (Doane 1976).
    doane,
    /// w = 2 q / n^(1/3), with the distance q from the first to the third quartile; one bin if q is 0 (Freedman and
    /// Diaconis 1981).
    fd,
    /// w = (b - a) / (2 n^(1/3)).
    rice,
    /// w = (24 sqrt(pi) / n)^(1/3) d, with the standard deviation d (Scott 1979).
    scott,
    /// w = (b - a) / sqrt(n).
    sqrt,
    /// w = (b - a) / k, where k, from 1 to max(100, sqrt(n)), is the number of bins with the least estimated integrated
    /// squared error (Stone 1984).
    stone,
    /// w = (b - a) / (log2(n) + 1) (Sturges 1926).
    sturges,
};

/// The names of the estimators in NumPy, in the order of BinEstimator.
inline constexpr std::array<const char*, 8> kBinEstimatorNames{"auto",  "doane", "fd",    "rice",
                                                               "scott", "sqrt",  "stone", "sturges"};

/// What a rule gave: bins of even width over a range.
struct EstimatedBins {
    std::uint32_t bins = 1;
    HistogramRange range = {0, 1};
};

/// Returns the bins that the estimator gives for the values in the range. `values` holds whole values of `type`.
/// Without a given range, the range is that of the finite values (range_of_data), or 0 to 1 if no value is finite. A
/// range of floating-point values whose ends are equal is extended by 0.5 to each side. Bins of integer types are at
/// least 1 wide. If no value is in the range, there is one bin. For f64 and integers the number of bins is that of
/// NumPy 2; f16 and f32 values are computed as f64. Errors: those of make_bin_rule for the range; invalid_argument
/// (more than kMaxHistogramBins). Cost: one pass over the values, one more without a given range, and those of the
/// estimator: fd, stone and automatic one, scott two, doane three. fd, stone and automatic copy the values in the
/// range.
Result<EstimatedBins> estimate_bins(std::span<const std::byte> values, ElementType type, BinEstimator estimator,
                                    std::optional<HistogramRange> range = {});

}  // namespace vkalgo
