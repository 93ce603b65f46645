// Internal to algorithms/histogram/: what the parts of its easy call have in common.
#pragma once

#include "algorithms/histogram/histogram_call.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace vkalgo::histogram_detail {

/// That counters of 32 bits count.
inline constexpr std::uint64_t kMaxCounted = std::numeric_limits<std::uint32_t>::max();

/// The options of the histogram, with what the call's own fields say.
HistogramOptions complete_options(const HistogramCallOptions& call);

std::uint64_t pixel_bytes_of(const HistogramOptions& options);

/// The bits of the weights of all pixels, of either type; `count` pixels, none: it is not known. Errors:
/// invalid_argument (weights of both types, or not one per pixel).
Result<std::vector<std::uint32_t>> weights_of(const HistogramCallOptions& call, std::optional<std::uint64_t> count);

/// Errors: invalid_argument (offsets that do not ascend, or are not one more than the segments).
Result<void> check_offsets(const HistogramCallOptions& call);

/// Adds what a recording counted, the words of its `counts`, to a result of the same options.
void add_counted(const HistogramPlan& plan, HistogramWeights weights, std::span<const std::uint32_t> words,
                 HistogramResult& result);

}  // namespace vkalgo::histogram_detail
