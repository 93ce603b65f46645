#include "algorithms/histogram/linspace.hpp"

#include <cmath>

namespace vkalgo {

double Linspace::scaled_edge(std::uint32_t bin) const {
    // `volatile` keeps compilers from fusing the multiplication with the addition below.
    const volatile double from_low = bin * step;
    return from_low + low;
}

double Linspace::edge(std::uint32_t bin) const {
    return std::ldexp(scaled_edge(bin), -exponent);
}

Linspace linspace(double low, double high, std::uint32_t bins) {
    if (low == high) {
        return {low, 0, 0};
    }
    // Halving is exact, except for numbers too small to affect the width.
    const double difference = high - low;
    const bool finite = std::isfinite(difference);
    const double width = finite ? difference : high / 2 - low / 2;
    const int exponent = 10 - std::ilogb(width) - (finite ? 0 : 1);
    return {std::ldexp(low, exponent), std::ldexp(width, exponent + (finite ? 0 : 1)) / bins, exponent};
}

}  // namespace vkalgo
