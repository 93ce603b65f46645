#pragma once

#include "../../engine/result.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// A line through the logarithms of box counts.
struct BoxFit {
    /// The slope of the line: the box-counting dimension.
    double dimension = 0;
    /// The natural logarithm of the count at size 1, as the line gives it.
    double intercept = 0;
    /// The standard error of the slope; 0 for two sizes.
    double standard_error = 0;
    /// The share of the variance of log count that the line explains; 1 if the variance is 0.
    double r_squared = 1;
    /// The number of sizes that were used.
    std::uint64_t sizes = 0;
};

/// Fits log count against log (1 / size) by least squares, over the sizes from `low` to `high` whose count is not 0.
/// Both spans have one entry per size; sizes must be above 0. Errors: invalid_argument (fewer than two different sizes
/// are left).
Result<BoxFit> fit_boxes(std::span<const double> sizes, std::span<const double> counts, double low, double high);

/// Returns, between each size and the next, the slope of log count against log (1 / size); NaN if a count is 0.
std::vector<double> local_slopes(std::span<const double> sizes, std::span<const double> counts);

}  // namespace vkalgo
