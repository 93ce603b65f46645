#include "algorithms/mesh/mesh_floats.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace vkalgo {

std::vector<float> floats_around_middle(std::span<const double> coordinates) {
    double middle[3] = {}, most = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (std::size_t at = axis; at < coordinates.size(); at += 3) {
            low = std::min(low, coordinates[at]);
            high = std::max(high, coordinates[at]);
        }
        middle[axis] = coordinates.empty() ? 0 : low / 2 + high / 2;
        most = std::max({most, std::abs(high - middle[axis]), std::abs(low - middle[axis])});
    }
    int exponent = 0;
    std::frexp(most, &exponent);
    std::vector<float> floats(coordinates.size());
    for (std::size_t at = 0; at < coordinates.size(); ++at) {
        const auto near = static_cast<float>(std::ldexp(coordinates[at] - middle[at % 3], -exponent));
        floats[at] = std::abs(near) < std::numeric_limits<float>::min() ? 0.0F : near;
    }
    return floats;
}

}  // namespace vkalgo
