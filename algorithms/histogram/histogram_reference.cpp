#include "algorithms/histogram/histogram_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace vkalgo {

namespace {

__extension__ using Integer = __int128;

Integer integer_of(const ExactNumber& number) {
    return number.is_negative() ? Integer{static_cast<std::int64_t>(number.bits())} : Integer{number.bits()};
}

/// A type that holds the numbers of every element type exactly.
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64 && std::numeric_limits<Real>::max_exponent >= 16384);

/// The bins by the definition in bin_rule.hpp. This class compares values, while the kernels work on bit patterns.
template <class T>
class ReferenceBins {
public:
    /// `range` is the range before its ends are rounded to the type.
    ReferenceBins(const BinRule& rule, const HistogramRange& range) : rule_(&rule) {
        if constexpr (!std::is_integral_v<T>) {
            const double least = range.low.real();
            const double most = range.high.real();
            // The ends are multiplied by a power of two that brings the larger of their absolute values into [1, 2).
            exponent_ = -std::ilogb(std::max({std::abs(least), std::abs(most), 0x1p-1074}));
            low_ = std::ldexp(least, exponent_);
            step_ = (std::ldexp(most, exponent_) - low_) / rule.bins;
            const double greatest = std::max(std::abs(rule.range.low.real()), std::abs(rule.range.high.real()));
            rounded_ = step_ >= std::ldexp(distance_from(greatest), exponent_);
        }
    }

    std::uint32_t bin(T value) const {
        const double low = rule_->range.low.real();
        if constexpr (std::is_integral_v<T>) {
            const Integer first = integer_of(rule_->range.low);
            const Integer last = integer_of(rule_->range.high);
            const Integer exact = +value;
            const bool outside = exact < first || exact > last;
            return outside ? rule_->bins
                           : static_cast<std::uint32_t>((exact - first) * rule_->bins / (last - first + 1));
        } else if (!(value >= low && value <= rule_->range.high.real())) {
            return rule_->bins;
        } else if (low == rule_->range.high.real()) {
            return 0;
        } else {
            if (!std::is_same_v<T, double> && !rounded_) {
                return narrow_bin(value);
            }
            const Real position = (std::ldexp(Real{value}, exponent_) - low_) / step_;
            auto found = static_cast<std::uint32_t>(std::clamp<Real>(position, 0, rule_->bins - Real{1}));
            while (found != 0 && !reaches(value, found)) {
                --found;
            }
            while (found + 1 < rule_->bins && reaches(value, found + 1)) {
                ++found;
            }
            return found;
        }
    }

private:
    /// Returns the distance from `value` to the next greater value of the type.
    static Real distance_from(double value) {
        if constexpr (std::is_same_v<T, Half>) {
            return std::ldexp(Real{1}, std::max(std::ilogb(value), -14) - 10);
        } else {
            return std::ldexp(Real{1}, std::max(std::ilogb(value), std::numeric_limits<T>::min_exponent - 1) + 1 -
                                           std::numeric_limits<T>::digits);
        }
    }

    /// Returns the bin of a value in the range if bins are narrow (BinRule). A value at the low end of the range, which
    /// is rounded to the type, may have a negative position; its bin is 0.
    std::uint32_t narrow_bin(T value) const {
        const int p = 10 - std::ilogb(std::ldexp(Real{step_} * rule_->bins, -exponent_));
        const float low = static_cast<float>(std::ldexp(Real{low_}, p - exponent_));
        const float scale = static_cast<float>(1 / static_cast<double>(std::ldexp(Real{step_}, p - exponent_)));
        const float from_low = std::ldexp(static_cast<float>(value), p) - low;
        const float position = std::floor(from_low * scale);
        return position >= static_cast<float>(rule_->bins) ? rule_->bins - 1
                                                           : static_cast<std::uint32_t>(std::max(position, 0.0F));
    }

    bool reaches(T value, std::uint32_t bin) const {
        const volatile double from_low = step_ * bin;
        const volatile double edge = from_low + low_;
        if (std::is_same_v<T, double>) {
            return std::ldexp(Real{value}, exponent_) >= edge;
        }
        return value >= static_cast<T>(std::ldexp(double{edge}, -exponent_));
    }

    const BinRule* rule_;
    int exponent_ = 0;
    double low_ = 0;
    double step_ = 0;
    bool rounded_ = false;
};

/// Returns the bin of a value by comparing it with the edges as real numbers, or the number of bins if it is outside.
std::uint32_t reference_bin(Real value, std::span<const Real> edges) {
    const auto bins = static_cast<std::uint32_t>(edges.size() - 1);
    if (std::isnan(value) || value < edges.front() || value > edges.back()) {
        return bins;
    }
    const auto above = std::upper_bound(edges.begin(), edges.end(), value);
    return std::min(static_cast<std::uint32_t>(above - edges.begin()) - 1, bins - 1);
}

/// One value of each pixel from `begin` up to, not including, `end`.
struct Values {
    std::span<const std::byte> bytes;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t pixel_bytes = 0;
    std::uint64_t offset = 0;
};

/// Calls add(pixel, bin, nan) for each value: bin is rule.bins if the value is outside the range; nan is true for NaN.
template <class T, class Add>
void count(const Values& values, const HistogramOptions& options, const BinRule& rule, const Add& add) {
    const ReferenceBins<T> even(rule, options.range.value_or(whole_range(options.type)));
    std::vector<Real> edges;
    if (rule.edges) {
        for (const ExactNumber& edge : rule.edges->numbers) {
            edges.push_back(edge.is_whole() ? static_cast<Real>(integer_of(edge)) : static_cast<Real>(edge.real()));
        }
    }
    for (std::uint64_t pixel = values.begin; pixel < values.end; ++pixel) {
        T value;
        std::memcpy(&value, values.bytes.data() + pixel * values.pixel_bytes + values.offset, sizeof(T));
        add(pixel, edges.empty() ? even.bin(value) : reference_bin(static_cast<Real>(value), edges), value != value);
    }
}

/// Returns the counts of one histogram. `weights` has one weight per pixel; if it is empty, each weight is 1.
HistogramCounts counts_of(const Values& values, const HistogramOptions& options, const BinRule& rule,
                          std::span<const std::uint32_t> weights) {
    HistogramCounts result;
    result.counts.resize(rule.bins);
    with_type(options.type, [&](auto zero) {
        count<decltype(zero)>(values, options, rule, [&](std::uint64_t pixel, std::uint32_t bin, bool nan) {
            const std::uint64_t weight = weights.empty() ? 1 : weights[pixel];
            (bin == rule.bins ? result.outside : result.counts[bin]) += weight;
            result.nan += nan ? weight : 0U;
        });
    });
    return result;
}

HistogramSums sums_of(const Values& values, const HistogramOptions& options, const BinRule& rule,
                      std::span<const float> weights) {
    std::vector<Real> sums(rule.bins + std::size_t{2});
    std::vector<Real> magnitudes(sums.size());
    with_type(options.type, [&](auto zero) {
        count<decltype(zero)>(values, options, rule, [&](std::uint64_t pixel, std::uint32_t bin, bool nan) {
            const Real weight = weights[pixel];
            sums[bin] += weight;
            magnitudes[bin] += std::abs(weight);
            if (nan) {
                sums.back() += weight;
                magnitudes.back() += std::abs(weight);
            }
        });
    });
    return {{sums.begin(), sums.end()}, {magnitudes.begin(), magnitudes.end()}};
}

/// Calls add(values) for each histogram, with the pixels and the channel that belong to it.
template <class Add>
void each_histogram(std::span<const std::byte> values, const HistogramOptions& options,
                    std::span<const std::uint32_t> offsets, const Add& add) {
    const std::uint64_t value_bytes = size_of(options.type);
    const std::uint64_t pixel_bytes = value_bytes * options.channels;
    const std::uint64_t pixels = values.size() / pixel_bytes;
    for (std::size_t segment = 0; segment + 1 < offsets.size(); ++segment) {
        add(Values{values, std::min<std::uint64_t>(offsets[segment], pixels),
                   std::min<std::uint64_t>(offsets[segment + 1], pixels), pixel_bytes, 0});
    }
    for (std::uint32_t channel = 0; channel < options.channels && offsets.empty(); ++channel) {
        if (options.counted_channels == 0 || (options.counted_channels >> channel & 1) != 0) {
            add(Values{values, 0, pixels, pixel_bytes, channel * value_bytes});
        }
    }
}

}  // namespace

Result<HistogramCounts> histogram_reference(std::span<const std::byte> values, const HistogramOptions& options) {
    VKALGO_TRY(const BinRule rule, rule_of(options));
    if (values.size() % size_of(options.type) != 0) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(values.size()) + " bytes do not hold a whole number of " + to_string(options.type) +
                         " values",
                     "values"};
    }
    const std::uint64_t bytes = size_of(options.type);
    return counts_of({values, 0, values.size() / bytes, bytes, 0}, options, rule, {});
}

Result<std::vector<HistogramCounts>> histogram_references(std::span<const std::byte> values,
                                                          const HistogramOptions& options,
                                                          std::span<const std::uint32_t> offsets,
                                                          std::span<const std::uint32_t> weights) {
    VKALGO_TRY(const BinRule rule, rule_of(options));
    std::vector<HistogramCounts> all;
    each_histogram(values, options, offsets,
                   [&](const Values& own) { all.push_back(counts_of(own, options, rule, weights)); });
    return all;
}

Result<std::vector<HistogramSums>> histogram_reference_sums(std::span<const std::byte> values,
                                                            const HistogramOptions& options,
                                                            std::span<const std::uint32_t> offsets,
                                                            std::span<const float> weights) {
    VKALGO_TRY(const BinRule rule, rule_of(options));
    std::vector<HistogramSums> all;
    each_histogram(values, options, offsets,
                   [&](const Values& own) { all.push_back(sums_of(own, options, rule, weights)); });
    return all;
}

}  // namespace vkalgo
