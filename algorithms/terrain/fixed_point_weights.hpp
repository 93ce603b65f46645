#pragma once

#include "../../engine/result.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Fractional amounts of water, counted in integer units. Sums of them are exact in any order, so they are the same
/// with every method, in any number of parts and on every device.
///
/// A unit is 2^exponent: 2^-62 times the largest power of two that is <= the sum of all amounts, but at least 2^-1074.
/// If all amounts are 0, a unit is 1. Each amount is rounded to the nearest number of units, ties to even, so it loses
/// at most half a unit. A multiple of a unit loses nothing: for example a float of at least 2^-38 of the sum, or an
/// integer if the sum is below 2^63.
struct FixedPointWeights {
    int exponent = 0;
    /// An entry per amount. Their sum is below 2^64.
    std::vector<std::uint64_t> units;

    /// Returns `count` units as the nearest double, ties to even.
    double value(std::uint64_t count) const;
    /// Returns the largest number of units that is <= `amount`, at most 2^64 - 1. `amount` must not be negative.
    std::uint64_t units_in(double amount) const;
};

/// Converts amounts. Errors: invalid_argument (an amount that is NaN, infinite or negative; a sum that a double cannot
/// hold).
Result<FixedPointWeights> fixed_point_weights(std::span<const double> amounts);

}  // namespace vkalgo
