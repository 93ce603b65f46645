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

/// Returns the bin by the definition in bin_rule.hpp. It compares values, while the kernels work on bit patterns.
template <class T>
std::uint32_t reference_bin(T value, const BinRule& rule) {
    if constexpr (std::is_same_v<T, Half>) {
        return reference_bin(float{value}, rule);
    } else if constexpr (std::is_floating_point_v<T>) {
        const auto low = static_cast<T>(rule.range.low.real());
        const auto high = static_cast<T>(rule.range.high.real());
        if (std::isnan(value) || value < low || value > high) {
            return rule.bins;
        }
        if (low == high) {
            return 0;
        }
        // `width` is the width times 2^moved, because the width itself may exceed the greatest double, or half of the
        // width may be below the least double.
        const int moved = std::max(std::abs(low), std::abs(high)) < 1 ? 100 : -1;
        const double width = std::ldexp(static_cast<double>(high), moved) - std::ldexp(static_cast<double>(low), moved);
        const int exponent = 10 - std::ilogb(width) + moved;
        const T scale = static_cast<T>(rule.bins / std::ldexp(width, exponent - moved));
        const T from_low = std::ldexp(value, exponent) - std::ldexp(low, exponent);
        const T position = std::floor(from_low * scale);
        return position >= static_cast<T>(rule.bins) ? rule.bins - 1 : static_cast<std::uint32_t>(position);
    } else {
        const Integer low = integer_of(rule.range.low);
        const Integer high = integer_of(rule.range.high);
        const Integer exact = +value;
        if (exact < low || exact > high) {
            return rule.bins;
        }
        return static_cast<std::uint32_t>((exact - low) * rule.bins / (high - low + 1));
    }
}

/// A type that holds the numbers of every element type exactly.
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64);

/// Returns the bin of a value by comparing it with the edges as real numbers.
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

/// Calls add(pixel, bin, nan) for each value; bin is rule.bins if the value is outside the range.
template <class T, class Add>
void count(const Values& values, const BinRule& rule, const Add& add) {
    std::vector<Real> edges;
    if (rule.edges) {
        for (const ExactNumber& edge : rule.edges->numbers) {
            edges.push_back(edge.is_whole() ? static_cast<Real>(integer_of(edge)) : static_cast<Real>(edge.real()));
        }
    }
    for (std::uint64_t pixel = values.begin; pixel < values.end; ++pixel) {
        T value;
        std::memcpy(&value, values.bytes.data() + pixel * values.pixel_bytes + values.offset, sizeof(T));
        add(pixel, edges.empty() ? reference_bin(value, rule) : reference_bin(static_cast<Real>(value), edges),
            value != value);
    }
}

/// `weights` has one weight per pixel; if it is empty, each weight is 1.
HistogramCounts counts_of(const Values& values, const HistogramOptions& options, const BinRule& rule,
                          std::span<const std::uint32_t> weights) {
    HistogramCounts result;
    result.counts.resize(rule.bins);
    with_type(options.type, [&](auto zero) {
        count<decltype(zero)>(values, rule, [&](std::uint64_t pixel, std::uint32_t bin, bool nan) {
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
        count<decltype(zero)>(values, rule, [&](std::uint64_t pixel, std::uint32_t bin, bool nan) {
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
