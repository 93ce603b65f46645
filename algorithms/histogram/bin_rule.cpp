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

/// The width of a range: high - low = mantissa * 2^exponent, with 1 <= mantissa < 2. Does not overflow, even if
/// high - low does.
struct Width {
    double mantissa = 1;
    int exponent = 0;
};

Width width_of(const HistogramRange& range) {
    // Halving is exact, except for numbers too small to affect the width.
    const double difference = range.high.real() - range.low.real();
    const bool finite = std::isfinite(difference);
    const double width = finite ? difference : range.high.real() / 2 - range.low.real() / 2;
    const int exponent = std::ilogb(width);
    return {std::ldexp(width, -exponent), finite ? exponent : exponent + 1};
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
            return bad_range(
                std::string("the range of an integer type must have whole numbers as its ends; this one is for ") +
                to_string(type));
        }
        return {};
    }
    return {};
}

/// Returns the lift of a range. A range needs one if its values are so small that devices may treat them as 0, or that
/// p would be too large for the type; the lift of any other range is 0. After lifting, the least difference of two
/// values is 2^-53 (f64: 2^-474), and the greatest value is below 2^66 (f64: 2^400).
int lift_of(ElementType type, double low, double high) {
    const bool wide = type == ElementType::f64;
    const double greatest = std::max(std::abs(low), std::abs(high));
    return greatest >= (wide ? 0x1p-200 : 0x1p-30) ? 0 : wide ? 600 : 96;
}

void make_scale_rule(BinRule& rule) {
    const ElementType type = computed_as(rule.type);
    const double low = rule.range.low.real();
    const double high = rule.range.high.real();
    // -0 and 0 are one value: a range that ends in either includes both.
    rule.low = float_ordinal(float_bits(low == 0 ? -0.0 : low, type), type);
    rule.span = float_ordinal(float_bits(high == 0 ? 0.0 : high, type), type) - rule.low;
    rule.kind = BinRule::Kind::scale;
    if (low == high) {
        // s stays 0, so that the one value has bin 0.
        rule.a = float_bits(1.0, type);
        rule.b = float_bits(low, type);
        return;
    }
    const Width width = width_of(rule.range);
    rule.lift = lift_of(type, low, high);
    rule.a = float_bits(std::ldexp(1.0, 10 - width.exponent - rule.lift), type);
    rule.b = float_bits(std::ldexp(low, 10 - width.exponent), type);
    rule.c = float_bits(rule.bins / std::ldexp(width.mantissa, 10), type);
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
    // most 63, and 2^(b + c) >= 8 width. The two roundings lose bins / 2^31 and 2^32 / 2^b, together less than one: the
    // multiplier gives the quotient or one less.
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

/// Returns the bin by the f32 or the f64 rule. T is the type of the computation, Bits the integer type of its bits.
template <class T, class Bits>
std::uint32_t scaled_bin(const BinRule& rule, std::uint64_t bits) {
    const auto number = [](std::uint64_t word) { return std::bit_cast<T>(static_cast<Bits>(word)); };
    // The product with a power of two is exact (or too small to affect the sum), so a fused multiply-add, which some
    // compilers generate here, gives the same sum.
    const T value = rule.lift == 0 ? number(bits) : std::ldexp(number(bits), rule.lift);
    const T from_low = value * number(rule.a) - number(rule.b);
    const T position = from_low * number(rule.c);
    return std::min(static_cast<std::uint32_t>(std::max(position, T{0})), rule.bins - 1);
}

double real_edge(const HistogramRange& range, std::uint32_t bin, std::uint32_t bins) {
    const double low = range.low.real();
    const double high = range.high.real();
    if (bin == bins) {
        return high;
    }
    const double position = (high - low) * bin;
    if (std::isfinite(position)) {
        return low + position / bins;
    }
    const double part = static_cast<double>(bin) / static_cast<double>(bins);
    return low * (1 - part) + high * part;
}

/// Returns low + width * bin / bins, computed exactly and rounded at the end.
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
    // The error of rounding the fraction is negligible against that of rounding the sum.
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
        make_scale_rule(rule);
    } else {
        make_integer_rule(rule);
    }
    return rule;
}

double BinRule::edge(std::uint32_t bin) const {
    if (edges) {
        return edges->numbers[bin].real();
    }
    return is_float(type) ? real_edge(range, bin, bins) : whole_edge(*this, bin);
}

std::uint32_t bin_of(const BinRule& rule, std::uint64_t bits) {
    if (rule.edges) {
        return bin_between(rule, bits);
    }
    const bool is_scale = rule.kind == BinRule::Kind::scale;
    const ElementType type = computed_as(rule.type);
    const std::uint64_t number = computed_bits(bits, rule.type);
    const std::uint64_t distance = (is_scale ? float_ordinal(number, type) : bits ^ rule.sign) - rule.low;
    if (!rule.whole && distance > rule.span) {
        return rule.bins;
    }
    if (!is_scale) {
        return static_cast<std::uint32_t>(Wide{distance} * rule.bins / (Wide{rule.span} + 1));
    }
    return type == ElementType::f32 ? scaled_bin<float, std::uint32_t>(rule, number)
                                    : scaled_bin<double, std::uint64_t>(rule, number);
}

}  // namespace vkalgo
