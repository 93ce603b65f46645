#pragma once

#include "../../engine/result.hpp"
#include "../element_type.hpp"
#include "../exact_number.hpp"
#include "bin_rule.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo {

/// What is counted along one axis of a histogram of points, and into which bins.
struct HistogramAxis {
    /// The type of the coordinates.
    ElementType type = ElementType::f32;
    /// The number of bins: 1 to kMaxHistogramBins - 1. 0: as many as the edges make or, without edges, 10, as in
    /// numpy.histogram2d.
    std::uint32_t bins = 0;
    /// The range from the first edge to the last. Its ends are any finite numbers, also numbers that the type does not
    /// hold. If the ends are equal, the range is extended by 0.5 to each side. If not set, the range is
    /// whole_range(type); the easy call takes the range of the finite coordinates instead.
    std::optional<HistogramRange> range = {};
    /// If not empty: the ascending edges of the bins, instead of `bins` and `range`. No edge is NaN.
    std::vector<ExactNumber> edges = {};
};

/// The bins of one axis, as in numpy.histogram2d. Value v has bin i if edge(i) <= v < edge(i + 1); the last bin
/// includes its upper edge. Values are compared with the edges as real numbers, exactly, even if the type does not hold
/// an edge. NaN has no bin, and -0 equals 0. An infinity has a bin only if an edge is that infinity.
struct AxisBins {
    ElementType type = ElementType::f32;
    std::uint32_t bins = 0;
    HistogramRange range;
    /// All edges, or empty for bins of even width.
    std::vector<ExactNumber> edges;

    /// Returns the lower edge of bin `bin`, or the upper edge of the last bin for `bin` = bins. For even bins the first
    /// and the last edge are the ends of the range; the others are those of numpy.linspace, computed in double
    /// precision.
    ExactNumber edge(std::uint32_t bin) const;
};

/// Returns the bins of an axis. Errors: invalid_argument, with "bins", "range" or "edges": too many bins; a range that
/// is reversed or not finite; edges together with a range or with another number of bins; fewer than two edges, or an
/// edge that is NaN or not above the one before.
Result<AxisBins> make_axis_bins(const HistogramAxis& axis);

}  // namespace vkalgo
