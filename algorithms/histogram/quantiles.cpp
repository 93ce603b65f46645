#include "algorithms/histogram/quantiles.hpp"

#include "algorithms/exact_number.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace vkalgo {

namespace {

/// A type for the sum of all counts, which may exceed 2^64.
__extension__ using Wide = unsigned __int128;

/// Returns the value below which `share` of a bin's values lie.
double inside(const BinRule& rule, std::uint32_t bin, double share) {
    const double low = rule.edge(bin);
    const double high = rule.edge(bin + 1);
    if (rule.kind == BinRule::Kind::same || !std::isfinite(high)) {
        return low;
    }
    if (!std::isfinite(low)) {
        return high;
    }
    // The difference of the two ends may overflow a double.
    return std::clamp(low * (1 - share) + high * share, low, high);
}

/// Returns the quantile for `fraction`. First finds the bin in which the fraction of all values is reached, then the
/// share of this bin's own values that belongs to the fraction.
double value_at(const BinRule& rule, std::span<const std::uint64_t> counts, Wide total, double fraction) {
    // The product is rounded: 0.1 of 10 is 1, although the double nearest to 0.1 is above 0.1. For fraction 1 the rank
    // is the total itself: a double may not hold it, and the result must come from the last bin that has values.
    const bool all = fraction == 1;
    const double wanted = all ? HUGE_VAL : static_cast<double>(total) * fraction;
    const Wide rank = all ? total : static_cast<Wide>(std::ceil(wanted));
    Wide before = 0;
    double value = 0;
    for (std::uint32_t bin = 0; bin < rule.bins; ++bin) {
        if (counts[bin] == 0) {
            continue;
        }
        const double share = (wanted - static_cast<double>(before)) / static_cast<double>(counts[bin]);
        value = inside(rule, bin, std::clamp(share, 0.0, 1.0));
        before += counts[bin];
        if (before >= rank) {
            break;
        }
    }
    return value;
}

}  // namespace

Result<std::vector<double>> quantiles(const HistogramResult& result, std::span<const double> fractions,
                                      std::uint32_t histogram) {
    const BinRule& rule = result.rule;
    if (!result.sums.empty()) {
        return Error{ErrorCode::invalid_argument, "sums of f32 weights have no quantiles, since they may be negative",
                     "sums"};
    }
    if (std::uint64_t{histogram} * rule.bins >= result.counts.size()) {
        return Error{ErrorCode::invalid_argument,
                     "there is no histogram " + std::to_string(histogram) +
                         "; histograms count from 0, and their number is " +
                         std::to_string(rule.bins == 0 ? 0 : result.counts.size() / rule.bins),
                     "histogram"};
    }
    const auto counts = std::span(result.counts).subspan(std::size_t{histogram} * rule.bins, rule.bins);
    Wide total = 0;
    for (const std::uint64_t count : counts) {
        total += count;
    }
    if (total == 0) {
        return Error{ErrorCode::invalid_argument, "no value lies in a bin, so there are no quantiles", "counts"};
    }
    std::vector<double> found;
    for (const double fraction : fractions) {
        if (!(fraction >= 0 && fraction <= 1)) {
            return Error{ErrorCode::invalid_argument,
                         "a fraction must be from 0 to 1, not " + to_string(ExactNumber(fraction)), "fractions"};
        }
        found.push_back(value_at(rule, counts, total, fraction));
    }
    return found;
}

}  // namespace vkalgo
