// Internal to algorithms/histogram/: what histogram_2d_plan.cpp and the class Histogram2d have in common.
#pragma once

#include "algorithms/histogram/histogram_2d_plan.hpp"
#include "engine/scratch.hpp"

#include <cstdint>

namespace vkalgo::histogram_detail {

/// Returns the options of the histogram that counts indices. The indices below `bins` are bins. Index `bins` is for
/// points without a bin, index `bins` + 1 for points with NaN.
HistogramOptions counting_options(const Histogram2dOptions& options, std::uint64_t bins);

/// The parts of the scratch.
struct Histogram2dParts {
    ScratchLayout::Part indices, counting;
    ScratchNeed need;
};
Histogram2dParts parts_of(const Histogram2dPlan& plan);

}  // namespace vkalgo::histogram_detail
