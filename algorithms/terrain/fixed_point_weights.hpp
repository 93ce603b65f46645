#pragma once

#include "../../engine/result.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Amounts of water that are no whole numbers, counted in whole units, so that sums of them are exact in any order: the
/// same by every method, in any number of parts and on every device.
///
/// A unit is 2^exponent: 2^-62 of the greatest power of two that is not above the sum of all, and no less than 2^-1074.
/// Each amount becomes the nearest number of units, of two the even one: it loses half a unit at most. A multiple of a
/// unit, such as a float of 2^-38 of the sum or more, or a whole number where the sum is below 2^63, loses nothing.
struct FixedPointWeights {
    int exponent = 0;
    /// one entry per amount; all together are below 2^64
    std::vector<std::uint64_t> units;

    /// So many units as the nearest double, of two the even one.
    double value(std::uint64_t count) const;
    /// The most units that are no more than `amount`, 2^64 - 1 at most. `amount` is not negative.
    std::uint64_t units_in(double amount) const;
};

/// Errors: invalid_argument (an amount that is NaN, infinite or negative; amounts whose sum a double does not hold).
Result<FixedPointWeights> fixed_point_weights(std::span<const double> amounts);

}  // namespace vkalgo
