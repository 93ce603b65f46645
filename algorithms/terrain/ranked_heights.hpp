#pragma once

#include <span>
#include <vector>

namespace vkalgo {

/// Returns whether f32 represents these heights exactly as the device uses them: each height with data (is_height) is
/// an f32, and only 0 itself counts as 0 (effective_height).
bool f32_holds(std::span<const double> heights);
/// Returns whether the device uses these f32 heights exactly, that is, whether no height except 0 counts as 0
/// (effective_height).
bool f32_holds(std::span<const float> heights);

/// Heights that f32 cannot represent, in the form that the device takes. Filling and flats only need to know which of
/// two heights is greater, so they work on ranks. Slopes need the heights themselves.
struct RankedHeights {
    /// Per cell an f32 that stands for the index of its height in `values`; NaN for no data. These f32 have the order
    /// of the heights. For FillArguments::heights and FlowArguments::heights.
    std::vector<float> ranks;
    /// The distinct heights, ascending. For FlowArguments::values.
    std::vector<double> values;

    /// Returns the height that `rank` stands for; NaN for no data. `rank` is an entry of `ranks`, or of the surface
    /// that DepressionFill makes of `ranks`.
    double value(float rank) const;
};
/// Ranks at most kMaxTerrainCells heights, as effective_height makes them. It sorts on the CPU, in several threads if
/// there are many heights.
RankedHeights rank_heights(std::span<const double> heights);

}  // namespace vkalgo
