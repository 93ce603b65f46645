// Internal to algorithms/histogram/: what the parts of the easy call have in common.
#pragma once

#include "algorithms/histogram/histogram_call.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo::histogram_detail {

/// The largest count that a 32-bit counter holds.
inline constexpr std::uint64_t kMaxCounted = std::numeric_limits<std::uint32_t>::max();

/// Returns the options of the histogram, completed with the call's own fields: offsets and weights.
HistogramOptions complete_options(const HistogramCallOptions& call);

std::uint64_t pixel_bytes_of(const HistogramOptions& options);

/// Returns the weight of each pixel: a u32, or the bit pattern of an f32. Empty without weights. `count` is the number
/// of pixels; not set if unknown. Errors: invalid_argument (weights of both types; not one weight per pixel; weights
/// without `count`).
Result<std::vector<std::uint32_t>> weights_of(const HistogramCallOptions& call, std::optional<std::uint64_t> count);

/// Checks the offsets. Errors: invalid_argument if there is only one, if they do not ascend, or if histogram.segments
/// is not 0 and their number is not histogram.segments + 1.
Result<void> check_offsets(const HistogramCallOptions& call);

/// Adds what a recording counted (`words`, the contents of its `counts`) to a result of the same options.
void add_counted(const HistogramPlan& plan, HistogramWeights weights, std::span<const std::uint32_t> words,
                 HistogramResult& result);

}  // namespace vkalgo::histogram_detail
