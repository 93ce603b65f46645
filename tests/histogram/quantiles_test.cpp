#include "algorithms/histogram/quantiles.hpp"

#include "tests/histogram/inputs.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {

class HistogramQuantiles : public DeviceTest {};

TEST_F(HistogramQuantiles, AreExactIfEachValueHasABin) {
    for (const std::size_t size : {1u, 2u, 7u, 1000u, 10007u}) {
        std::vector<std::int16_t> values(size);
        const auto bytes = make_values(ElementType::i16, Distribution::zipf, size, size);
        std::memcpy(values.data(), bytes.data(), bytes.size());
        const HistogramResult result = take(histogram(runner(), std::span(values)));
        std::sort(values.begin(), values.end());
        for (const double fraction : {0.0, 0.01, 0.25, 0.5, 0.75, 0.999, 1.0}) {
            // Finds the smallest value such that at least this fraction of the values are not above it.
            std::size_t rank = 0;
            while (rank + 1 < size && static_cast<double>(rank + 1) < fraction * static_cast<double>(size)) {
                ++rank;
            }
            EXPECT_EQ(take(quantiles(result, std::vector{fraction})).front(), values[rank]) << size << " " << fraction;
        }
    }
}

TEST_F(HistogramQuantiles, TakeTenthsAsTheyAreWritten) {
    // 0.1 of ten values is one of them, although the double nearest to 0.1 is larger than 0.1.
    for (const std::uint32_t size : {10u, 20u, 100u}) {
        std::vector<std::uint8_t> values(size);
        std::iota(values.begin(), values.end(), std::uint8_t{1});
        const HistogramResult result = take(histogram(runner(), std::span(values)));
        for (std::uint32_t tenths = 1; tenths <= 10; ++tenths) {
            EXPECT_EQ(take(quantiles(result, std::vector{tenths / 10.0})).front(), size * tenths / 10) << size;
        }
    }
}

TEST_F(HistogramQuantiles, AreWholeIfValuesAreWhole) {
    for (const std::uint32_t bins : {49u, 98u, 103u, 107u, 250u}) {
        std::vector<std::int16_t> values(bins);
        std::iota(values.begin(), values.end(), std::int16_t{-5});
        const HistogramOptions options{.bins = bins, .range = HistogramRange{-5, bins - 6}};
        const HistogramResult result = take(histogram(runner(), std::span(values), {.histogram = options}));
        for (std::uint32_t rank = 1; rank <= bins; ++rank) {
            const double fraction = (rank - 0.5) / bins;
            EXPECT_EQ(take(quantiles(result, std::vector{fraction})).front(), int(rank) - 6) << bins;
        }
    }
}

TEST_F(HistogramQuantiles, AreOtherwiseWithinTheWidthOfABin) {
    SplitMix64 random(5);
    std::vector<double> samples(20'011);
    for (double& sample : samples) {
        const double uniform = std::ldexp(static_cast<double>(random.next() >> 11), -53);
        sample = uniform * uniform * 10 - 3;
    }
    const HistogramResult result =
        take(histogram(runner(), std::span(samples), {.histogram = {.bins = 1000, .range = HistogramRange{-4, 8}}}));
    std::sort(samples.begin(), samples.end());
    const std::vector<double> fractions{0.001, 0.1, 0.5, 0.9, 0.99};
    const std::vector<double> found = take(quantiles(result, fractions));
    for (std::size_t which = 0; which < fractions.size(); ++which) {
        const auto rank = static_cast<std::size_t>(fractions[which] * static_cast<double>(samples.size()));
        EXPECT_NEAR(found[which], samples[rank], 12.0 / 1000 * 1.01) << fractions[which];
    }
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
}

TEST(HistogramQuantilesOf, CountsThatAreGiven) {
    HistogramResult result;
    const std::vector<ExactNumber> edges{-HUGE_VAL, 0, 10, HUGE_VAL};
    result.rule = take(make_bin_rule(ElementType::f64, edges));
    result.counts = {1, 2, 1, /**/ 0, 4, 0, /**/ 0, 0, 0};
    const auto of = [&](double fraction, std::uint32_t histogram) {
        return take(quantiles(result, std::vector{fraction}, histogram)).front();
    };
    EXPECT_EQ(of(0.1, 0), 0);
    EXPECT_EQ(of(0.5, 0), 5);
    EXPECT_EQ(of(0.9, 0), 10);
    EXPECT_EQ(of(0, 1), 0);
    EXPECT_EQ(of(0.25, 1), 2.5);
    EXPECT_EQ(of(1, 1), 10);
    EXPECT_ERROR(quantiles(result, std::vector{0.5}, 2), ErrorCode::invalid_argument);
    EXPECT_ERROR(quantiles(result, std::vector{0.5}, 3), ErrorCode::invalid_argument);
    // Counts whose sum exceeds 2^64.
    result.rule =
        take(make_bin_rule(ElementType::u64, 3, HistogramRange{(std::uint64_t{1} << 53) - 2, std::uint64_t{1} << 53}));
    result.counts = {1, ~std::uint64_t{0}, ~std::uint64_t{0}};
    EXPECT_EQ(of(0, 0), 0x1p53 - 2);
    EXPECT_EQ(of(0.499, 0), 0x1p53 - 1);
    EXPECT_EQ(of(0.501, 0), 0x1p53);
    EXPECT_EQ(of(1, 0), 0x1p53);
    // A total that no double represents: 2^53 + 1.
    result.counts = {0, std::uint64_t{1} << 53, 1};
    EXPECT_EQ(of(1, 0), 0x1p53);
    EXPECT_EQ(of(0.999, 0), 0x1p53 - 1);
    const std::vector<double> half{0.5};
    EXPECT_ERROR(quantiles(result, half, 1), ErrorCode::invalid_argument);
    for (const double bad : {-0.1, 1.1, double{NAN}}) {
        const auto found = quantiles(result, std::vector{bad});
        ASSERT_ERROR(found, ErrorCode::invalid_argument);
        EXPECT_EQ(found.error().where, "fractions");
    }
    EXPECT_EQ(quantiles(result, std::vector{1.0000001}).error().message,
              "a fraction must be from 0 to 1, not 1.0000001");
    result.counts = {0, 0, 0};
    EXPECT_ERROR(quantiles(result, half), ErrorCode::invalid_argument);
}

TEST(HistogramQuantilesOf, AHistogramThatDoesNotExistAreRefused) {
    const auto refused = [](const HistogramResult& result, std::uint32_t histogram) {
        const auto found = quantiles(result, std::vector{0.5}, histogram);
        EXPECT_ERROR(found, ErrorCode::invalid_argument);
        return found ? "" : found.error().where + ": " + found.error().message;
    };
    for (const std::uint32_t number : {0u, 3u}) {
        EXPECT_EQ(refused({}, number), "histogram: there is no histogram " + std::to_string(number) +
                                           "; histograms count from 0, and their number is 0");
    }
    HistogramResult two;
    two.rule = take(make_bin_rule(ElementType::u8, 3, HistogramRange{0, 2}));
    two.counts = {1, 2, 1, /**/ 0, 4, 0};
    EXPECT_EQ(refused(two, 2), "histogram: there is no histogram 2; histograms count from 0, and their number is 2");
}

TEST(HistogramQuantilesOf, BinsOfNeighbouringDoublesStayInsideThem) {
    SplitMix64 random(7);
    for (int turn = 0; turn < 100; ++turn) {
        const double low = std::ldexp(static_cast<double>(random.next() >> 11 | 1), -53) - 0.5;
        const double high = std::nextafter(low, HUGE_VAL);
        HistogramResult result;
        const std::vector<ExactNumber> edges{low, high};
        result.rule = take(make_bin_rule(ElementType::f64, edges));
        result.counts = {1000};
        std::vector<double> fractions(101);
        for (std::size_t i = 0; i < fractions.size(); ++i) {
            fractions[i] = static_cast<double>(i) / 100;
        }
        for (const double found : take(quantiles(result, fractions))) {
            EXPECT_TRUE(low <= found && found <= high) << low << ", " << found;
        }
    }
}

}  // namespace vkalgo::test
