// Internal to algorithms/mesh/: doubles as floats see them.
#pragma once

#include <span>
#include <vector>

namespace vkalgo {

/// Coordinates (x, y, z per point) around the middle of all of them, scaled by a power of two so that the greatest has
/// a size of 1/2 to 1; those that a float could not hold are 0.
std::vector<float> floats_around_middle(std::span<const double> coordinates);

}  // namespace vkalgo
