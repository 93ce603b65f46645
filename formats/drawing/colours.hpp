#pragma once

#include "formats/drawing/canvas.hpp"

/// The colours of images of tables.
namespace vkalgo::formats {

/// Returns the colour at position `share`, 0 to 1, of a map from dark violet over green to yellow. Equal steps of the
/// position look equal. The map is viridis, by S. van der Walt and N. Smith (CC0).
Colour map_colour(double share);

inline constexpr Colour kGround{255, 255, 255}, kInk{34, 34, 34}, kQuiet{110, 110, 110};
/// The colours of cells with the value of INFEASIBLE or UNBOUNDED, and of cells that are not a number.
inline constexpr Colour kInfeasible{178, 182, 190}, kUnbounded{60, 60, 66}, kNotANumber{240, 160, 200};
/// The colour of alignments on the other strand. Alignments on the same strand have kInk.
inline constexpr Colour kOtherStrand{32, 112, 214};
/// The colour of the solution.
inline constexpr Colour kPath{226, 30, 60};

}  // namespace vkalgo::formats
