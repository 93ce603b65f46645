#include "algorithms/histogram/bin_rule.hpp"
#include "tests/histogram/points.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {

TEST(EvenEdges, OfIntegersAreWholeIfAllBinsHaveEquallyManyValues) {
    for (const std::uint32_t bins : {1u, 3u, 10u, 49u, 98u, 103u, 107u, 1000u, 65535u}) {
        for (const std::int64_t low : {0, -5, -30000}) {
            for (const std::int64_t each : {1, 2, 7}) {
                const std::int64_t high = low + each * bins - 1;
                const BinRule rule = take(make_bin_rule(ElementType::i32, bins, HistogramRange{low, high}));
                for (std::uint32_t bin = 0; bin <= bins; ++bin) {
                    ASSERT_EQ(rule.edge(bin), static_cast<double>(low + each * bin)) << bins << " bins from " << low;
                }
            }
        }
    }
}

TEST(EvenEdges, OfIntegersAreTheNearestDoubles) {
    // A long double represents the product of an edge and up to 2^11 bins exactly.
    static_assert(std::numeric_limits<long double>::digits >= 64);
    SplitMix64 random(3);
    for (int round = 0; round < 2000; ++round) {
        const std::uint32_t bins = 1 + random.below(2048);
        const auto low = static_cast<std::int64_t>(random.below(1u << 30)) - (1 << 29);
        const std::int64_t values = 1 + random.below(1u << 30);
        const BinRule rule = take(make_bin_rule(ElementType::i64, bins, HistogramRange{low, low + values - 1}));
        for (int turn = 0; turn < 20; ++turn) {
            const std::uint32_t bin = random.below(bins + 1);
            const double edge = rule.edge(bin);
            const long double error = static_cast<long double>(edge) * bins -
                                      static_cast<long double>(low * std::int64_t{bins} + values * std::int64_t{bin});
            const long double half = (std::nextafter(std::abs(edge), HUGE_VAL) - std::abs(edge)) / 2;
            EXPECT_LE(std::abs(error), half * bins) << low << " " << values << " " << bins << " " << bin;
        }
    }
}

TEST(EvenEdges, OfAllIntegersOf64BitsAreRight) {
    const BinRule rule = take(make_bin_rule(ElementType::u64, 3, std::nullopt));
    EXPECT_EQ(rule.edge(0), 0);
    EXPECT_EQ(rule.edge(1), 0x1p64 / 3);
    EXPECT_EQ(rule.edge(3), 0x1p64);
    const BinRule whole = take(make_bin_rule(ElementType::i64, 1u << 28, std::nullopt));
    EXPECT_EQ(whole.edge(0), -0x1p63);
    EXPECT_EQ(whole.edge(1u << 27), 0);
    EXPECT_EQ(whole.edge(1), -0x1p63 + 0x1p36);
    EXPECT_EQ(whole.edge(1u << 28), 0x1p63);
    // Beyond 2^53 a bin may have one value, and its edge is the nearest double.
    const std::uint64_t big = (std::uint64_t{1} << 60) + 1;
    const BinRule same = take(make_bin_rule(ElementType::u64, 103, HistogramRange{big, big + 102}));
    for (std::uint32_t bin = 0; bin < 103; ++bin) {
        EXPECT_EQ(same.edge(bin), static_cast<double>(big + bin));
    }
}

TEST(EvenEdges, OfFloatsAndTheirDistancesAreRoundedToTheType) {
    const auto rounded = [](double number, ElementType type) {
        return type == ElementType::f32 ? static_cast<double>(static_cast<float>(number))
                                        : static_cast<double>(float{Half(number)});
    };
    for (const ElementType type : {ElementType::f32, ElementType::f16}) {
        for (const auto& [low, high] : {std::pair{0.1, 0.9}, std::pair{-5.4, 3.2}, std::pair{-19.07, -9.002}}) {
            const BinRule rule = take(make_bin_rule(type, 57, HistogramRange{low, high}));
            const std::vector<NumpyValue> edges = numpy_edges(low, high, 57);
            for (std::uint32_t bin = 0; bin < 57; ++bin) {
                const double lower = rounded(static_cast<double>(edges[bin]), type);
                const double upper = rounded(static_cast<double>(edges[bin + 1]), type);
                EXPECT_EQ(rule.edge(bin), lower) << bin;
                EXPECT_EQ(rule.width(bin), rounded(upper - lower, type)) << bin;
            }
        }
    }
    // Neighbouring values of f32 are further apart than these edges.
    const BinRule narrow = take(make_bin_rule(ElementType::f32, 8, HistogramRange{0x1p23, 0x1p23 + 2}));
    EXPECT_EQ(narrow.edge(1), 0x1p23 + 0.25);
    EXPECT_EQ(narrow.width(0), 0.25);
    EXPECT_EQ(take(make_bin_rule(ElementType::u8, 2, HistogramRange{0, 4})).width(1), 2.5);
}

TEST(EvenEdges, OfFloatsEndWhereTheRangeEnds) {
    for (const HistogramRange& range : {HistogramRange{0, 1}, HistogramRange{-0.1, 0.7}, HistogramRange{1e-3, 1e3}}) {
        for (const std::uint32_t bins : {1u, 3u, 10u, 49u, 103u}) {
            const BinRule rule = take(make_bin_rule(ElementType::f64, bins, range));
            EXPECT_EQ(rule.edge(0), range.low.real());
            EXPECT_EQ(rule.edge(bins), range.high.real());
            for (std::uint32_t bin = 0; bin < bins; ++bin) {
                EXPECT_LT(rule.edge(bin), rule.edge(bin + 1));
            }
        }
    }
    // Integral widths give integral edges.
    const BinRule whole = take(make_bin_rule(ElementType::f64, 49, HistogramRange{0, 49}));
    for (std::uint32_t bin = 0; bin <= 49; ++bin) {
        EXPECT_EQ(whole.edge(bin), bin);
    }
    // The width exceeds the largest double.
    const BinRule all = take(make_bin_rule(ElementType::f64, 10, std::nullopt));
    EXPECT_EQ(all.edge(0), std::numeric_limits<double>::lowest());
    EXPECT_EQ(all.edge(10), std::numeric_limits<double>::max());
    EXPECT_NEAR(all.edge(5), 0, 1e293);
}

}  // namespace vkalgo::test
