// Internal to algorithms/histogram/: the edges of an axis in the form that its kernel compares with.
#pragma once

#include "algorithms/histogram/axis_bins.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo::histogram_detail {

struct AxisOrdinals {
    /// For each bin the ordinal of the least value of the type that is not below its lower edge, then the ordinal of
    /// the greatest value that is not above the last edge. They are ordinals of computed_as(type).
    std::vector<std::uint64_t> ordinals;
    /// The number of bins whose lower edges are not above every value of the type, at least 1. The other bins stay
    /// empty.
    std::uint32_t most = 1;
};

/// Returns the ordinals of the bins' edges. If no value of the type has a bin, the first is above the last.
AxisOrdinals ordinals_of(const AxisBins& bins);

}  // namespace vkalgo::histogram_detail
