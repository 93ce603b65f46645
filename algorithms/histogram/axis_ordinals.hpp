// Internal to algorithms/histogram/: the edges of an axis in the form in which the kernel find_bins compares them with
// coordinates.
#pragma once

#include "algorithms/histogram/axis_bins.hpp"

#include <cstdint>
#include <vector>

namespace vkalgo::histogram_detail {

struct AxisOrdinals {
    /// For each bin, the ordinal of the least value of the type that is not below the bin's lower edge. Then the
    /// ordinal of the greatest value that is not above the last edge. All are ordinals of computed_as(type).
    std::vector<std::uint64_t> ordinals;
    /// The number of bins whose lower edge is not above the greatest value of the type, but at least 1. The other bins
    /// stay empty.
    std::uint32_t most = 1;
};

/// Returns the ordinals of the bins' edges. If no value of the type has a bin, the first ordinal is greater than the
/// last.
AxisOrdinals ordinals_of(const AxisBins& bins);

}  // namespace vkalgo::histogram_detail
