#include "algorithms/histogram/even_constants.hpp"

#include "algorithms/histogram/ordinal.hpp"
#include "shaders/histogram/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vkalgo::histogram_detail {

namespace {

/// Returns the larger of the absolute values of the range's ends.
double greatest_of(const BinRule& rule) {
    return std::max(std::abs(rule.range.low.real()), std::abs(rule.range.high.real()));
}

/// Returns the lift of a range: the kernels first multiply each value by 2^lift. A range needs a lift if its values are
/// so small that devices may treat them as 0, or that 2^exponent would be too large for the type; the lift of any other
/// range is 0. After lifting, the least difference of two values is 2^-53 (f64: 2^-474), and the greatest value is
/// below 2^66 (f64: 2^400).
int lift_of(const BinRule& rule) {
    const bool wide = rule.type == ElementType::f64;
    const bool small = rule.even.step != 0 && greatest_of(rule) < (wide ? 0x1p-200 : 0x1p-30);
    return !small ? 0 : wide ? 600 : 96;
}

/// Returns a number rounded to the type in which positions are computed.
double rounded_as(double value, ElementType type) {
    return type == ElementType::f64 ? value : static_cast<double>(static_cast<float>(value));
}

bool is_power_of_two(double value) {
    return std::ldexp(1.0, std::ilogb(value)) == value;
}

/// Returns an upper bound of the error of a position, in bins. Returns 0 if the kernels compare no edge: if the step is
/// 0, if bins are narrow (BinRule), or if positions are exact and edges are values of the type.
double margin_of(const BinRule& rule) {
    const Linspace& even = rule.even;
    const bool exact_step = even.step != 0 && is_power_of_two(even.step);
    const bool narrow = rule.type != ElementType::f64 && !rule.rounded;
    if (even.step == 0 || narrow || (exact_step && even.low == 0)) {
        return 0;
    }
    const double greatest = std::ldexp(greatest_of(rule), even.exponent) / even.step;
    const double unit = rule.type == ElementType::f64 ? 0x1p-53 : 0x1p-24;
    // Rounding an edge to the type moves it by at most this many bins. For an f16 the kernels compute the position of
    // the middle between the value and the next greater f16. A value reaches a rounded edge if this middle reaches the
    // unrounded edge, so only f32 adds `moved` to the margin.
    const double moved =
        rule.rounded ? std::ldexp(step_after(greatest_of(rule), rule.type), even.exponent - 1) / even.step : 0;
    const double positions = rule.bins + 2 * moved;
    // Each of these is rounded: low, the distance from low, 1 / step, the product of the last two, and the difference
    // of the product and the margin.
    const double of_low = std::abs(rounded_as(even.low, rule.type) - even.low) / even.step;
    const int roundings = (even.low == 0 ? 0 : 1) + (exact_step ? 0 : 2) + 1;
    const double of_edge = 0x1p-50 * (positions + greatest);
    const double margin =
        (of_low + unit * roundings * positions + of_edge + (rule.type == ElementType::f32 ? moved : 0)) * (1 + 0x1p-20);
    return std::min<double>(margin, rule.bins);
}

/// Rounds a number down and returns the result modulo 2^32.
std::uint32_t low_word(double value) {
    const double rest = std::fmod(std::floor(value), 0x1p32);
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(rest));
}

}  // namespace

std::vector<SpecializationConstant> even_constants(const BinRule& rule) {
    const Linspace& even = rule.even;
    const ElementType type = computed_as(rule.type);
    std::vector<SpecializationConstant> constants;
    const auto add = [&](std::uint32_t low_id, std::uint32_t high_id, std::uint64_t bits) {
        constants.push_back({low_id, static_cast<std::uint32_t>(bits)});
        constants.push_back({high_id, static_cast<std::uint32_t>(bits >> 32)});
    };
    const int lift = lift_of(rule);
    // Positions, in units of 2^-places bins, are below 2^31.
    const std::uint32_t places = 31 - static_cast<std::uint32_t>(std::bit_width(rule.bins));
    const double per_unit = even.step == 0 ? 0 : std::ldexp(1 / even.step, static_cast<int>(places));
    // from_low = value * 2^lift * a - b; position = from_low * c - margin
    add(VKALGO_CONSTANT_RULE_A, VKALGO_CONSTANT_RULE_A_HIGH, float_bits(std::ldexp(1.0, even.exponent - lift), type));
    add(VKALGO_CONSTANT_RULE_B, VKALGO_CONSTANT_RULE_B_HIGH, float_bits(even.low, type));
    add(VKALGO_CONSTANT_RULE_C, VKALGO_CONSTANT_RULE_C_HIGH, float_bits(per_unit, type));
    add(VKALGO_CONSTANT_STEP, VKALGO_CONSTANT_STEP_HIGH, std::bit_cast<std::uint64_t>(even.step));
    add(VKALGO_CONSTANT_START, VKALGO_CONSTANT_START_HIGH, std::bit_cast<std::uint64_t>(even.low));

    const auto all = static_cast<double>(std::uint64_t{rule.bins} << places);
    const double margin = std::ceil(std::ldexp(margin_of(rule), static_cast<int>(places)));
    // Positions are rounded down to units, which adds one unit to the error of positions that are not exact.
    const double reach = margin == 0 ? 0 : std::min(2 * margin + 1, all - 1);
    constants.insert(constants.end(),
                     {{VKALGO_CONSTANT_LIFT, static_cast<std::uint32_t>(lift)},
                      {VKALGO_CONSTANT_EXPONENT, static_cast<std::uint32_t>(even.exponent)},
                      {VKALGO_CONSTANT_ROUNDED, rule.rounded ? 1U : 0U},
                      {VKALGO_CONSTANT_PLACES, places},
                      {VKALGO_CONSTANT_MARGIN, std::bit_cast<std::uint32_t>(static_cast<float>(margin))},
                      {VKALGO_CONSTANT_TOP, static_cast<std::uint32_t>(all - 1 - reach)},
                      {VKALGO_CONSTANT_REACH, static_cast<std::uint32_t>(reach)}});

    if (!rule.rounded) {
        return constants;
    }
    const double step_units = std::ldexp(even.step, VKALGO_UNIT_PLACES);
    // The value, the first edge and bin * step are each rounded to units of 2^-VKALGO_UNIT_PLACES. Together these
    // errors are below 4 units. The second term is greater than the error of an edge in double precision.
    const double sure =
        4 + 0x1p-50 * std::ldexp(2 * std::ldexp(greatest_of(rule), even.exponent) + 0x1p11, VKALGO_UNIT_PLACES);
    constants.insert(constants.end(),
                     {{VKALGO_CONSTANT_STEP_UNITS, low_word(step_units)},
                      {VKALGO_CONSTANT_STEP_PARTS, low_word(std::ldexp(step_units - std::floor(step_units), 32))},
                      {VKALGO_CONSTANT_START_UNITS, low_word(std::ldexp(even.low, VKALGO_UNIT_PLACES))},
                      {VKALGO_CONSTANT_SURE, static_cast<std::uint32_t>(std::min(sure, 0x7fffffff.0p0))}});
    return constants;
}

std::uint32_t bin_iterations(const BinRule& rule) {
    if (rule.kind != BinRule::Kind::scale) {
        return 0;
    }
    const auto bins = static_cast<std::uint32_t>(2 * margin_of(rule)) + 2;
    return static_cast<std::uint32_t>(std::bit_width(bins)) + 2;
}

}  // namespace vkalgo::histogram_detail
