#include "algorithms/histogram/bin_rule.hpp"

#include "algorithms/histogram/histogram_reference.hpp"
#include "tests/histogram/inputs.hpp"
#include "tests/support/device_fixture.hpp"

#include <array>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

std::uint32_t bits_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

std::uint64_t bits_of(double value) {
    return std::bit_cast<std::uint64_t>(value);
}

/// An integer of 96 bits for the reference: three digits of 32 bits, the lowest first.
using Digits = std::array<std::uint64_t, 3>;

/// Returns a * b, multiplied by hand.
Digits multiplied(std::uint64_t a, std::uint32_t b) {
    const std::uint64_t low = (a & 0xffffffffu) * b;
    const std::uint64_t middle = (a >> 32) * b + (low >> 32);
    return {low & 0xffffffffu, middle & 0xffffffffu, middle >> 32};
}

Digits sum(Digits a, std::uint32_t b) {
    a[0] += b;
    a[1] += a[0] >> 32;
    a[2] += a[1] >> 32;
    return {a[0] & 0xffffffffu, a[1] & 0xffffffffu, a[2]};
}

bool greater(const Digits& a, const Digits& b) {
    return std::lexicographical_compare(b.rbegin(), b.rend(), a.rbegin(), a.rend());
}

/// Returns floor(distance * bins / (span + 1)): the greatest q with q * (span + 1) <= distance * bins, by bisection.
std::uint32_t bin_by_trial(std::uint64_t distance, std::uint32_t bins, std::uint64_t span) {
    std::uint32_t least = 0;
    std::uint32_t beyond = bins;
    while (beyond - least > 1) {
        const std::uint32_t middle = least + (beyond - least) / 2;
        const bool fits = !greater(sum(multiplied(span, middle), middle), multiplied(distance, bins));
        (fits ? least : beyond) = middle;
    }
    return least;
}

BinRule bin_rule(ElementType type, std::uint32_t bins, std::optional<HistogramRange> range = {}) {
    return take(make_bin_rule(type, bins, range), "make_bin_rule");
}

/// Repeats what the kernels compute for integers of up to 32 bits.
std::uint32_t divided(const BinRule& rule, std::uint32_t distance) {
    const std::uint64_t product = std::uint64_t{distance} * rule.a;
    auto quotient = static_cast<std::uint32_t>(product >> rule.b);
    const std::uint64_t rest =
        std::uint64_t{distance} * rule.bins - std::uint64_t{quotient} * rule.span - std::uint64_t{quotient};
    return rest > rule.span ? quotient + 1 : quotient;
}

/// Repeats what the kernels compute for 64-bit integers, without splitting them into words.
std::uint32_t divided_wide(const BinRule& rule, std::uint64_t distance) {
    const std::uint64_t head = distance >> rule.c;
    EXPECT_LE(head, 0xffffffffu);
    const auto quotient = static_cast<std::uint32_t>(head * rule.a >> rule.b);
    const bool one_more =
        !greater(sum(multiplied(rule.span, quotient + 1), quotient + 1), multiplied(distance, rule.bins));
    return one_more ? quotient + 1 : quotient;
}

/// Returns a random 64-bit range: signed or not, wide or narrow.
HistogramRange random_range(SplitMix64& random, bool with_sign) {
    const std::uint64_t a = random.next() >> random.below(64);
    const std::uint64_t b = random.next() >> random.below(64);
    if (!with_sign) {
        return {std::min(a, b), std::max(a, b)};
    }
    const auto signed_a = static_cast<std::int64_t>(random.below(2) != 0 ? a : ~a);
    const auto signed_b = static_cast<std::int64_t>(random.below(2) != 0 ? b : ~b);
    return {std::min(signed_a, signed_b), std::max(signed_a, signed_b)};
}

}  // namespace

TEST(BinRule, UsesTheValueItselfIfEachValueHasABin) {
    EXPECT_EQ(bin_rule(ElementType::u8, 256).kind, BinRule::Kind::same);
    EXPECT_EQ(bin_rule(ElementType::i16, 65536).kind, BinRule::Kind::same);
    EXPECT_TRUE(bin_rule(ElementType::i16, 65536).whole);
    EXPECT_EQ(bin_of(bin_rule(ElementType::i8, 256), 0x80), 0u);
    EXPECT_EQ(bin_of(bin_rule(ElementType::i8, 256), 0xff), 127u);
    EXPECT_EQ(bin_of(bin_rule(ElementType::i8, 256), 0x7f), 255u);
}

TEST(BinRule, ShiftsIfEachBinHasAPowerOfTwoOfValues) {
    const BinRule rule = bin_rule(ElementType::u32, 65536);
    EXPECT_EQ(rule.kind, BinRule::Kind::shift);
    EXPECT_EQ(rule.a, 16u);
    EXPECT_EQ(bin_of(rule, 0xffffffffu), 65535u);
}

TEST(BinRule, DividesExactlyForEveryValueOfSmallRanges) {
    for (const std::uint32_t bins : {1u, 2u, 3u, 7u, 100u, 255u, 257u, 1000u, 65535u, 1u << 28}) {
        for (const int width : {1, 2, 3, 5, 10, 100, 255, 256}) {
            const BinRule rule = bin_rule(ElementType::u16, bins, HistogramRange{1000, 999.0 + width});
            for (int distance = 0; distance < width; ++distance) {
                const auto exact = static_cast<std::uint32_t>(std::uint64_t(distance) * bins / std::uint64_t(width));
                EXPECT_EQ(bin_of(rule, 1000 + static_cast<std::uint32_t>(distance)), exact);
                if (rule.kind == BinRule::Kind::divide) {
                    EXPECT_EQ(divided(rule, static_cast<std::uint32_t>(distance)), exact) << bins << " " << width;
                }
            }
        }
    }
}

TEST(BinRule, DividesExactlyIfProductsExceed32Bits) {
    SplitMix64 random(7);
    for (int round = 0; round < 20000; ++round) {
        const std::uint32_t bins = 1 + random.below(random.below(2) != 0 ? kMaxHistogramBins : 1000);
        const std::uint32_t span = random.below(4) == 0 ? 0xffffffffu : random.next32() >> random.below(32);
        const BinRule rule = bin_rule(ElementType::u32, bins, HistogramRange{0, static_cast<double>(span)});
        if (rule.kind != BinRule::Kind::divide) {
            continue;
        }
        ASSERT_GE(rule.a, 1u << 31);
        ASSERT_TRUE(rule.b >= 3 && rule.b <= 63) << rule.b;
        // Tests a value at an edge, the value before it, the largest value and a random one.
        const std::uint64_t width = std::uint64_t{span} + 1;
        const std::uint64_t edge = (std::uint64_t{random.below(bins)} * width + bins - 1) / bins;
        for (const std::uint64_t value : {edge, edge == 0 ? 0 : edge - 1, std::uint64_t{span}, random.next() % width}) {
            const auto exact = static_cast<std::uint32_t>(value * bins / width);
            ASSERT_EQ(divided(rule, static_cast<std::uint32_t>(value)), exact) << bins << " " << span << " " << value;
        }
    }
}

TEST(BinRule, DividesExactlyFor64BitIntegers) {
    SplitMix64 random(8);
    int seen[6] = {};
    for (int round = 0; round < 20000; ++round) {
        const bool with_sign = random.below(2) != 0;
        const std::uint32_t bins = random.below(3) == 0
                                       ? 1u << random.below(29)
                                       : 1 + random.below(random.below(2) != 0 ? kMaxHistogramBins : 1000);
        HistogramRange range = random_range(random, with_sign);
        if (random.below(8) == 0) {
            range = whole_range(with_sign ? ElementType::i64 : ElementType::u64);
        }
        if (random.below(8) == 0) {
            // In one case of eight the number of values is a power of two, so that some rules divide by shifts.
            const std::uint64_t span = ~0ull >> random.below(64);
            range = with_sign ? HistogramRange{-static_cast<std::int64_t>(span / 2) - 1,
                                               static_cast<std::int64_t>(span - span / 2 - 1)}
                              : HistogramRange{0, span};
        }
        const BinRule rule = bin_rule(with_sign ? ElementType::i64 : ElementType::u64, bins, range);
        ++seen[static_cast<int>(rule.kind)];
        const std::uint64_t span = range.high.bits() - range.low.bits();
        ASSERT_EQ(rule.span, span);
        if (rule.kind == BinRule::Kind::divide_wide) {
            ASSERT_TRUE(rule.a >= 1ull << 31 && rule.a < 1ull << 32) << rule.a;
            ASSERT_TRUE(rule.b >= 32 && rule.b <= 63 && rule.c >= 1 && rule.c <= 32) << rule.b << " " << rule.c;
        }
        // Random distances, the largest distance, and two distances that differ by 1. If span + 1 is a power of two,
        // the greater of the two is an edge between two of 2^28 bins of equal width.
        const std::uint64_t edge = bin_by_trial(random.next(), 1u << 28, ~0ull) * ((span >> 28) + 1);
        for (const std::uint64_t wanted : {random.next(), random.next() >> random.below(64), span, edge, edge - 1}) {
            const std::uint64_t distance = span == ~0ull ? wanted : wanted % (span + 1);
            const std::uint32_t expected = bin_by_trial(distance, bins, span);
            ASSERT_EQ(bin_of(rule, range.low.bits() + distance), expected) << bins << " " << span << " " << distance;
            if (rule.kind == BinRule::Kind::divide_wide) {
                ASSERT_EQ(divided_wide(rule, distance), expected) << bins << " " << span << " " << distance;
            } else if (rule.kind == BinRule::Kind::shift_wide) {
                ASSERT_EQ(distance >> rule.a, expected);
            }
        }
        if (!rule.whole) {
            EXPECT_EQ(bin_of(rule, range.high.bits() + 1), bins);
            EXPECT_EQ(bin_of(rule, range.low.bits() - 1), bins);
        }
    }
    for (const BinRule::Kind kind :
         {BinRule::Kind::divide, BinRule::Kind::shift, BinRule::Kind::shift_wide, BinRule::Kind::divide_wide}) {
        EXPECT_GT(seen[static_cast<int>(kind)], 20) << static_cast<int>(kind);
    }
}

TEST(BinRule, KeepsEndsThatNoDoubleRepresents) {
    const std::uint64_t high = 0xffffffffffffffffu;
    const BinRule rule = bin_rule(ElementType::u64, 2, HistogramRange{high - 3, high});
    EXPECT_EQ(bin_of(rule, high - 4), 2u);
    EXPECT_EQ(bin_of(rule, high - 3), 0u);
    EXPECT_EQ(bin_of(rule, high - 2), 0u);
    EXPECT_EQ(bin_of(rule, high - 1), 1u);
    EXPECT_EQ(bin_of(rule, high), 1u);
    EXPECT_EQ(to_string(rule.range.low), "18446744073709551612");
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    const BinRule one = bin_rule(ElementType::i64, 10, HistogramRange{least, least});
    EXPECT_EQ(bin_of(one, std::uint64_t{1} << 63), 0u);
    EXPECT_EQ(bin_of(one, (std::uint64_t{1} << 63) + 1), 10u);
}

TEST(BinRule, PutsDoublesWhereTheDocumentationSays) {
    const BinRule rule = bin_rule(ElementType::f64, 4, HistogramRange{0, 1});
    EXPECT_EQ(bin_of(rule, bits_of(-0.0)), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(std::nextafter(0.25, 0.0))), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(0.25)), 1u);
    EXPECT_EQ(bin_of(rule, bits_of(1.0)), 3u);
    for (const double outside : {std::nextafter(1.0, 2.0), -std::numeric_limits<double>::denorm_min(), HUGE_VAL,
                                 -HUGE_VAL, double{NAN}, -double{NAN}}) {
        EXPECT_EQ(bin_of(rule, bits_of(outside)), 4u) << outside;
    }
    const BinRule all = bin_rule(ElementType::f64, 1000);
    EXPECT_EQ(bin_of(all, bits_of(std::numeric_limits<double>::lowest())), 0u);
    EXPECT_EQ(bin_of(all, bits_of(0.0)), 500u);
    EXPECT_EQ(bin_of(all, bits_of(std::numeric_limits<double>::max())), 999u);
    EXPECT_EQ(bin_of(all, bits_of(HUGE_VAL)), 1000u);
    EXPECT_NEAR(all.edge(500), 0, 1e293);
}

TEST(BinRule, AnEdgeOfDoublesIsAccurateToTwoRoundings) {
    // Computes the exact bin in long double. Only values within two roundings of an edge may be in a neighbouring bin.
    SplitMix64 random(9);
    const double low = -0.1;
    const double high = 1234.5678;
    const std::uint32_t bins = 9973;
    const BinRule rule = bin_rule(ElementType::f64, bins, HistogramRange{low, high});
    for (int round = 0; round < 20000; ++round) {
        const double value = low + (high - low) * std::ldexp(static_cast<double>(random.next() >> 11), -53);
        const long double exact =
            (static_cast<long double>(value) - low) / (static_cast<long double>(high) - low) * bins;
        const auto below = static_cast<std::uint32_t>(exact * (1 - 1e-15L));
        const auto above = std::min(static_cast<std::uint32_t>(exact * (1 + 1e-15L)), bins - 1);
        ASSERT_TRUE(bin_of(rule, bits_of(value)) >= below && bin_of(rule, bits_of(value)) <= above) << value;
    }
}

TEST(BinRule, ARangeOfOneValuePutsItIntoBin0) {
    EXPECT_EQ(bin_of(bin_rule(ElementType::u8, 10, HistogramRange{5, 5}), 5), 0u);
    EXPECT_EQ(bin_of(bin_rule(ElementType::u8, 10, HistogramRange{5, 5}), 6), 10u);
    const BinRule rule = bin_rule(ElementType::f32, 10, HistogramRange{1e30, 1e30});
    EXPECT_EQ(bin_of(rule, bits_of(1e30f)), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(std::nextafter(1e30f, 0.0f))), 10u);
    const BinRule zero = bin_rule(ElementType::f64, 10, HistogramRange{0, 0});
    EXPECT_EQ(bin_of(zero, bits_of(0.0)), 0u);
    EXPECT_EQ(bin_of(zero, bits_of(-0.0)), 0u);
    EXPECT_EQ(bin_of(zero, bits_of(std::numeric_limits<double>::denorm_min())), 10u);
}

TEST(BinRule, TheRangeOfDataIsThatOfItsFiniteValues) {
    const auto range = [](const auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        return range_of_data(std::as_bytes(std::span(values)), element_type_of<T>());
    };
    EXPECT_EQ(range(std::vector<std::int64_t>{3, -5, 7}), (HistogramRange{-5, 7}));
    EXPECT_EQ(range(std::vector<std::uint64_t>{~0ull, 1}), (HistogramRange{1, ~0ull}));
    EXPECT_EQ(range(std::vector<float>{NAN, 0.5f, -HUGE_VALF, 2.5f}), (HistogramRange{0.5, 2.5}));
    EXPECT_EQ(range(std::vector<double>{7.25, 7.25}), (HistogramRange{7.25, 7.25}));
    EXPECT_EQ(range(std::vector<double>{NAN, HUGE_VAL}), std::nullopt);
    EXPECT_EQ(range(std::vector<std::uint8_t>{}), std::nullopt);
    // Even a very narrow range is kept.
    for (const auto& narrow : {std::vector<double>{0, 5e-324}, std::vector<double>{-1e-320, 1e-310}}) {
        const auto found = range(narrow);
        EXPECT_EQ(found, (HistogramRange{narrow[0], narrow[1]}));
        const BinRule rule = bin_rule(ElementType::f64, 7, *found);
        EXPECT_EQ(bin_of(rule, bits_of(narrow[0])), 0u);
        EXPECT_EQ(bin_of(rule, bits_of(narrow[1])), 6u);
    }
    const BinRule tiny = bin_rule(ElementType::f32, 7, range(std::vector<float>{0, 1e-45f}));
    EXPECT_EQ(bin_of(tiny, bits_of(0.0f)), 0u);
    EXPECT_EQ(bin_of(tiny, bits_of(1e-45f)), 6u);
}

TEST(BinRule, CountsEqualValuesInARangeOfWidth1AsNumPy) {
    const auto range = [](const auto& values) {
        using T = typename std::decay_t<decltype(values)>::value_type;
        return counted_range(std::as_bytes(std::span(values)), element_type_of<T>());
    };
    EXPECT_EQ(range(std::vector<double>{7.25, 7.25}), (HistogramRange{6.75, 7.75}));
    EXPECT_EQ(range(std::vector<float>{-2, NAN}), (HistogramRange{-2.5, -1.5}));
    EXPECT_EQ(range(std::vector<double>{7.25, 7.5}), (HistogramRange{7.25, 7.5}));
    EXPECT_EQ(range(std::vector<double>{0x1p60}), (HistogramRange{0x1p60, 0x1p60}));
    EXPECT_EQ(range(std::vector<std::int32_t>{5, 5}), (HistogramRange{5, 5}));
    EXPECT_EQ(range(std::vector<float>{0x1p23f}), (HistogramRange{0x1p23 - 0.5, 0x1p23 + 0.5}));
    const BinRule single = bin_rule(ElementType::f32, 4, range(std::vector<float>{3e7f}));
    EXPECT_EQ(single.range, (HistogramRange{3e7, 3e7}));
    EXPECT_EQ(bin_of(single, bits_of(3e7f)), 0u);
    EXPECT_EQ(range(std::vector<double>{NAN, HUGE_VAL}), (HistogramRange{0, 1}));
    EXPECT_EQ(range(std::vector<float>{}), (HistogramRange{0, 1}));
}

TEST(BinRule, PutsFloatEdgesWhereTheDocumentationSays) {
    const BinRule rule = bin_rule(ElementType::f32, 4, HistogramRange{0, 1});
    EXPECT_EQ(bin_of(rule, bits_of(0.0f)), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(-0.0f)), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(std::numeric_limits<float>::denorm_min())), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(0.25f)), 1u);
    EXPECT_EQ(bin_of(rule, bits_of(std::nextafter(0.25f, 0.0f))), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(1.0f)), 3u);
    for (const float outside : {std::nextafter(1.0f, 2.0f), -std::numeric_limits<float>::denorm_min(),
                                std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::quiet_NaN()}) {
        EXPECT_EQ(bin_of(rule, bits_of(outside)), 4u) << outside;
    }
}

TEST(BinRule, CoversAllFiniteFloatsByDefault) {
    const BinRule rule = bin_rule(ElementType::f32, 1000);
    EXPECT_EQ(bin_of(rule, bits_of(std::numeric_limits<float>::lowest())), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(0.0f)), 500u);
    EXPECT_EQ(bin_of(rule, bits_of(std::numeric_limits<float>::max())), 999u);
    EXPECT_EQ(bin_of(rule, bits_of(std::numeric_limits<float>::infinity())), 1000u);
}

TEST(BinRule, AscendsWithTheValues) {
    const BinRule rule = bin_rule(ElementType::f32, 100003, HistogramRange{-1.5, 1e9});
    std::uint32_t last = 0;
    for (float value = -1.5f; value < 1e9f; value = value * (value < 0 ? 0.99f : 1.001f) + 1e-4f) {
        const std::uint32_t bin = bin_of(rule, bits_of(value));
        ASSERT_GE(bin, last) << value;
        ASSERT_LT(bin, 100003u);
        last = bin;
    }
    EXPECT_GT(last, 99000u);
}

TEST(BinRule, RoundsTheEndsOfAFloatRangeToFloats) {
    const BinRule rule = bin_rule(ElementType::f32, 10, HistogramRange{-0.3, 0.1});
    EXPECT_EQ(rule.range, (HistogramRange{static_cast<double>(-0.3f), static_cast<double>(0.1f)}));
    EXPECT_EQ(bin_of(rule, bits_of(0.1f)), 9u);
    EXPECT_EQ(bin_of(rule, bits_of(std::nextafter(0.1f, 1.0f))), 10u);
}

TEST(BinRule, RefusesInvalidBinsAndRanges) {
    using Type = ElementType;
    EXPECT_ERROR(make_bin_rule(Type::u8, 0, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u8, kMaxHistogramBins + 1, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u8, 10, HistogramRange{5, 4}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u8, 10, HistogramRange{-1, 4}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u8, 10, HistogramRange{0, 256}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::i32, 10, HistogramRange{0.5, 4}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u64, 10, HistogramRange{-1, 4}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u64, 10, HistogramRange{0, 0x1p64}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::i64, 10, HistogramRange{0, 1ull << 63}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::f32, 10, HistogramRange{0, HUGE_VAL}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::f32, 10, HistogramRange{0, 1e39}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::f32, 10, HistogramRange{NAN, 1}), ErrorCode::invalid_argument);
    EXPECT_OK(make_bin_rule(Type::u8, 10, HistogramRange{7, 7}));
}

TEST(HistogramReference, AgreesWithTheRuleOnEveryKindOfValue) {
    for (const ElementType type : kElements) {
        const std::vector<std::uint8_t> values = make_values(type, Distribution::uniform, 5000, 11);
        const HistogramRange range = is_float(type) ? HistogramRange{-3.5, 12.25} : HistogramRange{3, 100};
        const HistogramCounts counted =
            take(histogram_reference(std::as_bytes(std::span(values)), {.type = type, .bins = 37, .range = range}));
        std::vector<std::uint64_t> expected(38);
        const BinRule rule = bin_rule(type, 37, range);
        for (std::size_t at = 0; at < values.size(); at += size_of(type)) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, values.data() + at, size_of(type));
            ++expected[bin_of(rule, bits)];
        }
        EXPECT_EQ(counted.outside, expected.back());
        expected.pop_back();
        EXPECT_EQ(counted.counts, expected) << to_string(type);
        if (is_float(type)) {
            EXPECT_EQ(std::count(expected.begin(), expected.end(), 0U), 0) << "empty bins of " << to_string(type);
        }
    }
}

TEST(HistogramReference, CountsAFewValuesAsDoneByHand) {
    const std::vector<std::int8_t> values = {-128, -1, 0, 1, 127, 5, 5};
    const HistogramCounts counted = take(histogram_reference(
        std::as_bytes(std::span(values)), {.type = ElementType::i8, .bins = 2, .range = HistogramRange{-1, 5}}));
    // The seven values -1 .. 5 in two bins: floor((v + 1) * 2 / 7), so -1, 0, 1, 2 and 3, 4, 5.
    EXPECT_EQ(counted.counts, (std::vector<std::uint64_t>{3, 2}));
    EXPECT_EQ(counted.outside, 2u);
}

}  // namespace vkalgo::test
