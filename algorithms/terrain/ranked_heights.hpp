#pragma once

#include <span>
#include <vector>

namespace vkalgo {

/// Whether heights that are reckoned with as f32 are these: each that has data (is_height) is an f32, and none but 0
/// counts as 0 (effective_height).
bool f32_holds(std::span<const double> heights);
/// The same of heights that are f32.
bool f32_holds(std::span<const float> heights);

/// Heights that f32 does not hold, as a device takes them. Filling and flats ask only which of two heights is the
/// greater: they work on ranks. Slopes need the heights themselves.
struct RankedHeights {
    /// Per cell an f32 that stands for the rank of its height among `values`, in the same order; NaN: no data. For
    /// FillArguments::heights and FlowArguments::heights.
    std::vector<float> ranks;
    /// The heights, each once, ascending. For FlowArguments::values.
    std::vector<double> values;

    /// The height that an entry of `ranks` stands for, filled or not; NaN of no data.
    double value(float rank) const;
};
/// Of at most kMaxTerrainCells heights, as effective_height makes them. The processor sorts, in several threads if
/// there are many.
RankedHeights rank_heights(std::span<const double> heights);

}  // namespace vkalgo
