#pragma once

#include "../../engine/result.hpp"
#include "histogram_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vkalgo {

/// The counts of one histogram, computed on the CPU.
struct HistogramCounts {
    /// One count per bin.
    std::vector<std::uint64_t> counts;
    std::uint64_t outside = 0;
    /// The number of NaN among the values outside.
    std::uint64_t nan = 0;
};

/// Counts on the processor, one value after another. Tests compare the kernels' results with the counts. `values` are
/// whole values of options.type. Uses type, bins, range and edges of the options. Errors: those of rule_of;
/// invalid_argument if the bytes are not a multiple of the type's size.
Result<HistogramCounts> histogram_reference(std::span<const std::byte> values, const HistogramOptions& options);

/// Counts several histograms on the processor: one per counted channel of packed pixels, or one per segment between
/// `offsets`. `weights`, if not empty, has one weight per pixel. Errors: those of rule_of.
Result<std::vector<HistogramCounts>> histogram_references(std::span<const std::byte> values,
                                                          const HistogramOptions& options,
                                                          std::span<const std::uint32_t> offsets,
                                                          std::span<const std::uint32_t> weights);

/// The sums of the weights of one histogram, computed on the CPU.
struct HistogramSums {
    /// One sum per bin, then the sum of the weights of the values outside the range, then the sum of the weights of the
    /// NaN among these values.
    std::vector<double> sums;
    /// For each entry of `sums`, the sum of the absolute values of its weights, by which the error of the sum is
    /// judged.
    std::vector<double> magnitudes;
};

/// Adds up weights of f32, one after another, in the longest floating-point type. With n weights the error of a sum is
/// less than n * 2^-52 of its magnitude. `offsets` and errors: those of histogram_references.
Result<std::vector<HistogramSums>> histogram_reference_sums(std::span<const std::byte> values,
                                                            const HistogramOptions& options,
                                                            std::span<const std::uint32_t> offsets,
                                                            std::span<const float> weights);

}  // namespace vkalgo
