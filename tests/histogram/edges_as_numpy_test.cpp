// Values at and beside each edge of even bins have the bin that NumPy gives them.
#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "tests/histogram/points.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class EdgesAsNumPy : public DeviceTest {};

template <class T>
T next(T value) {
    if constexpr (std::is_same_v<T, Half>) {
        // The bits of negative numbers descend as the numbers ascend.
        const int bits = value.bits() == 0x8000 ? 0 : value.bits();
        return Half::of_bits(static_cast<std::uint16_t>((bits & 0x8000) != 0 ? bits - 1 : bits + 1));
    } else {
        return std::nextafter(value, std::numeric_limits<T>::infinity());
    }
}

template <class T>
T before(T value) {
    if constexpr (std::is_same_v<T, Half>) {
        return Half(-static_cast<double>(next(Half(-static_cast<double>(value)))));
    } else {
        return -next(-value);
    }
}

/// Returns the counts of values in the bins of numpy.histogram(values, bins, (low, high)), by a search among its edges.
template <class T>
std::vector<std::uint64_t> numpy_counts(const std::vector<T>& values, double low, double high, std::uint32_t bins) {
    std::vector<double> edges;
    for (const NumpyValue edge : numpy_edges(low, high, bins)) {
        edges.push_back(static_cast<double>(static_cast<T>(static_cast<double>(edge))));
    }
    std::vector<std::uint64_t> counts(bins);
    for (const T value : values) {
        const auto number = static_cast<double>(value);
        if (edges.front() <= number && number <= edges.back()) {
            const auto above = std::upper_bound(edges.begin(), edges.end() - 1, number);
            ++counts[static_cast<std::size_t>(above - edges.begin()) - 1];
        }
    }
    return counts;
}

/// Tests bins of the range, with values at and beside each edge and others at random.
template <class T>
void expect_as_numpy(Runner& runner, double low, double high, std::uint32_t bins, const char* method) {
    SplitMix64 random(bins);
    std::vector<T> values;
    for (const NumpyValue edge : numpy_edges(low, high, bins)) {
        const T at = static_cast<T>(static_cast<double>(edge));
        const double share = std::ldexp(static_cast<double>(random.next() >> 11), -53);
        for (const T value : {before(at), at, next(at), T(low * (1 - share) + high * share)}) {
            values.push_back(value);
        }
    }
    const HistogramCallOptions call{.histogram = {.bins = bins, .range = HistogramRange{low, high}, .method = method}};
    const HistogramResult counted = take(histogram(runner, std::span(values), call));
    const std::vector<std::uint64_t> expected = numpy_counts(values, low, high, bins);
    for (std::uint32_t bin = 0; bin < bins; ++bin) {
        ASSERT_EQ(counted.counts[bin], expected[bin])
            << "bin " << bin << " of " << bins << " from " << low << " to " << high << ", " << method;
    }
}

/// Returns the counts of values in even bins.
template <class T>
std::vector<std::uint64_t> even_counts(Runner& runner, const std::vector<T>& values, double low, double high,
                                       std::uint32_t bins) {
    const HistogramCallOptions call{.histogram = {.bins = bins, .range = HistogramRange{low, high}}};
    return take(histogram(runner, std::span(values), call)).counts;
}

/// Ranges whose ends may not be values of the type, ranges far from 0, and ranges on both sides of 0.
constexpr std::pair<double, double> kRanges[] = {{0, 1},         {-0.1, 0.7},        {-3.3, 12.25},
                                                 {1.7, 1.9},     {-1e-3, 1e-3 / 3},  {-700.1, -0.3},
                                                 {100.1, 100.7}, {-1e4 / 3, 1e4 / 7}};

}  // namespace

TEST_F(EdgesAsNumPy, PutFloatsIntoTheBinsOfNumPy) {
    std::size_t turn = 0;
    for (const auto& [low, high] : kRanges) {
        for (const std::uint32_t bins : {3U, 49U, 65536U}) {
            // Edges that are nearer to each other than neighbouring values of the type are not rounded to the type.
            if ((high - low) / bins >= 0x1p-23 * std::max(std::abs(low), std::abs(high))) {
                const auto methods = histogram_methods();
                expect_as_numpy<float>(runner(), low, high, bins,
                                       bins > 1000 ? "auto" : methods[turn++ % methods.size()]->name);
            }
        }
    }
    for (const double scale : {1e-37, 1e-43, 1e-20, 1e30}) {
        expect_as_numpy<float>(runner(), -7 * scale, 100 * scale, 31, "global");
    }
}

TEST_F(EdgesAsNumPy, PutHalvesIntoTheBinsOfNumPy) {
    for (const auto& [low, high] : kRanges) {
        for (const std::uint32_t bins : {10U, 256U}) {
            if ((high - low) / bins >= 0x1p-10 * std::max(std::abs(low), std::abs(high))) {
                expect_as_numpy<Half>(runner(), low, high, bins, "auto");
            }
        }
    }
    expect_as_numpy<Half>(runner(), -0x7p-23, 0x9p-22, 7, "auto");
    expect_as_numpy<Half>(runner(), -65504, 65504, 10, "general");
}

TEST_F(EdgesAsNumPy, PutDoublesIntoTheBinsOfNumPy) {
    if (!runner().context().profile().float64) {
        GTEST_SKIP() << "the device has no doubles";
    }
    std::size_t turn = 0;
    for (const auto& [low, high] : kRanges) {
        for (const std::uint32_t bins : {3U, 49U, 65536U}) {
            const auto methods = histogram_methods();
            expect_as_numpy<double>(runner(), low, high, bins,
                                    bins > 1000 ? "auto" : methods[turn++ % methods.size()]->name);
        }
    }
    for (const double scale : {1e-290, 1e-20, 1e30, 1e300}) {
        expect_as_numpy<double>(runner(), -7 * scale, 100 * scale, 31, "global");
    }
}

/// The ends of this range may not be representable in the type of the values.
TEST_F(EdgesAsNumPy, TheRangeOfEqualValuesReachesHalfAUnitToEachSide) {
    const auto expect_equal = [&](auto value, std::uint32_t bins) {
        const std::vector values(3, value);
        const auto number = static_cast<double>(value);
        const HistogramCallOptions call{.histogram = {.bins = bins}, .range_of_data = true};
        EXPECT_EQ(take(histogram(runner(), std::span(values), call)).counts,
                  numpy_counts(values, number - 0.5, number + 0.5, bins))
            << number << ", " << bins << " bins";
    };
    SplitMix64 random(1);
    expect_equal(-0x1.cea8b2p-2F, 142);
    for (std::uint32_t turn = 0; turn < 3; ++turn) {
        const double value = std::ldexp(static_cast<double>(random.next() >> 11), -52) - 1;
        const std::uint32_t bins = 2 * (1 + turn * 9);
        expect_equal(static_cast<float>(value), bins);
        expect_equal(Half(value), bins);
        if (runner().context().profile().float64) {
            expect_equal(value, bins);
        }
    }
}

/// Bins may be narrower than the distance of two neighbouring values of the type.
TEST_F(EdgesAsNumPy, ANarrowBinHoldsThePositionOfAValue) {
    // Value k, from 0 to 7, has the position k * 69 / 7 in units of bins.
    std::vector<std::uint64_t> expected(69);
    for (const int bin : {0, 9, 19, 29, 39, 49, 59, 68}) {
        expected[static_cast<std::size_t>(bin)] = 1;
    }
    std::vector<float> floats;
    std::vector<Half> halves;
    for (int step = 0; step <= 7; ++step) {
        floats.push_back(-1 - std::ldexp(static_cast<float>(step), -23));
        halves.push_back(Half(1 + std::ldexp(step, -10)));
    }
    EXPECT_EQ(even_counts(runner(), floats, static_cast<double>(floats.back()), -1, 69), expected);
    EXPECT_EQ(even_counts(runner(), halves, 1, static_cast<double>(halves.back()), 69), expected);
    // A bin is half as wide as the distance of two values.
    const std::uint32_t many = 1U << 24;
    const std::vector<float> values{0.5F, 0.5F + 0x1p-24F, 0.75F, 1 - 0x1p-24F, 1};
    const std::vector<std::uint64_t> found = even_counts(runner(), values, 0.5, 1, many);
    for (const std::uint32_t bin : {0U, 2U, many / 2, many - 2, many - 1}) {
        EXPECT_EQ(found[bin], 1U) << bin;
    }
}

/// A bin is as wide as the distance of two f32 values between 0.5 and 1.
TEST_F(EdgesAsNumPy, BinsAsWideAsTheDistanceOfTwoValuesHoldTheirValues) {
    const std::uint32_t many = 1U << 24;
    const std::vector<float> values{0, 0.25F, 0.25F + 0x1p-25F, 1 - 0x1p-24F, 1};
    const std::vector<std::uint64_t> found = even_counts(runner(), values, 0, 1, many);
    EXPECT_EQ(found[0], 1U);
    EXPECT_EQ(found[many / 4], 2U);
    EXPECT_EQ(found[many - 1], 2U);
}

/// There may be more bins than f32 can number exactly.
TEST_F(EdgesAsNumPy, TheGreatestValueHasTheLastOfManyBins) {
    const auto last_count = [&](const auto& values, double low, double high, std::uint32_t bins) {
        return even_counts(runner(), values, low, high, bins).back();
    };
    for (const std::uint32_t bins : {(1U << 24) + 1, (1U << 25) - 8}) {
        EXPECT_EQ(last_count(std::vector<float>{0, 1}, 0, 1, bins), 1U) << bins;
        EXPECT_EQ(last_count(std::vector{Half(0), Half(1)}, 0, 1, bins), 1U) << bins;
        if (runner().context().profile().float64) {
            EXPECT_EQ(last_count(std::vector<double>{0, 1}, 0, 1, bins), 1U) << bins;
            EXPECT_EQ(last_count(std::vector<double>{0, 0.7}, -0.1, 0.7, bins), 1U) << bins;
        }
    }
    // The edges of these bins are rounded to f32.
    EXPECT_EQ(last_count(std::vector<float>{0, 0.99F}, -0.99, 0.99, (1U << 24) + 10), 1U);
}

}  // namespace vkalgo::test
