#include "algorithms/histogram/bin_rule.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace vkalgo {

namespace {

/// Ascends with the value; NaNs lie at both ends, beyond the infinities.
std::uint32_t float_ordinal(std::uint32_t bits) {
    return bits ^ ((bits >> 31) != 0 ? 0xffffffffu : 0x80000000u);
}

std::string text_of(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15) {
        return std::to_string(static_cast<std::int64_t>(value));
    }
    return std::to_string(value);
}

/// The nearest f32 value; infinite beyond them.
double nearest_float(double value) {
    return std::abs(value) <= std::numeric_limits<float>::max() ? static_cast<double>(static_cast<float>(value))
                                                                : value * std::numeric_limits<double>::infinity();
}

Error bad_range(const std::string& what) {
    return Error{ErrorCode::invalid_argument, what, "range"};
}

Result<void> check_range(ElementType type, const HistogramRange& range) {
    if (!std::isfinite(range.low) || !std::isfinite(range.high)) {
        return bad_range("the range must have finite ends");
    }
    if (range.low > range.high) {
        return bad_range("the range is reversed: " + text_of(range.low) + " is above " + text_of(range.high) +
                         "; give it as LOW:HIGH");
    }
    const HistogramRange whole = whole_range(type);
    if (range.low < whole.low || range.high > whole.high) {
        return bad_range("the range " + text_of(range.low) + ":" + text_of(range.high) + " goes beyond " +
                         to_string(type) + " (" + text_of(whole.low) + ":" + text_of(whole.high) + ")");
    }
    if (type != ElementType::f32) {
        if (range.low != std::floor(range.low) || range.high != std::floor(range.high)) {
            return bad_range(std::string("the range of an integer type must have whole ends; this one is for ") +
                             to_string(type));
        }
        return {};
    }
    if (range.high - range.low < std::ldexp(1.0, -110)) {
        return bad_range("the range is empty or too narrow for f32 (less than 2^-110): " + std::to_string(range.low) +
                         ":" + std::to_string(range.high));
    }
    return {};
}

void make_scale_rule(BinRule& rule) {
    const float low = static_cast<float>(rule.range.low);
    const float high = static_cast<float>(rule.range.high);
    // -0 and 0 are one value: a range that ends in either includes both.
    rule.low = float_ordinal(low == 0.0f ? 0x80000000u : std::bit_cast<std::uint32_t>(low));
    rule.span = float_ordinal(high == 0.0f ? 0u : std::bit_cast<std::uint32_t>(high)) - rule.low;
    rule.kind = BinRule::Kind::scale;
    const double width = rule.range.high - rule.range.low;
    const int exponent = 10 - std::ilogb(width);
    rule.a = std::bit_cast<std::uint32_t>(std::ldexp(1.0f, exponent));
    rule.b = std::bit_cast<std::uint32_t>(std::ldexp(low, exponent));
    rule.c = std::bit_cast<std::uint32_t>(static_cast<float>(rule.bins / std::ldexp(width, exponent)));
}

void make_integer_rule(BinRule& rule) {
    const std::uint32_t bits = 8 * size_of(rule.type);
    rule.sign = is_signed(rule.type) ? 1u << (bits - 1) : 0;
    const HistogramRange whole = whole_range(rule.type);
    rule.whole = rule.range == whole;
    rule.low = static_cast<std::uint32_t>(rule.range.low - whole.low);
    rule.span = static_cast<std::uint32_t>(rule.range.high - rule.range.low);
    const std::uint64_t width = std::uint64_t{rule.span} + 1;
    if (width % rule.bins == 0 && std::has_single_bit(width / rule.bins)) {
        rule.a = static_cast<std::uint32_t>(std::countr_zero(width / rule.bins));
        rule.kind = rule.a == 0 ? BinRule::Kind::same : BinRule::Kind::shift;
        // A shift by 32 (one bin for all 2^32 values) is none that hardware knows.
        if (rule.a < 32) {
            return;
        }
    }
    // Binary digits of bins / width until there are 32. bins <= 2^28, so the shift is at least 3 and at most 63, and
    // 2^b >= 8 width: the multiplier gives the quotient or one less.
    rule.kind = BinRule::Kind::divide;
    std::uint64_t quotient = rule.bins / width;
    std::uint64_t rest = rule.bins % width;
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
    rule.a = static_cast<std::uint32_t>(quotient);
}

}  // namespace

HistogramRange whole_range(ElementType type) {
    if (type == ElementType::f32) {
        return {-static_cast<double>(std::numeric_limits<float>::max()),
                static_cast<double>(std::numeric_limits<float>::max())};
    }
    const double values = std::ldexp(1.0, static_cast<int>(8 * size_of(type)));
    return is_signed(type) ? HistogramRange{-values / 2, values / 2 - 1} : HistogramRange{0, values - 1};
}

std::uint32_t default_bins(ElementType type) {
    return size_of(type) == 1 ? 256 : 65536;
}

Result<BinRule> make_bin_rule(ElementType type, std::uint32_t bins, std::optional<HistogramRange> range) {
    if (size_of(type) == 8) {
        return Error{ErrorCode::invalid_argument,
                     std::string("values of type ") + to_string(type) + " have no histogram; give 1, 2 or 4 bytes",
                     "type"};
    }
    if (bins == 0) {
        return Error{ErrorCode::invalid_argument, "a histogram needs at least one bin; give --bins 1 or more", "bins"};
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
    if (type == ElementType::f32) {
        rule.range.low = nearest_float(rule.range.low);
        rule.range.high = nearest_float(rule.range.high);
    }
    VKALGO_CHECK(check_range(type, rule.range));
    if (type == ElementType::f32) {
        make_scale_rule(rule);
    } else {
        make_integer_rule(rule);
    }
    return rule;
}

double BinRule::edge(std::uint32_t bin) const {
    const double width = range.high - range.low + (type == ElementType::f32 ? 0.0 : 1.0);
    return range.low + width * (static_cast<double>(bin) / static_cast<double>(bins));
}

std::uint32_t bin_of(const BinRule& rule, std::uint32_t bits) {
    const bool is_float = rule.kind == BinRule::Kind::scale;
    const std::uint32_t distance = (is_float ? float_ordinal(bits) : bits ^ rule.sign) - rule.low;
    if (!rule.whole && distance > rule.span) {
        return rule.bins;
    }
    if (!is_float) {
        // 2^32 * 2^28 at most, so 64 bits hold the product.
        return static_cast<std::uint32_t>(std::uint64_t{distance} * rule.bins / (std::uint64_t{rule.span} + 1));
    }
    // The product with a power of two is exact (or so small that the sum does not feel it), so a fused multiply-add, which
    // some compilers make of it, gives the same sum.
    const float from_low = std::bit_cast<float>(bits) * std::bit_cast<float>(rule.a) - std::bit_cast<float>(rule.b);
    const float position = from_low * std::bit_cast<float>(rule.c);
    return std::min(static_cast<std::uint32_t>(std::max(position, 0.0f)), rule.bins - 1);
}

}  // namespace vkalgo
