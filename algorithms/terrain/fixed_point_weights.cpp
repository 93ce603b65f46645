#include "algorithms/terrain/fixed_point_weights.hpp"

#include "algorithms/exact_number.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

/// The exponent of the least double above 0.
constexpr int kLeastExponent = -1074;

}  // namespace

double FixedPointWeights::value(std::uint64_t count) const {
    return std::ldexp(static_cast<double>(count), exponent);
}

std::uint64_t FixedPointWeights::units_in(double amount) const {
    const double whole = std::floor(std::ldexp(amount, -exponent));
    const bool fits = whole < std::ldexp(1.0, 64);
    return fits ? static_cast<std::uint64_t>(whole) : std::numeric_limits<std::uint64_t>::max();
}

Result<FixedPointWeights> fixed_point_weights(std::span<const double> amounts) {
    double sum = 0;
    for (std::size_t cell = 0; cell < amounts.size(); ++cell) {
        const double amount = amounts[cell];
        if (!std::isfinite(amount) || amount < 0) {
            return Error{ErrorCode::invalid_argument,
                         "cell " + std::to_string(cell) + " (row by row from 0) has the weight " +
                             to_string(ExactNumber(amount)) + "; weights must be finite numbers of 0 or more",
                         "real_weights"};
        }
        sum += amount;
    }
    if (!std::isfinite(sum)) {
        return Error{ErrorCode::invalid_argument,
                     "the sum of the weights does not fit a double; scale the weights down", "real_weights"};
    }
    FixedPointWeights water;
    water.exponent = sum == 0 ? 0 : std::max(std::ilogb(sum) - 62, kLeastExponent);
    water.units.reserve(amounts.size());
    for (const double amount : amounts) {
        water.units.push_back(static_cast<std::uint64_t>(std::nearbyint(std::ldexp(amount, -water.exponent))));
    }
    return water;
}

}  // namespace vkalgo
