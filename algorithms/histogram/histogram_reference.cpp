#include "algorithms/histogram/histogram_reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace vkalgo {

namespace {

__extension__ using Integer = __int128;

Integer integer_of(const ExactNumber& number) {
    return number.is_negative() ? Integer{static_cast<std::int64_t>(number.bits())} : Integer{number.bits()};
}

/// Written from the definition in bin_rule.hpp by values, where the kernels work on bit patterns.
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
        // Half the width: the whole of it may be beyond the greatest double.
        const double half = static_cast<double>(high) / 2 - static_cast<double>(low) / 2;
        const int exponent = 9 - std::ilogb(half);
        const T scale = static_cast<T>(rule.bins / std::ldexp(half, exponent + 1));
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

/// A number of every type exactly.
using Real = long double;
static_assert(std::numeric_limits<Real>::digits >= 64);

/// The bin of a value that is compared with the edges as numbers.
std::uint32_t reference_bin(Real value, std::span<const Real> edges) {
    const auto bins = static_cast<std::uint32_t>(edges.size() - 1);
    if (std::isnan(value) || value < edges.front() || value > edges.back()) {
        return bins;
    }
    const auto above = std::upper_bound(edges.begin(), edges.end(), value);
    return std::min(static_cast<std::uint32_t>(above - edges.begin()) - 1, bins - 1);
}

template <class T>
void count(std::span<const std::byte> values, const BinRule& rule, HistogramCounts& result) {
    std::vector<Real> edges;
    if (rule.edges) {
        for (const ExactNumber& edge : rule.edges->numbers) {
            edges.push_back(edge.is_whole() ? static_cast<Real>(integer_of(edge)) : static_cast<Real>(edge.real()));
        }
    }
    for (std::size_t at = 0; at < values.size(); at += sizeof(T)) {
        T value;
        std::memcpy(&value, values.data() + at, sizeof(T));
        const std::uint32_t bin =
            edges.empty() ? reference_bin(value, rule) : reference_bin(static_cast<Real>(value), edges);
        ++(bin == rule.bins ? result.outside : result.counts[bin]);
        result.nan += value != value ? 1U : 0U;
    }
}

}  // namespace

Result<HistogramCounts> histogram_reference(std::span<const std::byte> values, const HistogramOptions& options) {
    VKALGO_TRY(const BinRule rule, rule_of(options));
    if (values.size() % size_of(options.type) != 0) {
        return Error{
            ErrorCode::invalid_argument,
            std::to_string(values.size()) + " bytes are no whole number of " + to_string(options.type) + " values",
            "values"};
    }
    HistogramCounts result;
    result.counts.resize(rule.bins);
    with_type(options.type, [&](auto zero) { count<decltype(zero)>(values, rule, result); });
    return result;
}

}  // namespace vkalgo
