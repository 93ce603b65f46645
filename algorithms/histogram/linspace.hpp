#pragma once

#include <cstdint>

namespace vkalgo {

/// The edges between bins of equal width, as numpy.linspace computes them:
///     edge i = i * step + low, where step = (high - low) / bins,
/// in double precision. Each operation is rounded to nearest even, and no two are fused. low and step are multiplied by
/// 2^exponent, so that 2^10 <= (high - low) * 2^exponent < 2^11. So no edge overflows and no step underflows. (numpy's
/// edges differ if high - low exceeds the greatest double, or if an edge or the step is below the least normal double.)
struct Linspace {
    double low = 0;
    double step = 0;
    int exponent = 0;

    /// Returns edge `bin` times 2^exponent.
    double scaled_edge(std::uint32_t bin) const;

    /// Returns edge `bin`.
    double edge(std::uint32_t bin) const;
};

/// Makes the edges of `bins` bins from `low` to `high`, finite numbers. If `low` equals `high`, all edges are equal.
Linspace linspace(double low, double high, std::uint32_t bins);

}  // namespace vkalgo
