#pragma once

#include "../../engine/result.hpp"
#include "histogram_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// Counts that the CPU made.
struct HistogramCounts {
    /// one per bin
    std::vector<std::uint64_t> counts;
    std::uint64_t outside = 0;
    /// of those outside, how many are NaN
    std::uint64_t nan = 0;
};

/// Counts on the processor, one value after another: what tests compare the kernels' results with. `values` are whole
/// values of options.type. Uses type, bins, range and edges of the options. Errors: those of rule_of; invalid_argument
/// if the bytes are no multiple of the type's.
Result<HistogramCounts> histogram_reference(std::span<const std::byte> values, const HistogramOptions& options);

/// The same for several histograms, one each: of the channels of packed pixels or of the segments between `offsets`,
/// with one of `weights` for each pixel, where there are some. Errors: those of histogram_reference.
Result<std::vector<HistogramCounts>> histogram_references(std::span<const std::byte> values,
                                                          const HistogramOptions& options,
                                                          std::span<const std::uint32_t> offsets,
                                                          std::span<const std::uint32_t> weights);

}  // namespace vkalgo
