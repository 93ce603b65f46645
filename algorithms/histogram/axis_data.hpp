// Internal to algorithms/histogram/: what the coordinates of points say about the bins.
#pragma once

#include "algorithms/histogram/histogram_2d_plan.hpp"

#include <cstddef>
#include <span>

namespace vkalgo::histogram_detail {

/// Gives each axis without range and edges the range of its finite coordinates, or 0 to 1 if there are none. `y` is
/// empty if the points are interleaved.
void take_ranges(std::span<const std::byte> x, std::span<const std::byte> y, Histogram2dOptions& options);

}  // namespace vkalgo::histogram_detail
