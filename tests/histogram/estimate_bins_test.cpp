#include "algorithms/histogram/estimate_bins.hpp"

#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

constexpr std::size_t kEstimators = kBinEstimatorNames.size();
using Counts = std::array<std::uint32_t, kEstimators>;

/// Returns the number of bins that each estimator gives.
template <class T>
Counts counts_of(const std::vector<T>& values, std::optional<HistogramRange> range = {}) {
    Counts counts{};
    for (std::size_t which = 0; which < kEstimators; ++which) {
        counts[which] = take(estimate_bins(std::as_bytes(std::span(values)), element_type_of<T>(),
                                           static_cast<BinEstimator>(which), range))
                            .bins;
    }
    return counts;
}

std::uint64_t scrambled(std::uint64_t i) {
    return (i * 7919 + i * i * 31) % 10007;
}

template <class T, class Make>
std::vector<T> made(std::size_t size, const Make& make) {
    std::vector<T> values(size);
    for (std::size_t i = 0; i < size; ++i) {
        values[i] = static_cast<T>(make(scrambled(i)));
    }
    return values;
}

std::vector<double> skewed(std::size_t size) {
    return made<double>(size, [](std::uint64_t word) {
        const double part = static_cast<double>(word) / 10007.0;
        return part * part * 10 - 3;
    });
}

std::vector<std::int32_t> centred(std::size_t size) {
    return made<std::int32_t>(size, [](std::uint64_t word) { return static_cast<std::int64_t>(word) - 5000; });
}

std::vector<std::uint8_t> low_bytes(std::size_t size) {
    return made<std::uint8_t>(size, [](std::uint64_t word) { return word % 256; });
}

Counts counts_of(const std::string& data, std::size_t size) {
    if (data == "f64") {
        return counts_of(skewed(size));
    }
    if (data == "i32") {
        return counts_of(centred(size));
    }
    if (data == "u8") {
        return counts_of(low_bytes(size));
    }
    if (data == "few") {
        return counts_of(made<std::uint16_t>(size, [](std::uint64_t word) { return word % 7; }));
    }
    return counts_of(made<std::uint64_t>(size, [](std::uint64_t word) { return word * 1'000'000'000'000'000; }));
}

struct Expected {
    const char* data;
    std::size_t size;
    /// In the order of BinEstimator.
    Counts bins;
};

/// What numpy.histogram_bin_edges gives for the same values.
const Expected kExpected[] = {
    {"f64", 2, {2, 1, 2, 3, 1, 2, 1, 2}},
    {"f64", 3, {3, 3, 2, 3, 2, 2, 1, 3}},
    {"f64", 10, {5, 6, 3, 5, 2, 4, 1, 5}},
    {"f64", 100, {8, 10, 6, 10, 5, 10, 38, 8}},
    {"f64", 1000, {11, 15, 11, 20, 10, 32, 80, 11}},
    {"f64", 20011, {28, 21, 28, 55, 27, 142, 141, 16}},
    {"i32", 2, {2, 1, 2, 3, 1, 2, 1, 2}},
    {"i32", 3, {3, 4, 2, 3, 1, 2, 1, 3}},
    {"i32", 10, {5, 5, 3, 5, 2, 4, 1, 5}},
    {"i32", 100, {8, 9, 6, 10, 5, 10, 2, 8}},
    {"i32", 1000, {11, 12, 11, 20, 11, 32, 3, 11}},
    {"i32", 20011, {28, 17, 28, 55, 28, 142, 134, 16}},
    {"u8", 2, {2, 1, 2, 3, 1, 2, 1, 2}},
    {"u8", 3, {3, 4, 2, 3, 1, 2, 1, 3}},
    {"u8", 10, {5, 5, 2, 5, 2, 4, 1, 5}},
    {"u8", 100, {8, 8, 6, 10, 5, 10, 1, 8}},
    {"u8", 1000, {11, 12, 11, 20, 10, 32, 1, 11}},
    {"u8", 20011, {27, 17, 27, 55, 27, 142, 141, 16}},
    {"few", 2, {2, 1, 2, 3, 1, 2, 1, 2}},
    {"few", 3, {3, 4, 2, 3, 1, 2, 5, 3}},
    {"few", 10, {5, 5, 3, 5, 2, 4, 6, 5}},
    {"few", 100, {6, 6, 4, 6, 4, 6, 6, 6}},
    {"few", 1000, {6, 6, 6, 6, 6, 6, 6, 6}},
    {"few", 20011, {6, 6, 6, 6, 6, 6, 6, 6}},
    {"u64", 2, {2, 1, 2, 3, 1, 2, 1, 2}},
    {"u64", 3, {3, 4, 2, 3, 1, 2, 1, 3}},
    {"u64", 10, {5, 5, 3, 5, 2, 4, 1, 5}},
    {"u64", 100, {8, 9, 6, 10, 5, 10, 2, 8}},
    {"u64", 1000, {11, 12, 11, 20, 11, 32, 3, 11}},
    {"u64", 20011, {28, 17, 28, 55, 28, 142, 134, 16}},
};

TEST(BinEstimators, GiveTheNumbersOfNumpy) {
    for (const Expected& expected : kExpected) {
        EXPECT_EQ(counts_of(expected.data, expected.size), expected.bins) << expected.data << " " << expected.size;
    }
}

TEST(BinEstimators, GiveTheNumbersOfNumpyWithinARange) {
    EXPECT_EQ(counts_of(skewed(1000), HistogramRange{-1, 2.5}), (Counts{10, 12, 8, 14, 8, 19, 3, 10}));
    EXPECT_EQ(counts_of(skewed(1000), HistogramRange{-10, 10}), (Counts{22, 29, 21, 41, 20, 64, 201, 22}));
    EXPECT_EQ(counts_of(centred(1000), HistogramRange{-100, 3000}), (Counts{10, 11, 8, 14, 7, 19, 3, 10}));
    EXPECT_EQ(counts_of(low_bytes(1000), HistogramRange{10, 99}), (Counts{10, 11, 8, 15, 7, 19, 69, 10}));
}

/// Computes the published formulas of all estimators but stone, value by value in long double. Returns the width of the
/// range divided by the width of a bin, or 1 if a bin has no width.
long double quotient(std::vector<double> values, BinEstimator estimator, double low, double high) {
    std::sort(values.begin(), values.end());
    const auto n = static_cast<long double>(values.size());
    const long double all = static_cast<long double>(values.back()) - values.front();
    long double mean = 0;
    long double square = 0;
    long double cube = 0;
    for (const double value : values) {
        mean += value / n;
    }
    for (const double value : values) {
        square += (value - mean) * (value - mean) / n;
        cube += (value - mean) * (value - mean) * (value - mean) / n;
    }
    const auto quartile = [&](long double fraction) {
        const long double position = (n - 1) * fraction;
        const auto below = static_cast<std::size_t>(position);
        const std::size_t above = std::min(below + 1, values.size() - 1);
        const long double share = position - static_cast<long double>(below);
        return values[below] * (1 - share) + values[above] * share;
    };
    const long double fd = 2 * (quartile(0.75L) - quartile(0.25L)) / std::cbrt(n);
    const long double root = all / std::sqrt(n);
    const long double sturges = all / (std::log2(n) + 1);
    long double width = sturges;
    if (estimator == BinEstimator::automatic) {
        width = std::min(std::max(fd, root / 2), sturges);
    } else if (estimator == BinEstimator::doane) {
        const long double spread = std::sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
        const long double skewness = std::abs(cube) / std::pow(square, 1.5L);
        width = n > 2 && square > 0 ? all / (1 + std::log2(n) + std::log2(1 + skewness / spread)) : 0;
    } else if (estimator == BinEstimator::fd) {
        width = fd;
    } else if (estimator == BinEstimator::rice) {
        width = all / (2 * std::cbrt(n));
    } else if (estimator == BinEstimator::scott) {
        width = std::cbrt(24 * std::sqrt(3.14159265358979323846L) / n) * std::sqrt(square);
    } else if (estimator == BinEstimator::sqrt) {
        width = root;
    }
    return width == 0 ? 1 : (static_cast<long double>(high) - low) / width;
}

TEST(BinEstimators, FollowThePublishedFormulasOnRandomValues) {
    SplitMix64 random(32);
    for (int turn = 0; turn < 300; ++turn) {
        std::vector<double> values(2 + random.below(turn % 10 == 0 ? 5000 : 200));
        const double shift = std::ldexp(1.0, static_cast<int>(random.below(8))) - 1;
        const std::uint32_t power = 1 + random.below(4);
        for (double& value : values) {
            value = std::pow(std::ldexp(static_cast<double>(random.next() >> 11), -53), power) * 20 + shift;
        }
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        const double low = turn % 3 == 0 ? *least - 1 : *least;
        const double high = turn % 3 == 0 ? *most + 0.25 : *most;
        const Counts counts = counts_of(values, HistogramRange{low, high});
        for (std::size_t which = 0; which < kEstimators; ++which) {
            const auto estimator = static_cast<BinEstimator>(which);
            const long double wanted = quotient(values, estimator, low, high);
            // If the quotient is nearly whole, its roundings decide.
            const auto whole = static_cast<double>(std::round(wanted));
            const bool close = std::abs(wanted - whole) < 1e-9L * wanted;
            const auto bins = static_cast<double>(counts[which]);
            EXPECT_TRUE(estimator == BinEstimator::stone || (close && (bins == whole || bins == whole + 1)) ||
                        bins == static_cast<double>(std::ceil(wanted)))
                << kBinEstimatorNames[which] << " of " << values.size() << ": " << bins << ", wanted " << whole;
        }
    }
}

TEST(BinEstimators, DoNotDependOnTheScaleOfRealNumbers) {
    const std::vector<double> values = skewed(1000);
    const Counts counts = counts_of(values);
    for (const int power : {-1050, -500, 500, 1018}) {
        std::vector<double> scaled = values;
        for (double& value : scaled) {
            value = std::ldexp(value, power);
        }
        // At 2^-1050 the values are denormal and lose digits, so only the last estimator must give the same number.
        const Counts found = counts_of(scaled);
        EXPECT_TRUE(found == counts || power == -1050) << power;
        EXPECT_EQ(found.back(), counts.back()) << power;
    }
}

TEST(BinEstimators, IgnoreValuesThatAreNotFinite) {
    std::vector<double> values = skewed(1000);
    const Counts counts = counts_of(values);
    values.insert(values.begin() + 10, {NAN, HUGE_VAL, -HUGE_VAL, -NAN});
    EXPECT_EQ(counts_of(values), counts);
}

TEST(BinEstimators, GiveOneBinIfValuesAreEqualOrMissing) {
    const Counts one{1, 1, 1, 1, 1, 1, 1, 1};
    EXPECT_EQ(counts_of(std::vector<double>(3, 0.1)), one);
    EXPECT_EQ(counts_of(std::vector<double>(1469, 0.1), HistogramRange{-1, 1}), one);
    EXPECT_EQ(counts_of(std::vector<std::int8_t>(100, std::int8_t{-128})), one);
    EXPECT_EQ(counts_of(std::vector<float>{}), one);
    EXPECT_EQ(counts_of(std::vector<float>{NAN}), one);
    EXPECT_EQ(counts_of(skewed(10), HistogramRange{100, 200}), one);
    const auto range_of = [](const auto& values) {
        return take(estimate_bins(std::as_bytes(std::span(values)),
                                  element_type_of<std::decay_t<decltype(values.front())>>(), BinEstimator::automatic))
            .range;
    };
    EXPECT_EQ(range_of(std::vector<double>(9, 0.25)), (HistogramRange{-0.25, 0.75}));
    EXPECT_EQ(range_of(std::vector<std::int16_t>(9, std::int16_t{7})), (HistogramRange{7, 7}));
    EXPECT_EQ(range_of(std::vector<double>{}), (HistogramRange{0, 1}));
    EXPECT_EQ(range_of(std::vector<std::uint8_t>{9, 3, 5}), (HistogramRange{3, 9}));
}

// NumPy makes the edges from the given range, although NumPy selects values by ends that are rounded to the values'
// type.
TEST(BinEstimators, KeepARangeThatTheTypeCannotHold) {
    const std::vector<Half> values{Half(-1), Half(0), Half(1), Half(2)};
    const HistogramRange range{-5.4, 3.2};
    const EstimatedBins found =
        take(estimate_bins(std::as_bytes(std::span(values)), ElementType::f16, BinEstimator::sqrt, range));
    EXPECT_EQ(found.range, range);
    EXPECT_EQ(found.bins, 6U);  // 8.6 / (3 / sqrt(4)), rounded up
}

TEST(BinEstimators, TakeTheWholeRangeOfEveryType) {
    for (std::size_t which = 0; which < kElementTypeNames.size(); ++which) {
        const auto type = static_cast<ElementType>(which);
        with_type(type, [&](auto zero) {
            using T = decltype(zero);
            const HistogramRange whole = whole_range(type);
            std::vector<T> values;
            if constexpr (std::is_integral_v<T>) {
                values = {static_cast<T>(whole.low.bits()), static_cast<T>(whole.high.bits())};
            } else {
                values = {static_cast<T>(whole.low.real()), static_cast<T>(whole.high.real())};
            }
            EXPECT_EQ(counts_of(values), (Counts{2, 1, 2, 3, 1, 2, 1, 2})) << to_string(type);
        });
    }
}

TEST(BinEstimators, RefuseMoreBinsThanAHistogramMayHave) {
    std::vector<double> values = skewed(1000);
    values.push_back(1e12);
    const auto found = estimate_bins(std::as_bytes(std::span(values)), ElementType::f64, BinEstimator::fd);
    ASSERT_ERROR(found, ErrorCode::invalid_argument);
    EXPECT_EQ(found.error().where, "bins");
    // The rule auto limits the number of bins of fd to twice the square root of the number of values.
    EXPECT_LE(take(estimate_bins(std::as_bytes(std::span(values)), ElementType::f64, BinEstimator::automatic)).bins,
              64U);
    const auto reversed =
        estimate_bins(std::as_bytes(std::span(values)), ElementType::f64, BinEstimator::fd, HistogramRange{2, 1});
    EXPECT_ERROR(reversed, ErrorCode::invalid_argument);
}

}  // namespace

}  // namespace vkalgo::test
