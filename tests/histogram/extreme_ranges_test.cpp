// Even bins over ranges of floating-point values that are so narrow that most numbers in them are denormal, or so wide
// that their width exceeds the type's range.
#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/histogram/histogram_reference.hpp"
#include "algorithms/histogram/quantiles.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class ExtremeRanges : public DeviceTest {};

/// A type whose range holds every difference of doubles.
using Real = long double;
static_assert(std::numeric_limits<Real>::max_exponent > 2 * std::numeric_limits<double>::max_exponent);

/// Returns `count` values from `least` to `greatest`, both included.
template <class T>
std::vector<T> values_between(double least, double greatest, std::size_t count, std::uint64_t seed) {
    SplitMix64 random(seed);
    std::vector<T> values{static_cast<T>(least), static_cast<T>(greatest)};
    while (values.size() < count) {
        const double share = std::ldexp(static_cast<double>(random.next() >> 11), -53);
        values.push_back(static_cast<T>(std::clamp(least * (1 - share) + greatest * share, least, greatest)));
    }
    return values;
}

/// Bounds of the count of each bin. A value so near an edge that rounding decides counts for the bins on both sides in
/// `most`, and for no bin in `least`.
struct Bounds {
    std::vector<std::uint64_t> least, most;
};
/// Returns bounds from the exact positions of the values. `precision` is the tolerance of a position, as a fraction of
/// the range. `step` is the distance between neighbouring values of the type to which edges are rounded, at the
/// greatest magnitude of the range; 0 if edges are not rounded.
template <class T>
Bounds exact_counts(const std::vector<T>& values, std::uint32_t bins, double precision, double step) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const Real from = static_cast<Real>(*low), width = static_cast<Real>(*high) - from;
    Bounds counts{std::vector<std::uint64_t>(bins), std::vector<std::uint64_t>(bins)};
    for (const T value : values) {
        const Real position = (static_cast<Real>(value) - from) * bins / width;
        const auto bin_at = [&](Real at) {
            return static_cast<std::uint32_t>(std::clamp<Real>(std::floor(at), 0, static_cast<Real>(bins) - 1));
        };
        const Real away = (precision + (step <= width / bins ? step / 2 / width : 0)) * bins;
        const std::uint32_t first = bin_at(position - away), last = bin_at(position + away);
        for (std::uint32_t bin = first; bin <= last; ++bin) {
            counts.least[bin] += first == last ? 1 : 0;
            ++counts.most[bin];
        }
    }
    return counts;
}

struct Ends {
    double least, greatest;
};

/// Tests each range on the device by one method, since creating kernels takes most of the time. The methods take turns.
template <class T>
void expect_even(Runner& runner, std::span<const Ends> ranges, double precision) {
    std::uint32_t bins = 3;
    for (const auto& [least, greatest] : ranges) {
        bins = bins % 11 + 1;
        SCOPED_TRACE(testing::Message() << least << " to " << greatest << ", " << bins << " bins");
        const std::vector<T> values = values_between<T>(least, greatest, 3000, bins);
        const char* const method = histogram_methods()[bins % histogram_methods().size()]->name;
        HistogramCallOptions call{.histogram = {.bins = bins, .method = method}, .range_of_data = true};
        const HistogramResult counted = take(histogram(runner, std::span(values), call));
        EXPECT_EQ(counted.outside, 0u);
        EXPECT_EQ(counted.rule.range.low.real(), static_cast<double>(static_cast<T>(least)));
        EXPECT_EQ(counted.rule.range.high.real(), static_cast<double>(static_cast<T>(greatest)));
        const double far = std::max(std::abs(least), std::abs(greatest));
        const double step = sizeof(T) == 8 ? 0 : std::ldexp(1.0, std::max(std::ilogb(far), -126) - 23);
        const Bounds exact = exact_counts(values, bins, precision, step);
        for (std::uint32_t bin = 0; bin < bins; ++bin) {
            ASSERT_GE(counted.counts[bin], exact.least[bin]) << bin;
            ASSERT_LE(counted.counts[bin], exact.most[bin]) << bin;
        }
        HistogramOptions options{.type = element_type_of<T>(), .bins = bins, .range = counted.rule.range};
        const HistogramCounts reference = take(histogram_reference(std::as_bytes(std::span(values)), options));
        EXPECT_EQ(counted.counts, reference.counts) << method;
        const std::vector<double> fractions{0, 0.5, 1};
        const std::vector<double> found = take(quantiles(counted, fractions));
        EXPECT_EQ(found[0], counted.rule.range.low.real());
        EXPECT_EQ(found[2], counted.rule.range.high.real());
        EXPECT_TRUE(found[0] <= found[1] && found[1] <= found[2]);
    }
}

}  // namespace

TEST_F(ExtremeRanges, OfFloatsAreCutIntoEvenBins) {
    constexpr double kLeast = std::numeric_limits<float>::denorm_min();
    const std::vector<Ends> ranges{Ends{0, kLeast},         Ends{-3 * kLeast, 7 * kLeast},
                                   Ends{1e-42, 3e-42},      Ends{1e-34, 6.6e-34},
                                   Ends{-1e-38, 1e-38},     Ends{0, 1e-35},
                                   Ends{1e-27, 1.0001e-27}, Ends{-2e-33, -1e-36},
                                   Ends{0, 1e-9},           Ends{-1e-9, 1e-9},
                                   Ends{-1, 1e-40},         Ends{0, 1},
                                   Ends{-3e38, 3e38},       Ends{-3.4e38, 0}};
    expect_even<float>(runner(), ranges, 0x1p-22);
}

TEST_F(ExtremeRanges, OfDoublesAreCutIntoEvenBins) {
    if (!runner().context().profile().float64) {
        GTEST_SKIP() << "the device has no doubles";
    }
    constexpr double kLeast = std::numeric_limits<double>::denorm_min();
    const std::vector<Ends> ranges{Ends{0, kLeast},         Ends{-3 * kLeast, 7 * kLeast},
                                   Ends{1e-320, 3e-320},    Ends{1e-305, 6e-305},
                                   Ends{-1e-308, 1e-308},   Ends{0, 1e-301},
                                   Ends{-2e-300, -1e-310},  Ends{1e-60, 3e-60},
                                   Ends{-1, 1e-310},        Ends{0, 1},
                                   Ends{-1.7e308, 1.7e308}, Ends{-1.7e308, 0}};
    expect_even<double>(runner(), ranges, 0x1p-50);
}

TEST_F(ExtremeRanges, OfHalvesAreCutIntoEvenBins) {
    for (const Ends& ends : {Ends{0, 0x1p-24}, Ends{-0x3p-24, 0x7p-24}, Ends{0, 1e-5}, Ends{-65504, 65504}}) {
        const std::vector<double> wide = values_between<double>(ends.least, ends.greatest, 3000, 3);
        std::vector<Half> values;
        std::vector<float> floats;
        for (const double value : wide) {
            values.push_back(Half(value));
            floats.push_back(values.back());
        }
        const HistogramCallOptions call{.histogram = {.bins = 7}, .range_of_data = true};
        const double step = std::ldexp(1.0, std::max(std::ilogb(ends.greatest), -14) - 10);
        const Bounds exact = exact_counts(floats, 7, 0x1p-22, step);
        const HistogramResult counted = take(histogram(runner(), std::span(values), call));
        for (std::uint32_t bin = 0; bin < 7; ++bin) {
            EXPECT_GE(counted.counts[bin], exact.least[bin]) << ends.least << " to " << ends.greatest;
            EXPECT_LE(counted.counts[bin], exact.most[bin]) << ends.least << " to " << ends.greatest;
        }
    }
}

TEST_F(ExtremeRanges, AreNotWidened) {
    const std::vector<float> values{1e-34F, 2e-34F, 3e-34F, 6.6e-34F};
    const HistogramCallOptions call{.histogram = {.bins = 4}, .range_of_data = true};
    EXPECT_EQ(take(histogram(runner(), std::span(values), call)).counts, (std::vector<std::uint64_t>{2, 1, 0, 1}));
    HistogramCallOptions given{.histogram = {.bins = 4, .range = HistogramRange{1e-34, 6.6e-34}}};
    EXPECT_EQ(take(histogram(runner(), std::span(values), given)).counts, (std::vector<std::uint64_t>{2, 1, 0, 1}));
    const std::vector<double> denormal{1e-320, 2e-320, 3e-320, 6.6e-320};
    if (runner().context().profile().float64) {
        EXPECT_EQ(take(histogram(runner(), std::span(denormal), call)).counts,
                  (std::vector<std::uint64_t>{2, 1, 0, 1}));
    }
    const std::vector<float> same(5, 1e-44F);
    given.histogram.range = HistogramRange{1e-44, 1e-44};
    EXPECT_EQ(take(histogram(runner(), std::span(same), given)).counts, (std::vector<std::uint64_t>{5, 0, 0, 0}));
}

TEST_F(ExtremeRanges, OfEqualValuesAreOneWide) {
    const std::vector<float> same(5, 3.0F);
    const HistogramCallOptions call{.histogram = {.bins = 4}, .range_of_data = true};
    EXPECT_EQ(take(histogram(runner(), std::span(same), call)).counts, (std::vector<std::uint64_t>{0, 0, 5, 0}));
}

}  // namespace vkalgo::test
