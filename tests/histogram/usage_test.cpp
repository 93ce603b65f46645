// The code of docs/histogram.md, compiled and run: tests/docs/snippets_test.cpp compares the two line for line.
#include "algorithms/histogram/estimate_bins.hpp"
#include "algorithms/histogram/histogram.hpp"
#include "algorithms/histogram/histogram_2d_call.hpp"
#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/quantiles.hpp"
#include "engine/context.hpp"
#include "engine/runner.hpp"
#include "tests/histogram/counting.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<vkalgo::HistogramResult> count_samples(vkalgo::Runner& runner, const std::vector<double>& samples) {
    VKALGO_TRY(auto counted, vkalgo::histogram(runner, std::span(samples),
                                               {.histogram = {.bins = 100, .range = vkalgo::HistogramRange{-1, 1}}}));
    // counted.counts[bin], counted.rule.edge(bin); counted.outside: samples outside -1 .. 1, of them counted.nan NaN
    return counted;
}

Result<vkalgo::HistogramResult> count_ages(vkalgo::Runner& runner, const std::vector<float>& ages) {
    return vkalgo::histogram(runner, std::span(ages), {.histogram = {.edges = {0, 18, 40, 65, 120}}});
}

Result<vkalgo::HistogramResult> count_estimated(vkalgo::Runner& runner, const std::vector<float>& samples) {
    VKALGO_TRY(const auto found, vkalgo::estimate_bins(std::as_bytes(std::span(samples)), vkalgo::ElementType::f32,
                                                       vkalgo::BinEstimator::automatic));
    return vkalgo::histogram(runner, std::span(samples), {.histogram = {.bins = found.bins, .range = found.range}});
}

Result<vkalgo::Histogram2dResult> count_points(vkalgo::Runner& runner, const std::vector<float>& x,
                                               const std::vector<std::int32_t>& y) {
    VKALGO_TRY(auto counted,
               vkalgo::histogram_2d(
                   runner, std::span(x), std::span(y),
                   {.histogram = {.x = {.bins = 64, .range = vkalgo::HistogramRange{0, 1}}, .y = {.bins = 32}}}));
    // counted.counts[i * 32 + j] is the number of points in bin i of x and bin j of y. These bins begin at
    // counted.x.edge(i) and counted.y.edge(j).
    return counted;
}

Result<std::vector<double>> find_quantiles(const vkalgo::HistogramResult& counted) {
    const std::vector<double> fractions{0.01, 0.5, 0.99};
    VKALGO_TRY(const auto found, vkalgo::quantiles(counted, fractions));
    return found;
}

Result<vkalgo::HistogramResult> count_colours(vkalgo::Runner& runner, const std::vector<std::uint8_t>& image) {
    // counted.counts: 256 of red, then of green, then of blue, in a part of an image of RGBA pixels.
    const vkalgo::HistogramRows part{.width = 640, .height = 480, .stride = 7936, .x = 100, .y = 100};
    VKALGO_TRY(auto counted,
               vkalgo::histogram(runner, std::span(image),
                                 {.histogram = {.channels = 4, .counted_channels = 0b0111}, .rows = part}));
    return counted;
}

Result<vkalgo::HistogramResult> count_parts(vkalgo::Runner& runner, const std::vector<std::vector<std::byte>>& parts) {
    VKALGO_TRY(auto counter, vkalgo::HistogramCounter::create(
                                 runner, {.histogram = {.type = vkalgo::ElementType::i64, .bins = 4096}}));
    for (const auto& part : parts) {
        VKALGO_CHECK(counter.add(part));
    }
    return counter.finish();
}

Result<std::vector<std::uint32_t>> count_floats(vkalgo::Runner& runner, const std::vector<float>& samples) {
    const vkalgo::HistogramOptions options{
        .type = vkalgo::ElementType::f32, .bins = 100, .range = vkalgo::HistogramRange{-1, 1}};
    const vkalgo::HistogramParams params{.options = options, .count = samples.size()};
    VKALGO_TRY(const auto plan, vkalgo::plan_histogram(params, runner.context().profile()));

    VKALGO_TRY(const auto histogram, vkalgo::Histogram::create(runner.context(), options));
    VKALGO_TRY(const auto values, runner.upload_new(std::as_bytes(std::span(samples))));
    VKALGO_TRY(const auto counts, vkalgo::Buffer::create(runner.context(), {.size = plan.counts_bytes}));
    VKALGO_CHECK(runner.run([&](vkalgo::Recorder& recorder) {
        return histogram.record(recorder, {.values = values.view(), .counts = counts.view(), .count = samples.size()});
    }));
    std::vector<std::uint32_t> result(plan.counters);  // then the samples outside -1 .. 1, then NaN among these
    VKALGO_CHECK(runner.download(counts.view(), std::as_writable_bytes(std::span(result))));
    return result;
}

}  // namespace

class HistogramUsage : public DeviceTest {};

TEST_F(HistogramUsage, CountsSamplesAsTheDocumentationShows) {
    const auto counts = take(count_floats(runner(), {-1.0f, -0.99f, 0.0f, 0.5f, 1.0f, 1.5f, NAN}));
    EXPECT_EQ(counts[0], 2u);
    EXPECT_EQ(counts[50], 1u);
    EXPECT_EQ(counts[75], 1u);
    EXPECT_EQ(counts[99], 1u);
    EXPECT_EQ(counts[100], 2u);
    EXPECT_EQ(counts[101], 1u);
}

TEST_F(HistogramUsage, CountsASpanAsTheDocumentationShows) {
    const auto counted = take(count_samples(runner(), {-1.0, -0.99, 0.0, 0.5, 1.0, 1.5, NAN}));
    EXPECT_EQ(counted.counts[0], 2u);
    EXPECT_EQ(counted.counts[99], 1u);
    EXPECT_EQ(counted.outside, 2u);
    EXPECT_EQ(counted.nan, 1u);
    EXPECT_NEAR(take(find_quantiles(counted))[1], 0.01, 1e-9);
    const auto estimated = take(count_estimated(runner(), {0, 1, 2, 3, 4, 5, 6, 8, NAN}));
    EXPECT_EQ(estimated.counts, (std::vector<std::uint64_t>{2, 2, 2, 2}));
    const auto ages = take(count_ages(runner(), {0, 17.9F, 18, 64, 120, 121, -1}));
    EXPECT_EQ(ages.counts, (std::vector<std::uint64_t>{2, 1, 1, 1}));
    const auto points = take(count_points(runner(), {0.5F, 1, 0.25F, 2}, {0, 32, 16, 5}));
    EXPECT_EQ(points.counts[32 * 32], 1u);
    EXPECT_EQ(points.counts[63 * 32 + 31], 1u);
    EXPECT_EQ(points.counts[16 * 32 + 16], 1u);
    EXPECT_EQ(points.outside, 1u);
    const auto colours = take(count_colours(runner(), std::vector<std::uint8_t>(7936 * 580, 7)));
    EXPECT_EQ(colours.count, 640u * 480);
    EXPECT_EQ(colours.counts.size(), 3u * 256);
    EXPECT_EQ(colours.counts[512 + 7], 640u * 480);
    const auto parts = take(count_parts(runner(), {std::vector<std::byte>(80), std::vector<std::byte>(8)}));
    EXPECT_EQ(parts.counts[2048], 11u);
}

}  // namespace vkalgo::test
