#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "tests/histogram/counting.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {

class WideCounters : public DeviceTest {};

TEST_F(WideCounters, CarryOverManyRecordingsByEveryMethod) {
    for (const HistogramMethod* method : histogram_methods()) {
        for (const std::uint32_t bins : {5u, 1000u}) {
            HistogramOptions options{.type = ElementType::u16, .bins = bins, .method = method->name, .counters = 64};
            options.threads = 64;
            options.range = HistogramRange{100, 60000};
            const auto bytes = make_values(options.type, Distribution::uniform, 20'011, 7);
            const HistogramCounts expected = take(histogram_reference(std::as_bytes(std::span(bytes)), options));
            const CountBuffers buffers(runner(), options, bytes);
            const Histogram histogram = take(Histogram::create(context(), options));
            ASSERT_EQ(buffers.plan.counts_bytes, (bins + 1) * 8u);
            // Counters that are about to exceed 32 bits.
            std::vector<std::uint64_t> start(bins + 1, 0xfffffffeu);
            ASSERT_OK(runner().upload(buffers.counts.view(), std::as_bytes(std::span(start))));
            HistogramArguments arguments = buffers.arguments();
            arguments.add_to_counts = true;
            ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
                VKALGO_CHECK(histogram.record(recorder, arguments));
                return histogram.record(recorder, arguments);
            }));
            auto got = buffers.counts.values<std::uint64_t>(bins + 1);
            for (std::uint32_t bin = 0; bin < bins; ++bin) {
                ASSERT_EQ(got[bin], 0xfffffffeu + 2 * expected.counts[bin]) << method->name << " " << bin;
            }
            ASSERT_EQ(got[bins], 0xfffffffeu + 2 * expected.outside) << method->name;
            arguments.add_to_counts = false;
            ASSERT_OK(runner().run([&](Recorder& recorder) { return histogram.record(recorder, arguments); }));
            got = buffers.counts.values<std::uint64_t>(bins + 1);
            ASSERT_EQ(got[0], expected.counts[0]) << method->name;
            buffers.counts.expect_intact("counts");
            buffers.scratch.expect_intact("scratch");
        }
    }
}

TEST_F(WideCounters, AreCountedByTheCallToo) {
    const auto bytes = make_values(ElementType::f32, Distribution::uniform, 5003, 7);
    HistogramCallOptions call{.histogram = {.type = ElementType::f32, .bins = 50, .counters = 64}};
    call.histogram.edges = {-3, 0, 7};
    call.histogram.bins = 0;
    const HistogramResult result = take(histogram(runner(), std::as_bytes(std::span(bytes)), call));
    const HistogramCounts expected = take(histogram_reference(std::as_bytes(std::span(bytes)), call.histogram));
    EXPECT_EQ(result.counts, expected.counts);
    EXPECT_EQ(result.outside, expected.outside);
    EXPECT_EQ(result.nan, expected.nan);
    call.histogram.counters = 48;
    EXPECT_ERROR(histogram(runner(), std::as_bytes(std::span(bytes)), call), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
