#include "formats/drawing/colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace vkalgo::formats {

/// Evaluates the polynomials of degree 6 that M. Zucker fitted to the map ("matplotlib colormaps", 2019, CC0).
Colour map_colour(double share) {
    constexpr std::array<std::array<double, 3>, 7> kFactors{{
        {0.2777273272234177, 0.005407344544966578, 0.3340998053353061},
        {0.1050930431085774, 1.404613529898575, 1.384590162594685},
        {-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
        {-4.634230498983486, -5.799100973351585, -19.33244095627987},
        {6.228269936347081, 14.17993336680509, 56.69055260068105},
        {4.776384997670288, -13.74514537774601, -65.35303263337234},
        {-5.435455855934631, 4.645852612178535, 26.3124352495832},
    }};
    const double t = std::clamp(share, 0.0, 1.0);
    std::array<std::uint8_t, 3> rgb{};
    for (std::size_t c = 0; c < 3; ++c) {
        double value = 0;
        for (std::size_t k = kFactors.size(); k-- > 0;) {
            value = value * t + kFactors.at(k).at(c);
        }
        rgb.at(c) = static_cast<std::uint8_t>(std::lround(255 * std::clamp(value, 0.0, 1.0)));
    }
    return {rgb[0], rgb[1], rgb[2]};
}

}  // namespace vkalgo::formats
