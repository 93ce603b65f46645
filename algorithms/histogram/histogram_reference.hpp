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

/// Sums of weights that the CPU made.
struct HistogramSums {
    /// one per bin, then of the values outside the range, and of NaN among these
    std::vector<double> sums;
    /// the same of the absolute values of the weights, by which the error of a sum is judged
    std::vector<double> magnitudes;
};

/// Weights of f32, added up one after another in the longest floating-point type: with n of them a sum is wrong by less
/// than n * 2^-52 of its magnitude. `offsets` and errors: as of histogram_references.
Result<std::vector<HistogramSums>> histogram_reference_sums(std::span<const std::byte> values,
                                                            const HistogramOptions& options,
                                                            std::span<const std::uint32_t> offsets,
                                                            std::span<const float> weights);

}  // namespace vkalgo
