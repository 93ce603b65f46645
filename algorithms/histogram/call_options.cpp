#include "algorithms/histogram/call_options.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <string>

namespace vkalgo::histogram_detail {

namespace {

void add_counts(const HistogramPlan& plan, std::span<const std::uint32_t> words, HistogramResult& result) {
    const bool sums = plan.counter_bytes == 8;
    const std::size_t bins = result.rule.bins;
    for (std::size_t number = 0; number < plan.histograms; ++number) {
        const auto counter = [&](std::size_t which) -> std::uint64_t {
            const std::size_t index = number * plan.counters + which;
            return sums ? words[2 * index] | std::uint64_t{words[2 * index + 1]} << 32 : words[index];
        };
        for (std::size_t bin = 0; bin < bins; ++bin) {
            result.counts[number * bins + bin] += counter(bin);
        }
        result.outside_of[number] += counter(bins);
        result.outside += counter(bins);
        result.nan += is_float(result.rule.type) ? counter(bins + 1) : 0;
    }
}

/// Adds the sums of f32 weights of one recording to the result. Two words of `words` are the bits of a double.
void add_sums(const HistogramPlan& plan, std::span<const std::uint32_t> words, HistogramResult& result) {
    const std::size_t bins = result.rule.bins;
    for (std::size_t number = 0; number < plan.histograms; ++number) {
        const auto sum = [&](std::size_t which) {
            const std::size_t index = number * plan.counters + which;
            return std::bit_cast<double>(words[2 * index] | std::uint64_t{words[2 * index + 1]} << 32);
        };
        for (std::size_t bin = 0; bin < bins; ++bin) {
            result.sums[number * bins + bin] += sum(bin);
        }
        result.outside_sums[number] += sum(bins);
        result.nan_sums[number] += is_float(result.rule.type) ? sum(bins + 1) : 0;
    }
}

}  // namespace

HistogramOptions complete_options(const HistogramCallOptions& call) {
    HistogramOptions options = call.histogram;
    options.rows = false;
    // The call adds up in 64 bits on the host, so 32-bit counters are enough on the device.
    options.counters = options.counters == 64 ? 32 : options.counters;
    if (!call.offsets.empty()) {
        options.segments = static_cast<std::uint32_t>(call.offsets.size() - 1);
    }
    if (!call.weights.empty()) {
        options.weights = HistogramWeights::u32;
    }
    if (!call.float_weights.empty()) {
        options.weights = HistogramWeights::f32;
    }
    return options;
}

std::uint64_t pixel_bytes_of(const HistogramOptions& options) {
    return std::uint64_t{size_of(options.type)} * std::max(options.channels, 1u);
}

Result<std::vector<std::uint32_t>> weights_of(const HistogramCallOptions& call, std::optional<std::uint64_t> count) {
    if (!call.weights.empty() && !call.float_weights.empty()) {
        return Error{ErrorCode::invalid_argument, "weights of u32 and weights of f32 are given; give only one of them",
                     "weights"};
    }
    std::vector<std::uint32_t> bits(call.weights.begin(), call.weights.end());
    std::transform(call.float_weights.begin(), call.float_weights.end(), std::back_inserter(bits),
                   [](float weight) { return std::bit_cast<std::uint32_t>(weight); });
    if (complete_options(call).weights != HistogramWeights::none && (!count || bits.size() != *count)) {
        return Error{ErrorCode::invalid_argument,
                     count ? "the number of weights is " + std::to_string(bits.size()) +
                                 ", but that of the pixels is " + std::to_string(*count) + "; give one weight per pixel"
                           : "weights need the number of pixels beforehand; give the counter its `count`, or use "
                             "the call that gets all values at once",
                     "weights"};
    }
    return bits;
}

Result<void> check_offsets(const HistogramCallOptions& call) {
    if (call.offsets.size() == 1) {
        return Error{ErrorCode::invalid_argument, "one offset does not make a segment; give the end of the segment too",
                     "offsets"};
    }
    if (call.histogram.segments != 0 && call.offsets.size() != std::size_t{call.histogram.segments} + 1) {
        return Error{ErrorCode::invalid_argument,
                     "the number of segments is " + std::to_string(call.histogram.segments) +
                         ", so there must be one offset more, but the number of offsets is " +
                         std::to_string(call.offsets.size()),
                     "offsets"};
    }
    const auto wrong = std::is_sorted_until(call.offsets.begin(), call.offsets.end());
    if (wrong != call.offsets.end()) {
        return Error{ErrorCode::invalid_argument,
                     "offset " + std::to_string(wrong - call.offsets.begin()) + " is " + std::to_string(*wrong) +
                         ", less than the offset before it, " + std::to_string(*std::prev(wrong)) +
                         "; offsets count from 0",
                     "offsets"};
    }
    return {};
}

void add_counted(const HistogramPlan& plan, HistogramWeights weights, std::span<const std::uint32_t> words,
                 HistogramResult& result) {
    if (weights == HistogramWeights::f32) {
        add_sums(plan, words, result);
    } else {
        add_counts(plan, words, result);
    }
}

}  // namespace vkalgo::histogram_detail
