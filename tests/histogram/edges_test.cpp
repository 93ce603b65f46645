#include "algorithms/histogram/histogram_call.hpp"
#include "tests/histogram/counting.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Returns `count` different random numbers in ascending order. Whole numbers are of any value of the type. Others lie
/// in -20 .. 30; make_values() draws most values of such types from -8 to 24.
std::vector<ExactNumber> random_edges(ElementType type, std::size_t count, std::uint64_t seed) {
    SplitMix64 random(seed);
    const HistogramRange whole = is_float(type) ? HistogramRange{-20.0, 30.0} : whole_range(type);
    std::vector<ExactNumber> edges;
    while (edges.size() < count) {
        if (is_float(type)) {
            edges.emplace_back(-20.0 + 50.0 * std::ldexp(static_cast<double>(random.next() >> 11), -53));
        } else {
            const std::uint64_t span = whole.high.bits() - whole.low.bits();
            const std::uint64_t from_low = span == ~0ull ? random.next() : random.next() % (span + 1);
            edges.push_back(is_signed(type) ? ExactNumber(static_cast<std::int64_t>(whole.low.bits() + from_low))
                                            : ExactNumber(from_low));
        }
        if (edges.size() == count) {
            std::sort(edges.begin(), edges.end());
            edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
        }
    }
    return edges;
}

class HistogramEdges : public DeviceTest {};

}  // namespace

TEST_F(HistogramEdges, CountEveryTypeAtEverySize) {
    for (const ElementType type : kElements) {
        const std::size_t most = size_of(type) == 1 ? 100 : 1000;
        for (const std::size_t count : {std::size_t{2}, std::size_t{3}, std::size_t{33}, most}) {
            const Histogram histogram =
                take(Histogram::create(context(), {.type = type, .edges = random_edges(type, count, count)}));
            for (const std::size_t size : {0u, 1u, 7u, 8u, 9u, 31u, 33u, 255u, 257u, 1025u, 10007u}) {
                count_and_compare(runner(), histogram, make_values(type, Distribution::uniform, size, size),
                                  to_string(type));
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_F(HistogramEdges, CountEveryDistributionWithAndWithoutSharedMemory) {
    for (const std::size_t count : {9u, 3000u, 6000u, 30000u}) {
        for (const ElementType type : {ElementType::u16, ElementType::f64}) {
            const Histogram histogram =
                take(Histogram::create(context(), {.type = type, .edges = random_edges(type, count, 3)}));
            for (const Distribution distribution : kDistributions) {
                count_and_compare(runner(), histogram, make_values(type, distribution, 70001, 5), to_string(type));
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_F(HistogramEdges, AreSearchedForMoreValuesThanTheLoopsOfOneWorkgroupTake) {
    const HistogramOptions options{
        .type = ElementType::u16, .blocks = 1, .edges = random_edges(ElementType::u16, 4097, 3)};
    ValidatedContext context(short_loop_options());
    Runner own = take(Runner::create(*context));
    const Histogram histogram = take(Histogram::create(*context, options));
    const std::vector<std::uint8_t> bytes = make_values(options.type, Distribution::uniform, 3'000'017, 5);
    EXPECT_GT(take(plan_histogram({options, 3'000'017}, context->profile())).chunks, 1u);
    count_and_compare(own, histogram, bytes, "4,096 bins");
}

TEST_F(HistogramEdges, DecideExactlyAtAndBesideAnEdge) {
    // The values are f32, and most of the edges are not exact in f32.
    SplitMix64 random(11);
    std::vector<ExactNumber> edges;
    std::vector<float> values;
    for (double edge = -1.0; edge < 1.0; edge += 1e-3 * (1 + random.below(5))) {
        edges.emplace_back(edge);
        const auto near = static_cast<float>(edge);
        values.insert(values.end(), {std::nextafter(near, -2.0F), near, std::nextafter(near, 2.0F)});
    }
    // Two adjacent edges, with an empty bin between them.
    edges.emplace_back(std::nextafter(edges.back().real(), 2.0));
    values.insert(values.end(), {0.0F, -0.0F, NAN, -NAN, HUGE_VALF, -HUGE_VALF, 1e-45F, -1e-45F});
    std::vector<std::uint8_t> bytes(values.size() * sizeof(float));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    const Histogram histogram = take(Histogram::create(context(), {.type = ElementType::f32, .edges = edges}));
    count_and_compare(runner(), histogram, bytes, "f32");
}

TEST_F(HistogramEdges, IncludeTheLastEdgeInTheLastBinAsNumpyDoes) {
    const auto counted = [&](const auto& values, const std::vector<ExactNumber>& edges) {
        return take(histogram(runner(), std::span(values), {.histogram = {.edges = edges}}));
    };
    const std::vector<std::uint8_t> bytes{0, 1, 9, 10, 99, 100, 101, 255};
    EXPECT_EQ(counted(bytes, {1, 10, 100}).counts, (std::vector<std::uint64_t>{2, 3}));
    EXPECT_EQ(counted(bytes, {1, 10, 100}).outside, 3u);
    EXPECT_EQ(counted(bytes, {0, 255}).outside, 0u);
    const std::vector<double> samples{-kInfinity, -0.0, 0.0, 0.5, 1.0, kInfinity, NAN};
    EXPECT_EQ(counted(samples, {0, 0.5, 1}).counts, (std::vector<std::uint64_t>{2, 2}));
    EXPECT_EQ(counted(samples, {-kInfinity, 0, kInfinity}).counts, (std::vector<std::uint64_t>{1, 5}));
    const HistogramResult all = counted(samples, {-kInfinity, 0, kInfinity});
    EXPECT_EQ(all.outside, 1u);
    EXPECT_EQ(all.nan, 1u);
    EXPECT_EQ(all.rule.edge(1), 0.0);
    // Integers that no double represents.
    const std::vector<std::uint64_t> large{~0ull - 2, ~0ull - 1, ~0ull};
    EXPECT_EQ(counted(large, {~0ull - 2, ~0ull - 1, ~0ull}).counts, (std::vector<std::uint64_t>{1, 2}));
}

TEST_F(HistogramEdges, TakeTheirCountFromTheDeviceAndAddUp) {
    const HistogramOptions options{.type = ElementType::i16, .edges = {-30000, -5, 0, 7, 20000}};
    const Histogram histogram = take(Histogram::create(context(), options));
    const std::vector<std::uint8_t> all = make_values(options.type, Distribution::uniform, 20011, 4);
    const GuardedBuffer count(runner(), std::vector<std::uint32_t>{3001});
    const CountBuffers buffers(runner(), options, all);
    ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
        HistogramArguments arguments = buffers.arguments();
        arguments.count_buffer = count.view();
        VKALGO_CHECK(histogram.record(recorder, arguments));
        arguments.add_to_counts = true;
        return histogram.record(recorder, arguments);
    }));
    std::vector<std::uint8_t> some = all;
    some.resize(2 * 3001);
    buffers.expect(options, some, "twice", 2);
    HistogramArguments missing = buffers.arguments();
    missing.edges = {};
    EXPECT_ERROR(runner().run([&](Recorder& recorder) { return histogram.record(recorder, missing); }),
                 ErrorCode::invalid_argument);
}

TEST(HistogramEdgeRule, FindsOnTheProcessorWhatTheReferenceFinds) {
    for (const ElementType type : kElements) {
        const HistogramOptions options{.type = type, .edges = random_edges(type, 50, 7)};
        const BinRule rule = take(rule_of(options));
        const auto bytes = make_values(type, Distribution::uniform, 1000, 1);
        HistogramCounts found{.counts = std::vector<std::uint64_t>(rule.bins)};
        for (std::size_t at = 0; at < bytes.size(); at += size_of(type)) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, bytes.data() + at, size_of(type));
            const std::uint32_t bin = bin_of(rule, bits);
            ++(bin == rule.bins ? found.outside : found.counts[bin]);
        }
        const HistogramCounts expected = take(histogram_reference(std::as_bytes(std::span(bytes)), options));
        EXPECT_EQ(found.counts, expected.counts) << to_string(type);
        EXPECT_EQ(found.outside, expected.outside) << to_string(type);
    }
}

TEST(HistogramEdgeRule, RefusesInvalidListsOfEdges) {
    const auto refused = [](ElementType type, std::vector<ExactNumber> edges, const std::string& part) {
        const auto rule = make_bin_rule(type, edges);
        ASSERT_FALSE(rule) << part;
        EXPECT_EQ(rule.error().code, ErrorCode::invalid_argument);
        EXPECT_EQ(rule.error().where, "edges");
        EXPECT_NE(rule.error().message.find(part), std::string::npos) << rule.error().message;
    };
    refused(ElementType::u8, {}, "there is none");
    refused(ElementType::u8, {7}, "there is only one");
    refused(ElementType::u8, {7, 7}, "edge 1 (7) is not above edge 0 (7)");
    refused(ElementType::f32, {0, 2, 1}, "edge 2 (1) is not above edge 1 (2)");
    refused(ElementType::f64, {0, 2e-7, 1e-7}, "edge 2 (1e-07) is not above edge 1 (2e-07)");
    refused(ElementType::f64, {0, NAN, 1}, "edge 1 (counted from 0) is NaN");
    refused(ElementType::u8, {0, 256}, "edge 1 (counted from 0) is 256, outside the range of u8");
    refused(ElementType::i8, {-129, 0}, "edge 0 (counted from 0) is -129, outside the range of i8");
    refused(ElementType::f32, {0, 1e39}, "outside the range of f32");
    refused(ElementType::u32, {0, kInfinity}, "outside the range of u32");
    refused(ElementType::u8, {0, 1.5}, "whole");
    EXPECT_ERROR(rule_of({.bins = 3, .edges = {0, 1, 2}}), ErrorCode::invalid_argument);
    EXPECT_ERROR(rule_of({.range = HistogramRange{0, 2}, .edges = {0, 1, 2}}), ErrorCode::invalid_argument);
    EXPECT_OK(rule_of({.bins = 2, .edges = {0, 1, 2}}));
    EXPECT_ERROR(plan_histogram({{.method = "packed", .edges = {0, 1, 2}}, 5}, {}), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
