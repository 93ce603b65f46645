#include "algorithms/histogram/histogram_reference.hpp"

#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>

namespace vkalgo {

namespace {

/// Written from the definition in bin_rule.hpp by values, where the kernels work on bit patterns.
template <class T>
std::uint32_t reference_bin(T value, const BinRule& rule) {
    if constexpr (std::is_floating_point_v<T>) {
        const double exact = static_cast<double>(value);
        if (std::isnan(value) || exact < rule.range.low || exact > rule.range.high) {
            return rule.bins;
        }
        const double width = rule.range.high - rule.range.low;
        const int exponent = 10 - std::ilogb(width);
        const float scale = static_cast<float>(rule.bins / std::ldexp(width, exponent));
        const float from_low = std::ldexp(value, exponent) - std::ldexp(static_cast<float>(rule.range.low), exponent);
        const float position = std::floor(from_low * scale);
        return position >= static_cast<float>(rule.bins) ? rule.bins - 1 : static_cast<std::uint32_t>(position);
    } else {
        const auto low = static_cast<std::int64_t>(rule.range.low);
        const auto high = static_cast<std::int64_t>(rule.range.high);
        const std::int64_t exact = +value;  // plus makes a number of a signed char
        if (exact < low || exact > high) {
            return rule.bins;
        }
        return static_cast<std::uint32_t>((exact - low) * std::int64_t{rule.bins} / (high - low + 1));
    }
}

template <class T>
void count(std::span<const std::byte> values, const BinRule& rule, HistogramCounts& result) {
    for (std::size_t at = 0; at < values.size(); at += sizeof(T)) {
        T value;
        std::memcpy(&value, values.data() + at, sizeof(T));
        const std::uint32_t bin = reference_bin(value, rule);
        ++(bin == rule.bins ? result.outside : result.counts[bin]);
    }
}

}  // namespace

Result<HistogramCounts> histogram_reference(std::span<const std::byte> values, const HistogramOptions& options) {
    VKALGO_TRY(
        const BinRule rule,
        make_bin_rule(options.type, options.bins == 0 ? default_bins(options.type) : options.bins, options.range));
    if (values.size() % size_of(options.type) != 0) {
        return Error{
            ErrorCode::invalid_argument,
            std::to_string(values.size()) + " bytes are no whole number of " + to_string(options.type) + " values",
            "values"};
    }
    HistogramCounts result;
    result.counts.resize(rule.bins);
    switch (options.type) {
        case ElementType::u8:
            count<std::uint8_t>(values, rule, result);
            break;
        case ElementType::u16:
            count<std::uint16_t>(values, rule, result);
            break;
        case ElementType::u32:
            count<std::uint32_t>(values, rule, result);
            break;
        case ElementType::i8:
            count<std::int8_t>(values, rule, result);
            break;
        case ElementType::i16:
            count<std::int16_t>(values, rule, result);
            break;
        case ElementType::i32:
            count<std::int32_t>(values, rule, result);
            break;
        case ElementType::f32:
            count<float>(values, rule, result);
            break;
        default:  // refused by make_bin_rule
            break;
    }
    return result;
}

}  // namespace vkalgo
