// Histograms of points that are recorded: windows, counts on the device, counters of 64 bits, arguments.
#include "algorithms/histogram/histogram_2d.hpp"
#include "tests/histogram/counting.hpp"
#include "tests/histogram/points.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// Returns axes over a part of the values that make_values() draws for f32 and u16.
Histogram2dOptions grid(std::uint32_t x_bins, std::uint32_t y_bins) {
    return {.x = {.type = ElementType::f32, .bins = x_bins, .range = HistogramRange{-3, 13}},
            .y = {.type = ElementType::u16, .bins = y_bins, .range = HistogramRange{1000, 60000}}};
}

/// Guarded buffers for a histogram of a given number of points.
struct PointBuffers {
    PointBuffers(Runner& runner, const Histogram2d& histogram, std::size_t points)
        : count(points),
          xs(make_values(ElementType::f32, Distribution::uniform, points, 5)),
          ys(make_values(ElementType::u16, Distribution::uniform, points, 6)),
          plan(take(plan_histogram_2d({histogram.options(), points}, runner.context().profile()))),
          x(runner, xs),
          y(runner, ys),
          edges(runner, histogram.edge_words()),
          counts(runner, plan.counts_bytes),
          scratch(runner, plan.scratch_bytes) {}

    Histogram2dArguments arguments() const {
        return {.x = x.view(),
                .y = y.view(),
                .edges = edges.view(),
                .counts = counts.view(),
                .scratch = scratch.view(),
                .count = count};
    }

    /// Expects that the counters, of type T, hold the counts of the first `points` points multiplied by `times`, and
    /// that the guards are intact.
    template <class T>
    void expect(std::size_t points, std::uint64_t times, const std::string& what) const {
        std::vector<NumpyValue> x_numbers = numbers_of(xs, ElementType::f32);
        std::vector<NumpyValue> y_numbers = numbers_of(ys, ElementType::u16);
        x_numbers.resize(points);
        y_numbers.resize(points);
        const NumpyCounts expected = numpy_histogram2d(x_numbers, y_numbers, numpy_edges(-3, 13, plan.x_bins),
                                                       numpy_edges(1000, 60000, plan.y_bins));
        const std::vector<T> got = counts.values<T>(plan.counters());
        for (std::size_t bin = 0; bin < expected.counts.size(); ++bin) {
            ASSERT_EQ(got[bin], expected.counts[bin] * times) << what << ": bin " << bin;
        }
        EXPECT_EQ(got[plan.counters() - 2], (expected.outside - expected.nan) * times) << what;
        EXPECT_EQ(got[plan.counters() - 1], expected.nan * times) << what;
        for (const GuardedBuffer* buffer : {&x, &y, &edges, &counts, &scratch}) {
            buffer->expect_intact(what.c_str());
        }
    }

    std::size_t count;
    std::vector<std::uint8_t> xs, ys;
    Histogram2dPlan plan;
    GuardedBuffer x, y, edges, counts, scratch;
};

class RecordedHistogramOfPoints : public DeviceTest {};

TEST_F(RecordedHistogramOfPoints, CountsWindowByWindowAndInShortLoops) {
    for (const ContextOptions& narrowed : {short_binding_options(), short_loop_options(), aligned_options()}) {
        ValidatedContext context(narrowed);
        Runner own = take(Runner::create(*context));
        for (const auto& [nx, ny] : {std::pair{7u, 11u}, {1500u, 2u}}) {
            const Histogram2d histogram = take(Histogram2d::create(*context, grid(nx, ny)));
            for (const std::size_t size : {1u, 3u, 1023u, 1025u, 50021u}) {
                const PointBuffers buffers(own, histogram, size);
                ASSERT_OK(own.run([&](Recorder& recorder) { return histogram.record(recorder, buffers.arguments()); }));
                buffers.expect<std::uint32_t>(size, 1, std::to_string(size));
            }
        }
    }
}

TEST_F(RecordedHistogramOfPoints, TakesItsCountFromTheDeviceAndAddsUp) {
    for (const std::uint32_t bits : {32u, 64u}) {
        Histogram2dOptions options = grid(20, 30);
        options.counters = bits;
        const Histogram2d histogram = take(Histogram2d::create(context(), options));
        const PointBuffers buffers(runner(), histogram, 20011);
        const GuardedBuffer count(runner(), std::vector<std::uint32_t>{3001});
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            Histogram2dArguments arguments = buffers.arguments();
            arguments.count_buffer = count.view();
            VKALGO_CHECK(histogram.record(recorder, arguments));
            arguments.add_to_counts = true;
            return histogram.record(recorder, arguments);
        }));
        if (bits == 32) {
            buffers.expect<std::uint32_t>(3001, 2, "32 bits");
        } else {
            buffers.expect<std::uint64_t>(3001, 2, "64 bits");
        }
    }
}

TEST_F(RecordedHistogramOfPoints, SaysHowItUsesItsArgumentsAndRefusesOthers) {
    const Histogram2d histogram = take(Histogram2d::create(context(), grid(4, 5)));
    EXPECT_EQ(histogram.x().bins, 4u);
    EXPECT_EQ(histogram.y().range, (HistogramRange{1000, 60000}));
    const PointBuffers buffers(runner(), histogram, 1000);
    EXPECT_EQ(take(Histogram2d::scratch({histogram.options(), 1000}, context().profile())).bytes,
              buffers.plan.scratch_bytes);
    const Histogram2dAccess access = take(histogram.access(buffers.arguments()));
    EXPECT_NE(access.x.first.stages, 0u);
    EXPECT_NE(access.counts.last.stages, 0u);
    EXPECT_EQ(access.weights.first.stages, 0u);
    const auto refused = [&](const char* where, const auto& change) {
        Histogram2dArguments arguments = buffers.arguments();
        change(arguments);
        const auto ran = runner().run([&](Recorder& recorder) { return histogram.record(recorder, arguments); });
        ASSERT_ERROR(ran, ErrorCode::invalid_argument) << where;
        EXPECT_EQ(ran.error().where, where) << ran.error().message;
    };
    refused("x", [](Histogram2dArguments& arguments) { arguments.x = {}; });
    refused("y", [](Histogram2dArguments& arguments) { arguments.y = {}; });
    refused("edges", [](Histogram2dArguments& arguments) { arguments.edges.size -= 4; });
    refused("counts", [](Histogram2dArguments& arguments) { arguments.counts.size -= 4; });
    refused("scratch", [](Histogram2dArguments& arguments) { arguments.scratch = arguments.counts; });
    const Histogram2d never;
    EXPECT_ERROR(runner().run([&](Recorder& recorder) { return never.record(recorder, buffers.arguments()); }),
                 ErrorCode::invalid_argument);
}

TEST(HistogramOfPointsPlan, IsAPureFunction) {
    const Histogram2dPlan plan = take(plan_histogram_2d({grid(40, 25), 1'000'000}, {}));
    EXPECT_EQ(plan.counters(), 1002u);
    EXPECT_EQ(plan.counts_bytes, 4 * 1002u);
    EXPECT_EQ(plan.x_bytes, 4'000'000u);
    EXPECT_EQ(plan.y_bytes, 2'000'000u);
    EXPECT_GE(plan.scratch_bytes, 4'000'000u);
    EXPECT_TRUE(plan.shared_x);
    EXPECT_FALSE(take(plan_histogram_2d({grid(100'000, 25), 1'000'000}, {})).shared_x);
    EXPECT_GE(plan.dispatches, 3u);
    EXPECT_ERROR(plan_histogram_2d({grid(40, 25), 1ull << 32}, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_histogram_2d({grid(40, 25), 1u << 30}, {}), ErrorCode::too_large);
    EXPECT_ERROR(plan_histogram_2d({grid(1u << 27, 1), 5}, {}), ErrorCode::too_large);
}

}  // namespace
}  // namespace vkalgo::test
