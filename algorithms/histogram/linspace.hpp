#pragma once

#include <cstdint>

namespace vkalgo {

/// The edges between bins of equal width, as numpy.linspace computes them:
///     edge i = i * step + low, where step = (high - low) / bins,
/// in double precision. Each result is rounded to nearest even and none is contracted. Exponents are unlimited, because
/// low and step are multiplied by 2^exponent, so that 2^10 <= (high - low) * 2^exponent < 2^11. (numpy's differ if
/// high - low exceeds the greatest double, or if an edge or the step is below the least normal one.)
struct Linspace {
    double low = 0;
    double step = 0;
    int exponent = 0;

    /// Returns edge `bin` times 2^exponent.
    double scaled_edge(std::uint32_t bin) const;

    /// Returns edge `bin`.
    double edge(std::uint32_t bin) const;
};

/// Makes the edges of `bins` bins from `low` to `high`, finite numbers. If they are equal, so are all edges.
Linspace linspace(double low, double high, std::uint32_t bins);

}  // namespace vkalgo
