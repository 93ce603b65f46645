#pragma once

#include "formats/drawing/canvas.hpp"

/// The colours of pictures of tables.
namespace vkalgo::formats {

/// The place `share`, 0 to 1, of a map from dark violet over green to yellow whose equal steps look equal: viridis, by
/// S. van der Walt and N. Smith (CC0).
Colour map_colour(double share);

inline constexpr Colour kGround{255, 255, 255}, kInk{34, 34, 34}, kQuiet{110, 110, 110};
/// of cells that hold what INFEASIBLE, or UNBOUNDED, stands for, and of those that are no number
inline constexpr Colour kInfeasible{178, 182, 190}, kUnbounded{60, 60, 66}, kNotANumber{240, 160, 200};
/// of the solution
inline constexpr Colour kPath{226, 30, 60};

}  // namespace vkalgo::formats
