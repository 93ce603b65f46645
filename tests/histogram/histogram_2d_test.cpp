// Histograms of points by the easy call, compared with the rule of numpy.histogram2d.
#include "algorithms/histogram/histogram_2d_call.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "tests/histogram/points.hpp"
#include "tests/support/device_fixture.hpp"

#include <limits>
#include <stop_token>
#include <string>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// An axis over a range of doubles.
struct EvenAxis {
    ElementType type;
    std::uint32_t bins;
    double low, high;

    HistogramAxis axis() const { return {.type = type, .bins = bins, .range = HistogramRange{low, high}}; }
    std::vector<NumpyValue> edges() const { return numpy_edges(low, high, bins); }
};

void expect_counts(const Histogram2dResult& got, const NumpyCounts& expected, std::uint64_t count,
                   const std::string& what) {
    EXPECT_EQ(got.counts, expected.counts) << what;
    EXPECT_EQ(got.outside, expected.outside) << what;
    EXPECT_EQ(got.nan, expected.nan) << what;
    EXPECT_EQ(got.count, count) << what;
}

class HistogramOfPoints : public DeviceTest {
protected:
    static Result<Histogram2dResult> counted(const std::vector<std::uint8_t>& x, const std::vector<std::uint8_t>& y,
                                             const Histogram2dCallOptions& options) {
        return histogram_2d(runner(), std::as_bytes(std::span(x)), std::as_bytes(std::span(y)), options);
    }

    /// Counts the points over these axes and compares with NumPy's rule.
    static void count_and_compare(const std::vector<std::uint8_t>& x, const std::vector<std::uint8_t>& y,
                                  const EvenAxis& x_axis, const EvenAxis& y_axis, const std::string& what) {
        const auto got = take(counted(x, y, {.histogram = {.x = x_axis.axis(), .y = y_axis.axis()}}), what.c_str());
        const std::vector<NumpyValue> numbers = numbers_of(x, x_axis.type);
        expect_counts(got, numpy_histogram2d(numbers, numbers_of(y, y_axis.type), x_axis.edges(), y_axis.edges()),
                      numbers.size(), what);
    }
};

/// Returns an axis over a part of the values that make_values() draws for the type.
EvenAxis part_of(ElementType type, std::uint32_t bins) {
    if (is_float(type)) {
        return {type, bins, -3.5, 12.25};
    }
    const HistogramRange whole = whole_range(type);
    const double width = whole.high.real() - whole.low.real();
    return {type, bins, whole.low.real() + width / 7, whole.high.real() - width / 5};
}

TEST_F(HistogramOfPoints, CountsEveryTypeAtEverySizeAsNumpyDoes) {
    constexpr std::size_t kTypes = std::size(kElements);
    for (std::size_t number = 0; number < kTypes; ++number) {
        const ElementType x_type = kElements[number], y_type = kElements[(number + 4) % kTypes];
        for (const std::size_t size : {0u, 1u, 2u, 7u, 255u, 257u, 4095u, 4097u, 30011u}) {
            const std::uint32_t bins = static_cast<std::uint32_t>(1 + (size + number) % 23);
            const auto x = make_values(x_type, Distribution::uniform, size, 2 * size + 1);
            const auto y = make_values(y_type, Distribution::uniform, size, 2 * size + 2);
            count_and_compare(x, y, part_of(x_type, bins), part_of(y_type, 24 - bins),
                              std::string(to_string(x_type)) + " and " + to_string(y_type));
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST_F(HistogramOfPoints, CountsEveryDistributionWithFewBinsAndMany) {
    for (const Distribution distribution : kDistributions) {
        const auto x = make_values(ElementType::f32, distribution, 70001, 3);
        const auto y = make_values(ElementType::i16, distribution, 70001, 4);
        for (const auto& [nx, ny] : {std::pair{1u, 1u}, {64u, 64u}, {3u, 20011u}, {30011u, 2u}, {700u, 900u}}) {
            count_and_compare(x, y, part_of(ElementType::f32, nx), part_of(ElementType::i16, ny),
                              std::to_string(nx) + " x " + std::to_string(ny));
        }
    }
}

template <class T>
std::vector<std::uint8_t> bytes_from(const std::vector<T>& values) {
    std::vector<std::uint8_t> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) {
        std::memcpy(bytes.data(), values.data(), bytes.size());
    }
    return bytes;
}

/// Returns each edge, its neighbours on both sides, and special values.
template <class T>
std::vector<T> at_and_beside(const EvenAxis& axis) {
    constexpr T kFar = std::numeric_limits<T>::infinity();
    std::vector<T> values{T{0},
                          -T{0},
                          kFar,
                          -kFar,
                          std::numeric_limits<T>::quiet_NaN(),
                          std::numeric_limits<T>::denorm_min(),
                          -std::numeric_limits<T>::denorm_min()};
    for (const NumpyValue edge : axis.edges()) {
        const auto near = static_cast<T>(edge);
        values.insert(values.end(), {std::nextafter(near, -kFar), near, std::nextafter(near, kFar)});
    }
    return values;
}

TEST_F(HistogramOfPoints, DecidesAsNumpyDoesAtAndBesideEveryEdge) {
    for (const auto& [low, high] : {std::pair{0.0, 1.0},
                                    {-0.1, 0.7},
                                    {-1.0, 1.0},
                                    {0.0, 1e-310},
                                    {1e300, 1.7e308},
                                    {1.0, 1.0 + 1e-15},
                                    {5.0, 5.0}}) {
        for (const std::uint32_t bins : {1u, 3u, 10u, 49u, 1000u}) {
            const EvenAxis wide{ElementType::f64, bins, low, high};
            const std::vector<double> doubles = at_and_beside<double>(wide);
            const EvenAxis narrow{ElementType::f32, bins, low / 3, high / 3};
            std::vector<float> floats(doubles.size());
            if (std::abs(high) < 1e30) {
                floats = at_and_beside<float>(narrow);
                floats.resize(doubles.size(), 0.125F);
            }
            count_and_compare(bytes_from(doubles), bytes_from(floats), wide, narrow,
                              std::to_string(low) + ":" + std::to_string(high) + " " + std::to_string(bins));
        }
    }
}

TEST_F(HistogramOfPoints, TakesRangesBeyondTheTypeAndBetweenItsValues) {
    std::vector<std::uint8_t> bytes(256);
    for (std::size_t value = 0; value < bytes.size(); ++value) {
        bytes[value] = static_cast<std::uint8_t>(value);
    }
    const EvenAxis other{ElementType::u8, 5, 0, 255};
    for (const ElementType type : {ElementType::u8, ElementType::i8}) {
        for (const auto& [low, high] : {std::pair{0.0, 256.0},
                                        {-10.5, 300.25},
                                        {-129.0, -3.3},
                                        {-128.0, 127.0},
                                        {300.0, 400.0},
                                        {-400.0, -300.0},
                                        {254.5, 1e300},
                                        {3.0, 3.0}}) {
            for (const std::uint32_t bins : {1u, 7u, 16u, 256u, 1000u}) {
                count_and_compare(bytes, bytes, {type, bins, low, high}, other,
                                  std::to_string(low) + ":" + std::to_string(high));
            }
        }
    }
    const auto largest = bytes_from(std::vector<std::uint64_t>{0, 1, 1ull << 63, ~0ull - 1, ~0ull});
    const auto halves =
        bytes_from(std::vector<Half>{Half(-65504.0), Half(65504.0), Half(HUGE_VAL), Half(0.1), Half(NAN)});
    for (const double high : {0x1p64, 0x1.8p64, 0x1p63, 1e300}) {
        count_and_compare(largest, halves, {ElementType::u64, 4, -5, high}, {ElementType::f16, 3, -70000, high}, "u64");
    }
    const auto floats = bytes_from(std::vector<float>{-HUGE_VALF, std::numeric_limits<float>::lowest(), 0.5F,
                                                      std::numeric_limits<float>::max(), HUGE_VALF});
    for (const auto& [low, high] : {std::pair{-1e300, 1e300}, {1e39, 1e40}, {-1e40, -1e39}, {0.0, 1e39}}) {
        count_and_compare(floats, largest, {ElementType::f32, 6, low, high}, {ElementType::u64, 2, 0, 0x1p64}, "f32");
    }
}

TEST_F(HistogramOfPoints, TakesTheRangesOfTheFiniteCoordinates) {
    const std::vector<double> x{-kInf, 1, 2, 7, 3, NAN, 4};
    const std::vector<std::int32_t> y{5, -5, 0, 25, 25, 3, 7};
    const auto result =
        take(histogram_2d(runner(), std::span(x), std::span(y), {.histogram = {.x = {.bins = 3}, .y = {.bins = 2}}}));
    EXPECT_EQ(result.x.range, (HistogramRange{1, 7}));
    EXPECT_EQ(result.y.range, (HistogramRange{-5, 25}));
    EXPECT_EQ(result.counts, (std::vector<std::uint64_t>{2, 0, 1, 1, 0, 1}));
    EXPECT_EQ(result.outside, 2u);
    EXPECT_EQ(result.nan, 1u);
    // Ten bins per axis are numpy's default.
    EXPECT_EQ(take(histogram_2d(runner(), std::span(x), std::span(y))).counts.size(), 100u);
    const std::vector<double> none{NAN, kInf};
    const std::vector<double> same{3, 3};
    const auto alone = take(histogram_2d(runner(), std::span(none), std::span(same)));
    EXPECT_EQ(alone.x.range, (HistogramRange{0, 1}));
    EXPECT_EQ(alone.y.range, (HistogramRange{2.5, 3.5}));
    EXPECT_EQ(alone.outside, 2u);
    // These whole numbers have no exact double.
    const std::vector<std::int64_t> large{(1ll << 62) + 1, (1ll << 62) + 3};
    const auto ends = take(histogram_2d(runner(), std::span(large), std::span(same)));
    EXPECT_EQ(ends.outside, 0u);
    EXPECT_EQ(ends.x.range, (HistogramRange{large[0], large[1]}));
}

TEST_F(HistogramOfPoints, CountsInterleavedCoordinates) {
    for (const ElementType type : kElements) {
        const std::size_t bytes = size_of(type);
        const auto both = make_values(type, Distribution::uniform, 2 * 10007, 9);
        std::vector<std::uint8_t> x, y;
        for (std::size_t at = 0; at < both.size(); at += bytes) {
            auto& target = at / bytes % 2 == 0 ? x : y;
            target.insert(target.end(), both.begin() + static_cast<std::ptrdiff_t>(at),
                          both.begin() + static_cast<std::ptrdiff_t>(at + bytes));
        }
        for (const bool with_range : {true, false}) {
            Histogram2dCallOptions options{.histogram = {.x = part_of(type, 9).axis(), .y = part_of(type, 4).axis()}};
            if (!with_range) {
                options.histogram.x.range.reset();
                options.histogram.y.range.reset();
            }
            const auto apart = take(counted(x, y, options));
            options.histogram.interleaved = true;
            const auto together = take(counted(both, {}, options));
            EXPECT_EQ(together.counts, apart.counts) << to_string(type);
            EXPECT_EQ(together.outside, apart.outside) << to_string(type);
            EXPECT_EQ(together.nan, apart.nan) << to_string(type);
            EXPECT_EQ(together.count, 10007u);
        }
    }
}

TEST_F(HistogramOfPoints, TakesEdgesOfAnyWidth) {
    const auto x = make_values(ElementType::f32, Distribution::uniform, 20011, 5);
    const auto y = make_values(ElementType::i64, Distribution::uniform, 20011, 6);
    const Histogram2dOptions options{
        .x = {.type = ElementType::f32, .edges = {-kInf, -0.1, 0, 0.3, 12.25, kInf}},
        .y = {.type = ElementType::i64, .edges = {-9e18, 0.5, 1ll << 61, std::numeric_limits<std::int64_t>::max()}}};
    const std::vector<NumpyValue> x_edges{-kInf, -0.1, 0, 0.3, 12.25, kInf};
    const std::vector<NumpyValue> y_edges{-9e18, 0.5, 0x1p61L, 0x1p63L - 1};
    const auto result = take(counted(x, y, {.histogram = options}));
    expect_counts(result,
                  numpy_histogram2d(numbers_of(x, ElementType::f32), numbers_of(y, ElementType::i64), x_edges, y_edges),
                  20011, "edges");
    EXPECT_EQ(result.x.edge(3), ExactNumber(0.3));
    EXPECT_EQ(result.y.bins, 3u);
}

TEST_F(HistogramOfPoints, AddsUpWeights) {
    const EvenAxis x_axis = part_of(ElementType::f64, 12), y_axis = part_of(ElementType::u8, 5);
    const auto x = make_values(ElementType::f64, Distribution::uniform, 30011, 5);
    const auto y = make_values(ElementType::u8, Distribution::uniform, 30011, 6);
    const std::vector<std::uint32_t> weights = random_words(30011, 7);
    Histogram2dCallOptions options{.histogram = {.x = x_axis.axis(), .y = y_axis.axis()}, .weights = weights};
    expect_counts(take(counted(x, y, options)),
                  numpy_histogram2d(numbers_of(x, ElementType::f64), numbers_of(y, ElementType::u8), x_axis.edges(),
                                    y_axis.edges(), weights),
                  30011, "u32");
    // Weights whose sums are exact in double precision.
    std::vector<std::uint32_t> small = weights;
    std::vector<float> floats;
    for (std::uint32_t& weight : small) {
        weight %= 1000;
        floats.push_back(static_cast<float>(weight));
    }
    options.weights = {};
    options.float_weights = floats;
    const auto sums = take(counted(x, y, options));
    const NumpyCounts expected = numpy_histogram2d(numbers_of(x, ElementType::f64), numbers_of(y, ElementType::u8),
                                                   x_axis.edges(), y_axis.edges(), small);
    EXPECT_EQ(sums.sums, std::vector<double>(expected.counts.begin(), expected.counts.end()));
    EXPECT_EQ(sums.outside_sum, static_cast<double>(expected.outside));
    EXPECT_EQ(sums.nan_sum, static_cast<double>(expected.nan));
    EXPECT_TRUE(sums.counts.empty());
}

TEST_F(HistogramOfPoints, CountsPartByPartIfMemoryIsShort) {
    ContextOptions wanted = test_options();
    wanted.memory_limit = kLittleMemory;
    ValidatedContext context(wanted);
    const EvenAxis x_axis = part_of(ElementType::f32, 20), y_axis = part_of(ElementType::u16, 30);
    const auto x = make_values(ElementType::f32, Distribution::uniform, 100'003, 5);
    const auto y = make_values(ElementType::u16, Distribution::uniform, 100'003, 6);
    const std::vector<std::uint32_t> weights = random_words(100'003, 7);
    for (const HistogramMethod* method : histogram_methods()) {
        for (const bool weighted : {false, true}) {
            if (weighted && !method->general) {
                continue;
            }
            Runner own = take(Runner::create(*context));
            Histogram2dCallOptions options{
                .histogram = {.x = x_axis.axis(), .y = y_axis.axis(), .method = method->name}};
            std::vector<double> fractions;
            options.call.progress = [&](double fraction) { fractions.push_back(fraction); };
            options.call.repeat = 2;
            if (weighted) {
                options.weights = weights;
            }
            const auto result = take(
                histogram_2d(own, std::as_bytes(std::span(x)), std::as_bytes(std::span(y)), options), method->name);
            EXPECT_GT(result.plan.parts, 3u);
            EXPECT_LE(result.report.device_bytes, kLittleMemory);
            EXPECT_EQ(result.report.gpu_milliseconds.size(), 2u);
            EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
            EXPECT_EQ(fractions.back(), 1.0);
            expect_counts(
                result,
                numpy_histogram2d(numbers_of(x, ElementType::f32), numbers_of(y, ElementType::u16), x_axis.edges(),
                                  y_axis.edges(), weighted ? weights : std::vector<std::uint32_t>()),
                100'003, method->name);
        }
    }
}

TEST_F(HistogramOfPoints, EndsWhenItIsCancelled) {
    const std::vector<float> x(10), y(10);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_ERROR(histogram_2d(runner(), std::span(x), std::span(y), {.call = {.cancel = stop.get_token()}}),
                 ErrorCode::cancelled);
}

TEST_F(HistogramOfPoints, NamesTheFieldThatItRefuses) {
    const std::vector<std::uint8_t> x(12), y(12);
    const auto refused = [&](const Histogram2dCallOptions& options, const char* where, const std::string& part = "") {
        const auto result = histogram_2d(runner(), std::span(x), std::span(y), options);
        ASSERT_ERROR(result, ErrorCode::invalid_argument) << where;
        EXPECT_EQ(result.error().where, where) << result.error().message;
        EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
    };
    const std::vector<std::uint32_t> words(5);
    const std::vector<float> floats(12);
    refused({.histogram = {.x = {.range = HistogramRange{2, 1}}}}, "range", "reversed");
    refused({.histogram = {.y = {.range = HistogramRange{0, kInf}}}}, "range", "finite");
    refused({.histogram = {.y = {.bins = kMaxHistogramBins}}}, "bins", "2^28 - 1");
    refused({.histogram = {.x = {.bins = 1u << 20}, .y = {.bins = 1u << 20}}}, "bins", "1048576 x 1048576");
    refused({.histogram = {.x = {.edges = {1}}}}, "edges", "two edges");
    refused({.histogram = {.x = {.edges = {1, 2, 2}}}}, "edges", "edge 2 (2) is not above edge 1 (2)");
    refused({.histogram = {.x = {.edges = {1, NAN}}}}, "edges", "edge 1 (counted from 0) is NaN");
    refused({.histogram = {.x = {.bins = 3, .edges = {1, 2, 3}}}}, "bins", "make 2 bins");
    refused({.histogram = {.x = {.range = HistogramRange{0, 1}, .edges = {1, 2, 3}}}}, "range");
    refused({.histogram = {.method = "none"}}, "method");
    refused({.weights = words}, "weights", "number of weights is 5");
    refused({.weights = words, .float_weights = floats}, "weights");
    refused({.call = {.repeat = 0}}, "repeat");
    refused({.histogram = {.interleaved = true}}, "y", "y must be empty");
    const auto bytes = std::as_bytes(std::span(x));
    EXPECT_ERROR(histogram_2d(runner(), bytes.first(11), bytes.first(11), {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(histogram_2d(runner(), bytes, bytes.first(8), {}), ErrorCode::invalid_argument);
    Histogram2dCallOptions two_types{.histogram = {.x = {.type = ElementType::u8}, .interleaved = true}};
    EXPECT_ERROR(histogram_2d(runner(), bytes, {}, two_types), ErrorCode::invalid_argument);
    EXPECT_ERROR(histogram_2d(runner(), std::span(x), std::span(y), {.call = {.memory_limit = 1000}}),
                 ErrorCode::too_large);
}

TEST(AxisBins, HaveAscendingEdgesBetweenEndsThatNoDoubleRepresents) {
    constexpr std::uint64_t kOdd = (std::uint64_t{1} << 53) + 1;
    for (const HistogramRange& range : {HistogramRange{~std::uint64_t{1}, ~std::uint64_t{0}},
                                        HistogramRange{kOdd, kOdd + 2}, HistogramRange{kOdd + 2, ~std::uint64_t{0}}}) {
        for (const std::uint32_t bins : {2U, 7U, 64U}) {
            const AxisBins axis = take(make_axis_bins({.type = ElementType::u64, .bins = bins, .range = range}));
            EXPECT_EQ(axis.edge(0), range.low);
            EXPECT_EQ(axis.edge(bins), range.high);
            for (std::uint32_t bin = 0; bin < bins; ++bin) {
                EXPECT_FALSE(axis.edge(bin) > axis.edge(bin + 1)) << to_string(range.low) << ", edge " << bin;
            }
        }
    }
}

TEST(HistogramOfPointsReference, CountsIntegersThatNoDoubleRepresentsInTheirOwnRange) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    const HistogramAxis axis{.type = ElementType::u64, .bins = 2};
    const auto indices = [&](const std::vector<std::uint64_t>& x) {
        const auto bytes = std::as_bytes(std::span(x));
        return take(histogram_2d_reference(bytes, bytes, {.x = axis, .y = axis}));
    };
    EXPECT_EQ(indices({kMost - 1, kMost}), (std::vector<std::uint32_t>{0, 3})) << "as in NumPy, in the last bin";
    for (const std::uint64_t number : {kMost, (std::uint64_t{1} << 53) + 1, std::uint64_t{1'700'000'000'000'000'001}}) {
        const auto found = indices({number, number});
        EXPECT_EQ(found.front(), found.back());
        EXPECT_LT(found.front(), 4U) << number << " is beside the bins";
    }
}

TEST(HistogramOfPointsReference, EqualsNumpy) {
    for (const ElementType type : kElements) {
        const EvenAxis axis = part_of(type, 17);
        const auto x = make_values(type, Distribution::uniform, 5003, 1);
        const auto y = make_values(type, Distribution::zipf, 5003, 2);
        const auto indices = take(histogram_2d_reference(std::as_bytes(std::span(x)), std::as_bytes(std::span(y)),
                                                         {.x = axis.axis(), .y = axis.axis()}));
        std::vector<std::uint64_t> counts(17 * 17 + 2);
        for (const std::uint32_t index : indices) {
            ++counts[index];
        }
        const NumpyCounts expected =
            numpy_histogram2d(numbers_of(x, type), numbers_of(y, type), axis.edges(), axis.edges());
        EXPECT_EQ(counts[17 * 17 + 1], expected.nan);
        EXPECT_EQ(counts[17 * 17] + expected.nan, expected.outside);
        counts.resize(17 * 17);
        EXPECT_EQ(counts, expected.counts) << to_string(type);
    }
}

}  // namespace
}  // namespace vkalgo::test
