// Several histograms at once: of channels, of regions in rows, of segments; and sums of weights.
#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_method.hpp"
#include "tests/histogram/counting.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// The byte offset of a pixel's first value, and the histogram to which the pixel belongs, if any.
struct PixelPosition {
    std::uint64_t byte = 0;
    std::optional<std::uint32_t> histogram;
};

/// The input of one recording.
struct Job {
    HistogramOptions options;
    std::vector<std::uint8_t> bytes;
    std::uint64_t count = 0;
    HistogramRows rows;
    std::vector<std::uint32_t> offsets;
    std::vector<std::uint32_t> weights;
    std::function<PixelPosition(std::uint64_t pixel)> pixel_at;
};

/// Counts pixel by pixel and value by value, with bin_of, which other tests compare with the definition.
std::vector<std::uint64_t> expected_of(const Job& job, const HistogramPlan& plan) {
    std::vector<std::uint64_t> sums(std::size_t{plan.histograms} * plan.counters);
    const std::uint32_t value_bytes = size_of(job.options.type);
    for (std::uint64_t pixel = 0; pixel < plan.count; ++pixel) {
        const PixelPosition position = job.pixel_at(pixel);
        std::uint32_t histogram = position.histogram.value_or(plan.histograms);
        for (std::uint32_t channel = 0; channel < job.options.channels && position.histogram; ++channel) {
            if (job.options.counted_channels != 0 && (job.options.counted_channels >> channel & 1) == 0) {
                continue;
            }
            std::uint64_t bits = 0;
            std::memcpy(&bits, job.bytes.data() + position.byte + channel * value_bytes, value_bytes);
            const std::uint64_t weight = job.weights.empty() ? 1 : job.weights[pixel];
            std::uint64_t* const own = sums.data() + std::size_t{histogram++} * plan.counters;
            own[bin_of(plan.rule, bits)] += weight;
            const bool nan = job.options.type == ElementType::f32
                                 ? std::isnan(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                                 : job.options.type == ElementType::f64 && std::isnan(std::bit_cast<double>(bits));
            if (nan) {
                own[plan.rule.bins + 1] += weight;
            }
        }
    }
    return sums;
}

class GroupedHistograms : public DeviceTest {
protected:
    static void run_and_compare(Runner& runner, const Job& job, const std::string& what, int times = 1) {
        const DeviceProfile& profile = runner.context().profile();
        const HistogramPlan plan = take(plan_histogram({job.options, job.count, job.rows}, profile), "plan");
        const Histogram histogram = take(Histogram::create(runner.context(), job.options));
        const GuardedBuffer values(runner, job.bytes);
        const GuardedBuffer offsets(runner, job.offsets);
        const GuardedBuffer weights(runner, job.weights);
        const GuardedBuffer edges(runner, edge_words(plan.rule));
        const GuardedBuffer counts(runner, plan.counts_bytes);
        ASSERT_OK(runner.run([&](Recorder& recorder) -> Result<void> {
            for (int turn = 0; turn < times; ++turn) {
                VKALGO_CHECK(histogram.record(recorder, {.values = values.view(),
                                                         .counts = counts.view(),
                                                         .count = job.count,
                                                         .add_to_counts = turn != 0,
                                                         .edges = edges.view(),
                                                         .offsets = offsets.view(),
                                                         .weights = weights.view(),
                                                         .rows = job.rows}));
            }
            return {};
        }));
        const std::vector<std::uint64_t> expected = expected_of(job, plan);
        const auto words = counts.values<std::uint32_t>(plan.counts_bytes / 4);
        for (std::size_t counter = 0; counter < expected.size(); ++counter) {
            const std::uint64_t got = plan.counter_bytes == 4
                                          ? words[counter]
                                          : words[2 * counter] | std::uint64_t{words[2 * counter + 1]} << 32;
            ASSERT_EQ(got, expected[counter] * static_cast<std::uint64_t>(times))
                << what << ": histogram " << counter / plan.counters << ", counter " << counter % plan.counters;
        }
        counts.expect_intact("counts");
    }

    /// Returns a list of `count` pixels.
    static Job list(HistogramOptions options, std::size_t count, std::uint64_t seed) {
        Job job;
        job.bytes = make_values(options.type, Distribution::uniform, count * options.channels, seed);
        job.count = count;
        const std::uint64_t pixel_bytes = std::uint64_t{size_of(options.type)} * options.channels;
        job.options = std::move(options);
        job.pixel_at = [pixel_bytes](std::uint64_t pixel) { return PixelPosition{pixel * pixel_bytes, 0}; };
        return job;
    }

    /// Returns a list of pixels that is divided into segments at these offsets.
    static Job segments(HistogramOptions options, std::size_t count, std::vector<std::uint32_t> offsets,
                        std::uint64_t seed) {
        options.segments = static_cast<std::uint32_t>(offsets.size() - 1);
        const std::uint64_t value_bytes = size_of(options.type);
        Job job = list(std::move(options), count, seed);
        job.pixel_at = [value_bytes, offsets](std::uint64_t pixel) {
            const auto above = std::upper_bound(offsets.begin(), offsets.end(), pixel);
            const bool inside = above != offsets.begin() && above != offsets.end();
            return PixelPosition{
                pixel * value_bytes,
                inside ? std::optional(static_cast<std::uint32_t>(above - offsets.begin() - 1)) : std::nullopt};
        };
        job.offsets = std::move(offsets);
        return job;
    }
};

}  // namespace

TEST_F(GroupedHistograms, CountEachChannelOfInterleavedPixels) {
    for (const ElementType type : {ElementType::u8, ElementType::i16, ElementType::f32, ElementType::u64}) {
        for (const std::uint32_t channels : {1u, 2u, 3u, 4u}) {
            for (const std::uint32_t counted : {0u, 1u, 7u, 10u}) {
                if (counted >> channels != 0) {
                    continue;
                }
                const HistogramOptions options{
                    .type = type, .bins = 100, .channels = channels, .counted_channels = counted};
                for (const std::size_t size : {0u, 1u, 31u, 257u, 10007u}) {
                    run_and_compare(runner(), list(options, size, 3),
                                    std::string(to_string(type)) + " x " + std::to_string(channels));
                    if (HasFatalFailure()) {
                        return;
                    }
                }
            }
        }
    }
}

TEST_F(GroupedHistograms, CountManyBinsOfChannelsInGlobalMemoryAndAddUp) {
    run_and_compare(runner(), list({.type = ElementType::u16, .channels = 3}, 30011, 5), "65,536 bins", 3);
    run_and_compare(runner(), list({.type = ElementType::f32, .edges = {-3, 0, 0.5, 11}, .channels = 4}, 30011, 5),
                    "edges", 2);
}

TEST_F(GroupedHistograms, CountARegionOfRows) {
    for (const std::uint32_t channels : {1u, 3u, 4u}) {
        for (const HistogramRows rows :
             {HistogramRows{101, 67, 0, 0, 0}, HistogramRows{1, 67, 0, 100, 0}, HistogramRows{40, 1, 0, 61, 66},
              HistogramRows{33, 20, 1000, 7, 5}, HistogramRows{0, 5, 0, 0, 0}, HistogramRows{5, 0, 0, 0, 0}}) {
            for (const ElementType type : {ElementType::u8, ElementType::u16, ElementType::f64}) {
                const std::uint64_t value_bytes = size_of(type);
                Job job;
                job.options = {.type = type, .bins = 50, .channels = channels, .rows = true};
                job.rows = rows;
                job.rows.stride = rows.stride == 0 ? 101 * channels * value_bytes : 8 * rows.stride;
                job.bytes = make_values(type, Distribution::uniform, 67 * job.rows.stride / value_bytes, 9);
                job.pixel_at = [job](std::uint64_t pixel) {
                    const std::uint64_t y = job.rows.y + pixel / job.rows.width;
                    const std::uint64_t x = job.rows.x + pixel % job.rows.width;
                    return PixelPosition{y * job.rows.stride + x * job.options.channels * size_of(job.options.type), 0};
                };
                run_and_compare(runner(), job, to_string(type));
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST_F(GroupedHistograms, CountSegmentsFromManyTinyOnesToOneGiant) {
    SplitMix64 random(3);
    std::vector<std::uint32_t> tiny{0};
    while (tiny.back() < 50'000) {
        tiny.push_back(tiny.back() + random.below(5));
    }
    std::vector<std::uint32_t> mixed{5, 5, 6, 40'000, 40'000, 40'001, 40'100, 49'000, 49'000};
    for (const ElementType type : {ElementType::u8, ElementType::f32, ElementType::i64}) {
        for (const std::uint32_t bins : {1u, 16u, 256u}) {
            const HistogramOptions options{.type = type, .bins = bins};
            run_and_compare(runner(), segments(options, 50'000, tiny, 1), "tiny");
            run_and_compare(runner(), segments(options, 50'000, mixed, 2), "mixed");
            run_and_compare(runner(), segments(options, 50'000, {0, 50'000}, 3), "one");
            run_and_compare(runner(), segments(options, 50'000, {0, 0, 0}, 4), "empty");
            // Two offsets exceed the number of values.
            run_and_compare(runner(), segments(options, 50'000, {0, 10, 60'000, 70'000}, 4), "beyond");
            if (HasFatalFailure()) {
                return;
            }
        }
    }
    run_and_compare(runner(), segments({.type = ElementType::u16, .bins = 5000}, 50'000, mixed, 2), "many bins", 2);
}

TEST_F(GroupedHistograms, CountAsManySegmentsAsAWorkgroupHasCountersForAndOneMore) {
    constexpr std::uint32_t kChunks = 12, kPixels = 1000;
    HistogramOptions options{.type = ElementType::u8, .bins = 16, .blocks = kChunks};
    options.segments = kPixels;
    const DeviceProfile& profile = context().profile();
    const HistogramPlan plan = take(plan_histogram({options, kChunks * kPixels, {}}, profile), "plan");
    ASSERT_EQ(plan.pixels_per_chunk, kPixels);
    for (const std::uint32_t in_chunk :
         {plan.shared_histograms - 1, plan.shared_histograms, plan.shared_histograms + 1}) {
        std::vector<std::uint32_t> offsets;
        for (std::uint32_t segment = 0; segment <= kChunks * in_chunk; ++segment) {
            offsets.push_back(segment / in_chunk * kPixels + segment % in_chunk * (kPixels / in_chunk));
        }
        run_and_compare(runner(), segments(options, kChunks * kPixels, offsets, in_chunk), std::to_string(in_chunk));
    }
}

TEST_F(GroupedHistograms, SearchSegmentsForMorePixelsThanTheLoopsOfOneWorkgroupTake) {
    // One block is requested. Since each pixel searches among thousands of segments, the plan needs several chunks.
    constexpr std::size_t kPixels = 2'000'003;
    std::vector<std::uint32_t> offsets{0};
    while (offsets.size() < 4096) {
        offsets.push_back(offsets.back() + 488);
    }
    const Job job = segments({.type = ElementType::u8, .bins = 4, .blocks = 1}, kPixels, offsets, 1);
    ValidatedContext context(short_loop_options());
    Runner own = take(Runner::create(*context));
    EXPECT_GT(take(plan_histogram({job.options, kPixels}, context->profile())).chunks, 1u);
    run_and_compare(own, job, "4,095 segments");
}

TEST_F(GroupedHistograms, SumWeightsOf32BitsExactly) {
    for (const std::uint32_t bins : {3u, 300u, 30'000u}) {
        Job job = list({.type = ElementType::u16, .bins = bins, .weights = HistogramWeights::u32}, 40'009, 6);
        job.weights = random_words(job.count, 8);
        run_and_compare(runner(), job, std::to_string(bins), 2);
        // All values are counted in one counter, far beyond 32 bits.
        std::fill(job.bytes.begin(), job.bytes.end(), std::uint8_t{7});
        std::fill(job.weights.begin(), job.weights.end(), 0xffffffffu);
        run_and_compare(runner(), job, "one bin", 2);
    }
    Job cut = segments({.type = ElementType::f32, .bins = 10, .weights = HistogramWeights::u32}, 10'007,
                       {0, 3, 9000, 10'007}, 4);
    cut.weights = random_words(cut.count, 9);
    run_and_compare(runner(), cut, "segments");
    Job pixels = list({.type = ElementType::u8, .channels = 3, .weights = HistogramWeights::u32}, 10'007, 4);
    pixels.weights = random_words(pixels.count, 9);
    run_and_compare(runner(), pixels, "channels");
}

TEST_F(GroupedHistograms, SumWeightsOfZeroWithoutACarry) {
    for (const std::uint32_t bins : {3u, 30'000u}) {
        Job job = list({.type = ElementType::u16, .bins = bins, .weights = HistogramWeights::u32}, 10'007, 6);
        job.weights = random_words(job.count, 8);
        for (std::size_t pixel = 0; pixel < job.weights.size(); ++pixel) {
            job.weights[pixel] *= pixel % 3 == 0 ? 1u : 0u;
        }
        run_and_compare(runner(), job, std::to_string(bins), 2);
    }
}

TEST_F(GroupedHistograms, CountWindowByWindowOnADeviceOfShortBindings) {
    ValidatedContext context(short_binding_options());
    Runner own = take(Runner::create(*context));
    run_and_compare(own, list({.type = ElementType::u8, .channels = 3}, 20'011, 5), "list");
    Job weighted = list({.type = ElementType::u8, .bins = 100, .weights = HistogramWeights::u32}, 16'001, 6);
    weighted.weights = random_words(weighted.count, 8);
    run_and_compare(own, weighted, "weights");
    run_and_compare(own, segments({.type = ElementType::f32, .bins = 9}, 20'011, {0, 3, 9000, 9001, 20'000}, 4),
                    "segments");
    Job rows;
    rows.options = {.type = ElementType::u8, .bins = 50, .channels = 3, .rows = true};
    rows.rows = {90, 70, 1003, 11, 2};
    rows.bytes = make_values(ElementType::u8, Distribution::uniform, 73 * 1003, 9);
    rows.pixel_at = [](std::uint64_t pixel) {
        return PixelPosition{(2 + pixel / 90) * 1003 + (11 + pixel % 90) * 3, 0};
    };
    run_and_compare(own, rows, "rows");
    ASSERT_GT(take(plan_histogram({rows.options, 0, rows.rows}, context->profile())).windows, 3u);
    // Weights take more memory than values.
    rows.options.channels = 1;
    rows.options.weights = HistogramWeights::u32;
    rows.rows = {1000, 9, 1003, 1, 2};
    rows.pixel_at = [](std::uint64_t pixel) { return PixelPosition{(2 + pixel / 1000) * 1003 + 1 + pixel % 1000, 0}; };
    rows.weights = random_words(9'000, 8);
    run_and_compare(own, rows, "rows of weights");
}

TEST_F(GroupedHistograms, AreCountedPartByPartIfMemoryIsShort) {
    const auto call = [](const Job& job, HistogramCallOptions options, std::uint64_t memory) {
        options.histogram = job.options;
        options.offsets = job.offsets;
        options.weights = job.weights;
        options.call.memory_limit = memory;
        const HistogramResult result = take(histogram(runner(), std::as_bytes(std::span(job.bytes)), options));
        EXPECT_GT(result.parts, memory == 0 ? 0u : 2u);
        const HistogramPlan plan = take(plan_histogram({job.options, job.count}, runner().context().profile()));
        const std::vector<std::uint64_t> expected = expected_of(job, plan);
        for (std::size_t histogram = 0; histogram < plan.histograms; ++histogram) {
            for (std::size_t bin = 0; bin < plan.rule.bins; ++bin) {
                ASSERT_EQ(result.counts[histogram * plan.rule.bins + bin], expected[histogram * plan.counters + bin]);
            }
            ASSERT_EQ(result.outside_of[histogram], expected[histogram * plan.counters + plan.rule.bins]);
        }
    };
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{120'000}}) {
        call(list({.type = ElementType::u8, .channels = 3}, 60'011, 5), {}, memory);
        call(segments({.type = ElementType::f32, .bins = 9}, 60'011, {3, 9000, 9001, 20'000, 60'000}, 4), {}, memory);
        Job weighted = list({.type = ElementType::u16, .bins = 100, .weights = HistogramWeights::u32}, 60'011, 6);
        weighted.weights = random_words(weighted.count, 8);
        call(weighted, {}, memory);
    }
}

TEST_F(GroupedHistograms, CountARegionByTheEasyCall) {
    // 5 x 4 pixels of three channels, in rows of 17 bytes.
    std::vector<std::uint8_t> image(4 * 17, 99);
    for (std::size_t y = 0; y < 4; ++y) {
        for (std::size_t x = 0; x < 15; ++x) {
            image[y * 17 + x] = static_cast<std::uint8_t>(10 * y + x / 3);
        }
    }
    HistogramCallOptions options{.histogram = {.channels = 3}, .rows = HistogramRows{2, 3, 17, 1, 1}};
    const HistogramResult result = take(histogram(runner(), std::span(image), options));
    EXPECT_EQ(result.count, 6u);
    for (const std::size_t value : {11u, 12u, 21u, 22u, 31u, 32u}) {
        EXPECT_EQ(result.counts[2 * 256 + value], 1u);
    }
    // One channel of a region allows any method.
    options.histogram.channels = 1;
    EXPECT_STREQ(take(histogram(runner(), std::span(image), options)).plan.method->name, "global");
    options.rows->height = 4;
    EXPECT_ERROR(histogram(runner(), std::span(image), options), ErrorCode::invalid_argument);
    options.rows = HistogramRows{20, 1, 17};
    EXPECT_ERROR(histogram(runner(), std::span(image), options), ErrorCode::invalid_argument);
    for (const HistogramRows& empty : {HistogramRows{}, HistogramRows{0, 4, 17, 3}, HistogramRows{2, 0, 17, 1, 9}}) {
        options.rows = empty;
        EXPECT_EQ(take(histogram(runner(), std::span(image), options)).count, 0u);
    }
    options.rows = HistogramRows{0, 4, 2, 3};
    EXPECT_ERROR(histogram(runner(), std::span(image), options), ErrorCode::invalid_argument);
    const std::vector<std::uint32_t> bad{3, 2};
    EXPECT_ERROR(histogram(runner(), std::span(image), {.offsets = bad}), ErrorCode::invalid_argument);
    EXPECT_ERROR(histogram(runner(), std::span(image), {.offsets = std::span(bad).first(1)}),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(histogram(runner(), std::span(image), {.weights = bad}), ErrorCode::invalid_argument);
    // Segments without offsets, or with a wrong number of offsets, are refused.
    EXPECT_ERROR(histogram(runner(), std::span(image), {.histogram = {.segments = 3}}), ErrorCode::invalid_argument);
    const std::vector<std::uint32_t> good{2, 3};
    EXPECT_ERROR(histogram(runner(), std::span(image), {.histogram = {.segments = 3}, .offsets = good}),
                 ErrorCode::invalid_argument);
}

TEST_F(GroupedHistograms, RefusePositionsBeyond32Bits) {
    const HistogramOptions options{.type = ElementType::u8, .bins = 256, .segments = 3};
    const CountBuffers buffers(runner(), options, std::vector<std::uint8_t>(32, 7));
    const GuardedBuffer offsets(runner(), std::vector<std::uint32_t>{0, 8, 0xfffffff8U, 0xffffffffU});
    const Histogram histogram = take(Histogram::create(runner().context(), options));
    HistogramArguments arguments = buffers.arguments();
    arguments.offsets = offsets.view();
    const auto run = [&](std::uint32_t first) {
        arguments.first = first;
        return runner().run([&](Recorder& recorder) { return histogram.record(recorder, arguments); });
    };
    EXPECT_OK(run(0xffffffffU - 32));
    const auto refused = run(0xffffffffU - 31);
    ASSERT_ERROR(refused, ErrorCode::too_large);
    EXPECT_EQ(refused.error().where, "first");
}

TEST(GroupedHistogramPlan, RefusesOptionsThatConflict) {
    const auto refused = [](const HistogramParams& params, const char* where) {
        DeviceProfile profile;
        profile.max_workgroup_invocations = 1024;
        profile.max_workgroup_size = {1024, 1024, 64};
        profile.shared_memory = 32768;
        profile.max_storage_range = 1u << 27;
        profile.max_allocation = 1u << 30;
        profile.device_memory = 1u << 30;
        const auto plan = plan_histogram(params, profile);
        ASSERT_FALSE(plan) << where;
        EXPECT_EQ(plan.error().where, where) << plan.error().message;
    };
    refused({{.channels = 0}, 5}, "channels");
    refused({{.channels = 5}, 5}, "channels");
    refused({{.channels = 3, .counted_channels = 8}, 5}, "counted_channels");
    refused({{.channels = 3, .segments = 4}, 5}, "segments");
    refused({{.rows = true, .segments = 4}, 5}, "segments");
    refused({{.rows = true}, 0, {10, 10, 19}}, "rows");
    refused({{.rows = true}, 0, {10, 10, 21}}, "rows");
    refused({{.method = "copies", .channels = 3}, 5}, "method");
    refused({{.bins = 1 << 20, .segments = 1 << 20}, 5}, "bins");
}

}  // namespace vkalgo::test
