#pragma once

#include "../../engine/result.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// A line through the logarithms of box counts.
struct BoxFit {
    /// Its slope: the box-counting dimension.
    double dimension = 0;
    /// The logarithm, to base e, of the count at size 1 by that line.
    double intercept = 0;
    /// of the slope; 0 of two sizes
    double standard_error = 0;
    /// How much of the variance of log count the line explains; 1 if there is none.
    double r_squared = 1;
    /// sizes that were used
    std::uint64_t sizes = 0;
};

/// Least squares of log count against log (1 / size), over the sizes from `low` to `high` whose count is not 0. Both
/// spans have one entry per size; sizes above 0. Errors: invalid_argument: fewer than two different sizes are left.
Result<BoxFit> fit_boxes(std::span<const double> sizes, std::span<const double> counts, double low, double high);

/// Between each size and the next, the slope of log count against log (1 / size); NaN where a count is 0.
std::vector<double> local_slopes(std::span<const double> sizes, std::span<const double> counts);

}  // namespace vkalgo
