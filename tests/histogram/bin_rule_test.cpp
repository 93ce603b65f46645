#include "algorithms/histogram/bin_rule.hpp"

#include "algorithms/histogram/histogram_reference.hpp"
#include "tests/histogram/inputs.hpp"
#include "tests/support/device_fixture.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

std::uint32_t bits_of(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

BinRule rule_of(ElementType type, std::uint32_t bins, std::optional<HistogramRange> range = {}) {
    return take(make_bin_rule(type, bins, range), "make_bin_rule");
}

/// What the kernels do for integers, word by word.
std::uint32_t divided(const BinRule& rule, std::uint32_t distance) {
    const std::uint64_t product = std::uint64_t{distance} * rule.a;
    auto quotient = static_cast<std::uint32_t>(product >> rule.b);
    const std::uint64_t rest =
        std::uint64_t{distance} * rule.bins - std::uint64_t{quotient} * rule.span - std::uint64_t{quotient};
    return rest > rule.span ? quotient + 1 : quotient;
}

}  // namespace

TEST(BinRule, TakesAValueItselfWhereEachHasABin) {
    EXPECT_EQ(rule_of(ElementType::u8, 256).kind, BinRule::Kind::same);
    EXPECT_EQ(rule_of(ElementType::i16, 65536).kind, BinRule::Kind::same);
    EXPECT_TRUE(rule_of(ElementType::i16, 65536).whole);
    EXPECT_EQ(bin_of(rule_of(ElementType::i8, 256), 0x80), 0u);
    EXPECT_EQ(bin_of(rule_of(ElementType::i8, 256), 0xff), 127u);
    EXPECT_EQ(bin_of(rule_of(ElementType::i8, 256), 0x7f), 255u);
}

TEST(BinRule, ShiftsWhereEachBinHasAPowerOfTwoOfValues) {
    const BinRule rule = rule_of(ElementType::u32, 65536);
    EXPECT_EQ(rule.kind, BinRule::Kind::shift);
    EXPECT_EQ(rule.a, 16u);
    EXPECT_EQ(bin_of(rule, 0xffffffffu), 65535u);
}

TEST(BinRule, DividesExactlyForEveryValueOfSmallRanges) {
    for (const std::uint32_t bins : {1u, 2u, 3u, 7u, 100u, 255u, 257u, 1000u, 65535u, 1u << 28}) {
        for (const int width : {1, 2, 3, 5, 10, 100, 255, 256}) {
            const BinRule rule = rule_of(ElementType::u16, bins, HistogramRange{1000, 999.0 + width});
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

TEST(BinRule, DividesExactlyWhereProductsPass64BitsOfAKernel) {
    SplitMix64 random(7);
    for (int round = 0; round < 20000; ++round) {
        const std::uint32_t bins = 1 + random.below(random.below(2) != 0 ? kMaxHistogramBins : 1000);
        const std::uint32_t span = random.below(4) == 0 ? 0xffffffffu : random.next32() >> random.below(32);
        const BinRule rule = rule_of(ElementType::u32, bins, HistogramRange{0, static_cast<double>(span)});
        if (rule.kind != BinRule::Kind::divide) {
            continue;
        }
        ASSERT_GE(rule.a, 1u << 31);
        ASSERT_TRUE(rule.b >= 3 && rule.b <= 63) << rule.b;
        // Values at and beside an edge, and any.
        const std::uint64_t width = std::uint64_t{span} + 1;
        const std::uint64_t edge = (std::uint64_t{random.below(bins)} * width + bins - 1) / bins;
        for (const std::uint64_t value : {edge, edge == 0 ? 0 : edge - 1, std::uint64_t{span}, random.next() % width}) {
            const auto exact = static_cast<std::uint32_t>(value * bins / width);
            ASSERT_EQ(divided(rule, static_cast<std::uint32_t>(value)), exact) << bins << " " << span << " " << value;
        }
    }
}

TEST(BinRule, PutsFloatEdgesWhereTheDocumentationSays) {
    const BinRule rule = rule_of(ElementType::f32, 4, HistogramRange{0, 1});
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
    const BinRule rule = rule_of(ElementType::f32, 1000);
    EXPECT_EQ(bin_of(rule, bits_of(std::numeric_limits<float>::lowest())), 0u);
    EXPECT_EQ(bin_of(rule, bits_of(0.0f)), 500u);
    EXPECT_EQ(bin_of(rule, bits_of(std::numeric_limits<float>::max())), 999u);
    EXPECT_EQ(bin_of(rule, bits_of(std::numeric_limits<float>::infinity())), 1000u);
}

TEST(BinRule, AscendsWithTheValues) {
    const BinRule rule = rule_of(ElementType::f32, 100003, HistogramRange{-1.5, 1e9});
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
    const BinRule rule = rule_of(ElementType::f32, 10, HistogramRange{-0.3, 0.1});
    EXPECT_EQ(rule.range, (HistogramRange{static_cast<double>(-0.3f), static_cast<double>(0.1f)}));
    EXPECT_EQ(bin_of(rule, bits_of(0.1f)), 9u);
    EXPECT_EQ(bin_of(rule, bits_of(std::nextafter(0.1f, 1.0f))), 10u);
}

TEST(BinRule, RefusesWhatCannotBe) {
    using Type = ElementType;
    EXPECT_ERROR(make_bin_rule(Type::u8, 0, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u8, kMaxHistogramBins + 1, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u8, 10, HistogramRange{5, 4}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u8, 10, HistogramRange{-1, 4}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::u8, 10, HistogramRange{0, 256}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::i32, 10, HistogramRange{0.5, 4}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::f32, 10, HistogramRange{1, 1}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::f32, 10, HistogramRange{0, HUGE_VAL}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::f32, 10, HistogramRange{0, 1e39}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::f32, 10, HistogramRange{1, 1 + 1e-9}), ErrorCode::invalid_argument);
    EXPECT_ERROR(make_bin_rule(Type::f32, 10, HistogramRange{NAN, 1}), ErrorCode::invalid_argument);
    EXPECT_OK(make_bin_rule(Type::u8, 10, HistogramRange{7, 7}));
}

TEST(HistogramReference, AgreesWithTheRuleOnEveryKindOfValue) {
    for (const ElementType type : kElements) {
        const std::vector<std::uint8_t> values = make_values(type, Distribution::uniform, 5000, 11);
        const HistogramRange range = type == ElementType::f32 ? HistogramRange{-3.5, 12.25} : HistogramRange{3, 100};
        const HistogramCounts counted =
            take(histogram_reference(std::as_bytes(std::span(values)), {.type = type, .bins = 37, .range = range}));
        std::vector<std::uint64_t> expected(38);
        const BinRule rule = rule_of(type, 37, range);
        for (std::size_t at = 0; at < values.size(); at += size_of(type)) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, values.data() + at, size_of(type));
            ++expected[bin_of(rule, bits)];
        }
        EXPECT_EQ(counted.outside, expected.back());
        expected.pop_back();
        EXPECT_EQ(counted.counts, expected) << to_string(type);
    }
}

TEST(HistogramReference, CountsAHandfulByHand) {
    const std::vector<std::int8_t> values = {-128, -1, 0, 1, 127, 5, 5};
    const HistogramCounts counted = take(histogram_reference(
        std::as_bytes(std::span(values)), {.type = ElementType::i8, .bins = 2, .range = HistogramRange{-1, 5}}));
    // Seven values -1 .. 5 in two bins: floor((v + 1) * 2 / 7), so -1, 0, 1, 2 and 3, 4, 5.
    EXPECT_EQ(counted.counts, (std::vector<std::uint64_t>{3, 2}));
    EXPECT_EQ(counted.outside, 2u);
}

}  // namespace vkalgo::test
