#include "algorithms/histogram/bin_rule.hpp"

#include "algorithms/histogram/ordinal.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

using namespace histogram_detail;

__extension__ using Wide = unsigned __int128;
__extension__ using Signed = __int128;

std::uint32_t bits_of(ElementType type) {
    return 8 * size_of(type);
}

/// Returns the nearest value of a floating-point type, or the number itself if it is beyond the type.
double nearest_real(double value, ElementType type) {
    if (type == ElementType::f16) {
        const auto rounded = static_cast<double>(float{Half(value)});
        return std::isfinite(rounded) ? rounded : value;
    }
    const bool fits = std::abs(value) <= std::numeric_limits<float>::max();
    return type == ElementType::f32 && fits ? static_cast<double>(static_cast<float>(value)) : value;
}

Error bad_range(const std::string& what) {
    return Error{ErrorCode::invalid_argument, what, "range"};
}

std::string text_of(const HistogramRange& range) {
    return to_string(range.low) + ":" + to_string(range.high);
}

Result<void> check_range(ElementType type, const HistogramRange& range) {
    if (!std::isfinite(range.low.real()) || !std::isfinite(range.high.real())) {
        return bad_range("the range must have finite ends");
    }
    if (range.high < range.low) {
        return bad_range("the range is reversed: " + to_string(range.low) + " is above " + to_string(range.high));
    }
    const HistogramRange whole = whole_range(type);
    if (range.low < whole.low || range.high > whole.high) {
        return bad_range("the range " + text_of(range) + " exceeds that of " + to_string(type) + " (" + text_of(whole) +
                         ")");
    }
    if (!is_float(type)) {
        if (!range.low.is_whole() || !range.high.is_whole()) {
            return bad_range("the range " + text_of(range) + " is for " + to_string(type) +
                             ", so its ends must be whole numbers");
        }
        return {};
    }
    return {};
}

/// Returns the ordinal of a finite value, by which the kernels compare it with the range. For an f16 with rounded
/// edges, this is the ordinal of the f32 in the middle between the value and the next greater f16.
std::uint64_t range_ordinal(const BinRule& rule, double value) {
    if (rule.type != ElementType::f16 || !rule.rounded) {
        return float_ordinal(float_bits(value, computed_as(rule.type)), computed_as(rule.type));
    }
    const std::uint32_t magnitude = Half(std::abs(value)).bits();
    const double lower = float{Half::of_bits(static_cast<std::uint16_t>(value < 0 ? magnitude - 1 : magnitude))};
    const double middle = lower + step_after(lower, rule.type) / 2;
    return float_ordinal(float_bits(value < 0 ? -middle : middle, ElementType::f32), ElementType::f32);
}

/// Sets the fields of a rule of a floating-point type. `range` is the range before its ends are rounded to the type.
void make_scale_rule(BinRule& rule, const HistogramRange& range) {
    const double low = rule.range.low.real();
    const double high = rule.range.high.real();
    const double greatest = std::max(std::abs(low), std::abs(high));
    rule.kind = BinRule::Kind::scale;
    rule.even = linspace(range.low.real(), range.high.real(), rule.bins);
    rule.rounded = rule.type != ElementType::f64 && low != high &&
                   std::ldexp(step_after(greatest, rule.type), rule.even.exponent) <= rule.even.step;
    // -0 and 0 are one value: a range that ends in either includes both.
    rule.low = range_ordinal(rule, low == 0 ? -0.0 : low);
    rule.span = range_ordinal(rule, high == 0 ? 0.0 : high) - rule.low;
    if (low == high) {
        // A step of 0 means that the range has one value, whose bin is 0.
        rule.even = {low, 0, 0};
    }
}

void make_integer_rule(BinRule& rule) {
    const HistogramRange whole = whole_range(rule.type);
    rule.sign = is_signed(rule.type) ? std::uint64_t{1} << (bits_of(rule.type) - 1) : 0;
    rule.whole = rule.range == whole;
    rule.low = rule.range.low.bits() - whole.low.bits();
    rule.span = rule.range.high.bits() - rule.range.low.bits();
    const Wide width = Wide{rule.span} + 1;
    const bool wide = rule.span >> 32 != 0;
    if (width % rule.bins == 0 && std::has_single_bit(static_cast<std::uint64_t>(width / rule.bins))) {
        rule.a = static_cast<std::uint64_t>(std::countr_zero(static_cast<std::uint64_t>(width / rule.bins)));
        rule.kind = wide ? BinRule::Kind::shift_wide : rule.a == 0 ? BinRule::Kind::same : BinRule::Kind::shift;
        // Hardware cannot shift by 32 (one bin for all 2^32 values).
        if (wide || rule.a < 32) {
            return;
        }
    }
    // The multiplication uses the leading 32 bits of the distance: those from bit c up.
    rule.kind = wide ? BinRule::Kind::divide_wide : BinRule::Kind::divide;
    rule.c = wide ? static_cast<std::uint64_t>(32 - std::countl_zero(rule.span)) : 0;
    // Computes binary digits of bins * 2^c / width until there are 32 digits. bins <= 2^28, so b is at least 3 and at
    // most 63, and 2^(b + c) >= 8 width. The kernels' quotient is too low by less than bins / 2^31, since they ignore
    // the low c bits of the distance, and by less than width / 2^(b + c), since the multiplier is rounded down. Both
    // are at most 1/8, so the multiplier gives the quotient or one less.
    Wide quotient = (Wide{rule.bins} << rule.c) / width;
    Wide rest = (Wide{rule.bins} << rule.c) % width;
    rule.b = 0;
    while (quotient < (std::uint64_t{1} << 31)) {
        rest *= 2;
        quotient *= 2;
        if (rest >= width) {
            rest -= width;
            ++quotient;
        }
        ++rule.b;
    }
    rule.a = static_cast<std::uint64_t>(quotient);
}

template <class T>
std::optional<HistogramRange> extent_of(std::span<const std::byte> values) {
    bool any = false;
    T least{};
    T most{};
    for (std::size_t at = 0; at + sizeof(T) <= values.size(); at += sizeof(T)) {
        T value;
        std::memcpy(&value, values.data() + at, sizeof(T));
        if constexpr (!std::is_integral_v<T>) {
            if (!std::isfinite(static_cast<double>(value))) {
                continue;
            }
        }
        least = any && least < value ? least : value;
        most = any && most > value ? most : value;
        any = true;
    }
    if constexpr (!std::is_integral_v<T>) {
        return any ? std::optional(HistogramRange{static_cast<double>(least), static_cast<double>(most)})
                   : std::nullopt;
    } else {
        return any ? std::optional(HistogramRange{least, most}) : std::nullopt;
    }
}

/// Returns the bin of a floating-point value.
std::uint32_t bin_of_real(const BinRule& rule, double value) {
    const double low = rule.range.low.real();
    const double high = rule.range.high.real();
    if (!(low <= value && value <= high)) {
        return rule.bins;
    }
    if (low == high) {
        return 0;
    }
    if (rule.type != ElementType::f64 && !rule.rounded) {
        const float from_low =
            std::ldexp(static_cast<float>(value), rule.even.exponent) - static_cast<float>(rule.even.low);
        const float position = from_low * static_cast<float>(1 / rule.even.step);
        return position >= static_cast<float>(rule.bins) ? rule.bins - 1
                                                         : static_cast<std::uint32_t>(std::max(position, 0.0F));
    }
    const auto reaches = [&](std::uint32_t bin) {
        if (rule.rounded) {
            return nearest_real(rule.even.edge(bin), rule.type) <= value;
        }
        // Scaling a value next to 0 may round it to 0.
        const double edge = rule.even.scaled_edge(bin);
        return edge == 0 ? value >= 0 : edge <= std::ldexp(value, rule.even.exponent);
    };
    std::uint32_t first = 0;
    std::uint32_t last = rule.bins - 1;
    while (first < last) {
        const std::uint32_t middle = last - (last - first) / 2;
        if (reaches(middle)) {
            first = middle;
        } else {
            last = middle - 1;
        }
    }
    return first;
}

/// Returns low + w * bin / bins, where w is the number of values in the range, as one fraction. Its numerator is exact.
/// Up to a numerator of 2^53 only the quotient is rounded; above, the whole part, the fraction and their sum are
/// rounded.
double whole_edge(const BinRule& rule, std::uint32_t bin) {
    const ExactNumber& end = rule.range.low;
    const Signed low = end.is_negative() ? Signed{static_cast<std::int64_t>(end.bits())} : Signed{end.bits()};
    const Signed numerator = low * rule.bins + (Signed{rule.span} + 1) * bin;
    constexpr Signed kExact = Signed{1} << std::numeric_limits<double>::digits;
    if (-kExact <= numerator && numerator <= kExact) {
        return static_cast<double>(numerator) / rule.bins;
    }
    const Signed whole = numerator / rule.bins;
    const Signed rest = numerator % rule.bins;
    // The error of rounding the fraction is negligible compared with that of rounding the sum.
    return static_cast<double>(whole) + static_cast<double>(rest) / rule.bins;
}

std::uint32_t bin_between(const BinRule& rule, std::uint64_t bits) {
    std::uint64_t ordinal = bits ^ rule.sign;
    if (is_float(rule.type)) {
        const ElementType type = computed_as(rule.type);
        const std::uint64_t number = computed_bits(bits, rule.type);
        ordinal = float_ordinal(number == float_bits(-0.0, type) ? 0 : number, type);
    }
    const std::vector<std::uint64_t>& ordinals = rule.edges->ordinals;
    if (ordinal < ordinals.front() || ordinal > ordinals.back()) {
        return rule.bins;
    }
    const auto above = std::upper_bound(ordinals.begin() + 1, ordinals.end() - 1, ordinal);
    return static_cast<std::uint32_t>(above - ordinals.begin() - 1);
}

}  // namespace

HistogramRange whole_range(ElementType type) {
    if (type == ElementType::f16) {
        return {-65504, 65504};
    }
    if (type == ElementType::f32) {
        return {std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max()};
    }
    if (type == ElementType::f64) {
        return {std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()};
    }
    const std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max() >> (64 - bits_of(type));
    if (!is_signed(type)) {
        return {0, greatest};
    }
    const auto half = static_cast<std::int64_t>(greatest >> 1);
    return {-half - 1, half};
}

std::optional<HistogramRange> range_of_data(std::span<const std::byte> values, ElementType type) {
    return with_type(type, [&](auto zero) { return extent_of<decltype(zero)>(values); });
}

HistogramRange widened_range(const HistogramRange& range) {
    if (range.low != range.high) {
        return range;
    }
    // Beyond 2^53, both low - 0.5 and high + 0.5 may be rounded to one side of the number, which must stay in the
    // range.
    return {std::min(ExactNumber(range.low.real() - 0.5), range.low),
            std::max(ExactNumber(range.high.real() + 0.5), range.high)};
}

HistogramRange counted_range(std::span<const std::byte> values, ElementType type) {
    const HistogramRange range = range_of_data(values, type).value_or(HistogramRange{0, 1});
    return is_float(type) ? widened_range(range) : range;
}

std::uint32_t default_bins(ElementType type) {
    return size_of(type) == 1 ? 256 : 65536;
}

Result<BinRule> make_bin_rule(ElementType type, std::uint32_t bins, std::optional<HistogramRange> range) {
    if (bins == 0) {
        return Error{ErrorCode::invalid_argument, "a histogram needs at least one bin", "bins"};
    }
    if (bins > kMaxHistogramBins) {
        return Error{ErrorCode::invalid_argument,
                     std::to_string(bins) + " bins are too many; at most " + std::to_string(kMaxHistogramBins) +
                         " (2^28) are possible",
                     "bins"};
    }
    BinRule rule;
    rule.type = type;
    rule.bins = bins;
    rule.range = range.value_or(whole_range(type));
    if (is_float(type)) {
        rule.range.low = nearest_real(rule.range.low.real(), type);
        rule.range.high = nearest_real(rule.range.high.real(), type);
    }
    VKALGO_CHECK(check_range(type, rule.range));
    if (is_float(type)) {
        make_scale_rule(rule, range.value_or(whole_range(type)));
    } else {
        make_integer_rule(rule);
    }
    return rule;
}

double BinRule::edge(std::uint32_t bin) const {
    if (edges) {
        return edges->numbers[bin].real();
    }
    if (!is_float(type)) {
        return whole_edge(*this, bin);
    }
    const double first = range.low.real();
    const double last = range.high.real();
    // Rounding an end of the range to the type may move it beyond a narrow bin.
    return bin == 0      ? first
           : bin == bins ? last
                         : std::clamp(rounded ? nearest_real(even.edge(bin), type) : even.edge(bin), first, last);
}

double BinRule::width(std::uint32_t bin) const {
    if (is_float(type)) {
        const double between = edge(bin + 1) - edge(bin);
        return rounded ? nearest_real(between, type) : between;
    }
    return edges ? static_cast<double>(edges->numbers[bin + 1].bits() - edges->numbers[bin].bits())
                 : (static_cast<double>(span) + 1) / bins;
}

std::uint32_t bin_of(const BinRule& rule, std::uint64_t bits) {
    if (rule.edges) {
        return bin_between(rule, bits);
    }
    if (is_float(rule.type)) {
        const std::uint64_t number = computed_bits(bits, rule.type);
        return bin_of_real(rule, rule.type == ElementType::f64
                                     ? std::bit_cast<double>(number)
                                     : std::bit_cast<float>(static_cast<std::uint32_t>(number)));
    }
    const std::uint64_t distance = (bits ^ rule.sign) - rule.low;
    if (!rule.whole && distance > rule.span) {
        return rule.bins;
    }
    return static_cast<std::uint32_t>(Wide{distance} * rule.bins / (Wide{rule.span} + 1));
}

}  // namespace vkalgo
