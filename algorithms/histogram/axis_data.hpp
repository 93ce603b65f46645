// Internal to algorithms/histogram/: the ranges that follow from the coordinates of points.
#pragma once

#include "algorithms/histogram/histogram_2d_plan.hpp"

#include <cstddef>
#include <span>

namespace vkalgo::histogram_detail {

/// Gives each axis that has neither a range nor edges the range of its finite coordinates, or 0 to 1 if no coordinate
/// is finite. `y` is empty if the points are interleaved.
void take_ranges(std::span<const std::byte> x, std::span<const std::byte> y, Histogram2dOptions& options);

}  // namespace vkalgo::histogram_detail
