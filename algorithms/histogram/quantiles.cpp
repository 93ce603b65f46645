#include "algorithms/histogram/quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace vkalgo {

namespace {

/// More digits than a double where the machine has them: the sum of counts may pass 2^53.
using Real = long double;

double inside(const BinRule& rule, std::uint32_t bin, Real share) {
    const double low = rule.edge(bin);
    const double high = rule.edge(bin + 1);
    if (rule.kind == BinRule::Kind::same || !std::isfinite(high)) {
        return low;
    }
    if (!std::isfinite(low)) {
        return high;
    }
    // The difference of two ends may be beyond a double.
    const auto part = static_cast<double>(share);
    return std::clamp(low * (1 - part) + high * part, low, high);
}

}  // namespace

Result<std::vector<double>> quantiles(const HistogramResult& result, std::span<const double> fractions,
                                      std::uint32_t histogram) {
    const BinRule& rule = result.rule;
    if (!result.sums.empty()) {
        return Error{ErrorCode::invalid_argument, "sums of f32, which may be below 0, have no quantiles", "sums"};
    }
    if (std::uint64_t{histogram} * rule.bins >= result.counts.size()) {
        return Error{ErrorCode::invalid_argument, "there is no histogram " + std::to_string(histogram), "histogram"};
    }
    const auto counts = std::span(result.counts).subspan(std::size_t{histogram} * rule.bins, rule.bins);
    Real total = 0;
    for (const std::uint64_t count : counts) {
        total += static_cast<Real>(count);
    }
    if (total == 0) {
        return Error{ErrorCode::invalid_argument, "no value has a bin, so that there are no quantiles", "counts"};
    }
    std::vector<double> found;
    for (const double fraction : fractions) {
        if (!(fraction >= 0 && fraction <= 1)) {
            return Error{ErrorCode::invalid_argument,
                         "a quantile is asked for by a fraction from 0 to 1, not " + std::to_string(fraction),
                         "fractions"};
        }
        const Real wanted = total * static_cast<Real>(fraction);
        Real before = 0;
        double value = 0;
        for (std::uint32_t bin = 0; bin < rule.bins; ++bin) {
            const auto count = static_cast<Real>(counts[bin]);
            if (count == 0) {
                continue;
            }
            value = inside(rule, bin, std::clamp<Real>((wanted - before) / count, 0, 1));
            before += count;
            if (before >= wanted) {
                break;
            }
        }
        found.push_back(value);
    }
    return found;
}

}  // namespace vkalgo
