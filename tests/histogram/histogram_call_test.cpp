#include "algorithms/histogram/histogram_call.hpp"

#include "algorithms/histogram/histogram_method.hpp"
#include "algorithms/histogram/histogram_reference.hpp"
#include "tests/histogram/inputs.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <cstring>
#include <stop_token>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

void expect_same(const HistogramResult& got, const std::vector<std::uint8_t>& bytes, HistogramOptions options,
                 const std::string& what) {
    options.range = got.rule.range;
    const HistogramCounts expected = take(histogram_reference(std::as_bytes(std::span(bytes)), options), "reference");
    EXPECT_EQ(got.counts, expected.counts) << what;
    EXPECT_EQ(got.outside, expected.outside) << what;
    EXPECT_EQ(got.count, bytes.size() / size_of(options.type)) << what;
}

class HistogramCall : public DeviceTest {
protected:
    static HistogramResult counted(const std::vector<std::uint8_t>& bytes, const HistogramCallOptions& options) {
        return take(histogram(runner(), std::as_bytes(std::span(bytes)), options), "histogram");
    }
};

TEST_F(HistogramCall, CountsSpansOfEveryType) {
    const std::vector<std::uint8_t> bytes{1, 2, 2};
    EXPECT_EQ(take(histogram(runner(), std::span(bytes))).counts[2], 2u);
    const std::vector<double> samples{-1, -0.99, 0, 0.5, 1, 1.5, NAN};
    const HistogramResult result =
        take(histogram(runner(), std::span(samples), {.histogram = {.bins = 100, .range = HistogramRange{-1, 1}}}));
    EXPECT_EQ(result.rule.type, ElementType::f64);
    EXPECT_EQ(result.counts[0], 2u);
    EXPECT_EQ(result.counts[75], 1u);
    EXPECT_EQ(result.counts[99], 1u);
    EXPECT_EQ(result.outside, 2u);
    for (const ElementType type : kElements) {
        const auto values = make_values(type, Distribution::uniform, 10007, 3);
        const HistogramOptions options{.type = type, .bins = 99};
        expect_same(counted(values, {.histogram = options}), values, options, to_string(type));
    }
}

TEST_F(HistogramCall, CountsPartByPartIfMemoryIsShort) {
    // The context enforces the limit, so an allocation beyond it fails.
    ContextOptions wanted = test_options();
    wanted.memory_limit = kLittleMemory;
    ValidatedContext context(wanted);
    for (const HistogramMethod* method : histogram_methods()) {
        Runner own = take(Runner::create(*context));
        const HistogramOptions options{
            .type = ElementType::u16, .bins = 1000, .method = method->name, .blocks = 7, .threads = 64};
        const auto bytes = make_values(options.type, Distribution::uniform, 200'003, 3);
        const HistogramResult result =
            take(histogram(own, std::as_bytes(std::span(bytes)), {.histogram = options}), method->name);
        EXPECT_GT(result.parts, 3u);
        EXPECT_LE(result.report.device_bytes, kLittleMemory);
        EXPECT_EQ(result.report.device_bytes, context->peak_memory()) << method->name;
        expect_same(result, bytes, options, method->name);
        context->reset_peak_memory();
    }
}

TEST_F(HistogramCall, ObeysTheLimitOfTheCallToo) {
    const HistogramOptions options{.type = ElementType::f64, .bins = 100};
    const auto bytes = make_values(options.type, Distribution::uniform, 50'003, 3);
    HistogramCallOptions call{.histogram = options};
    call.call.memory_limit = kLittleMemory;
    const HistogramResult result = counted(bytes, call);
    EXPECT_GT(result.parts, 3u);
    EXPECT_LE(result.report.device_bytes, kLittleMemory);
    expect_same(result, bytes, options, "f64");
    call.call.memory_limit = 1000;
    EXPECT_ERROR(histogram(runner(), std::as_bytes(std::span(bytes)), call), ErrorCode::too_large);
}

TEST_F(HistogramCall, ReportsItsProgressAndTimes) {
    const auto bytes = make_values(ElementType::u16, Distribution::zipf, 200'003, 3);
    std::vector<double> fractions;
    HistogramCallOptions call{.histogram = {.bins = 100}};
    call.call.memory_limit = kLittleMemory;
    call.call.progress = [&](double fraction) { fractions.push_back(fraction); };
    call.call.repeat = 3;
    call.call.warm_up = true;
    const HistogramResult result = counted(bytes, call);
    expect_same(result, bytes, call.histogram, "repeated");
    EXPECT_GT(result.parts, 3u);
    EXPECT_GT(fractions.size(), 2 * 3u);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_GT(fractions.front(), 0.0);
    EXPECT_LT(fractions.front(), 0.5);
    EXPECT_EQ(fractions.back(), 1.0);
    EXPECT_EQ(result.report.gpu_milliseconds.size(), 3u);
    for (const double milliseconds : result.report.gpu_milliseconds) {
        EXPECT_GT(milliseconds, 0.0);
    }
    EXPECT_GT(result.report.upload_milliseconds, 0.0);
    EXPECT_GT(result.report.download_milliseconds, 0.0);
    EXPECT_FALSE(result.report.spans.empty());
    call.call.repeat = 0;
    EXPECT_ERROR(histogram(runner(), std::as_bytes(std::span(bytes)), call), ErrorCode::invalid_argument);
}

TEST_F(HistogramCall, EndsWhenItIsCancelled) {
    const auto bytes = make_values(ElementType::u16, Distribution::uniform, 200'003, 3);
    std::stop_source stop;
    HistogramCallOptions call{.histogram = {.bins = 100}};
    call.call.memory_limit = kLittleMemory;
    call.call.cancel = stop.get_token();
    double last = 0;
    call.call.progress = [&](double fraction) {
        last = fraction;
        if (fraction > 0.3) {
            stop.request_stop();
        }
    };
    EXPECT_ERROR(histogram(runner(), std::as_bytes(std::span(bytes)), call), ErrorCode::cancelled);
    EXPECT_LT(last, 0.9);
}

TEST_F(HistogramCall, TakesTheRangeFromTheData) {
    const std::vector<float> samples{3, NAN, -1, 7, HUGE_VALF};
    HistogramCallOptions call{.histogram = {.bins = 4}, .range_of_data = true};
    const HistogramResult result = take(histogram(runner(), std::span(samples), call));
    EXPECT_EQ(result.rule.range, (HistogramRange{-1, 7}));
    EXPECT_EQ(result.counts, (std::vector<std::uint64_t>{1, 0, 1, 1}));
    EXPECT_EQ(result.outside, 2u);
    const std::vector<double> none{NAN};
    EXPECT_EQ(take(histogram(runner(), std::span(none), call)).outside, 1u);
    const std::vector<std::int64_t> same(5, -77);
    EXPECT_EQ(take(histogram(runner(), std::span(same), call)).counts, (std::vector<std::uint64_t>{5, 0, 0, 0}));
}

TEST_F(HistogramCall, TakesAnEmptyInput) {
    for (const HistogramMethod* method : histogram_methods()) {
        const HistogramResult result = counted({}, {.histogram = {.bins = 10, .method = method->name}});
        EXPECT_EQ(result.counts, std::vector<std::uint64_t>(10));
        EXPECT_EQ(result.count, 0u);
        EXPECT_EQ(result.report.gpu_milliseconds.size(), 1u);
    }
}

TEST_F(HistogramCall, CountsWhatAReaderGives) {
    const HistogramOptions options{.type = ElementType::u32, .bins = 77};
    const auto bytes = make_values(options.type, Distribution::uniform, 30'011, 3);
    HistogramCallOptions call{.histogram = options};
    call.call.memory_limit = kLittleMemory;
    for (const std::size_t step : {1021u, 4096u, 1'000'000u}) {
        std::size_t at = 0;
        const HistogramReader read = [&](std::span<std::byte> room) -> Result<std::size_t> {
            const std::size_t count = std::min({room.size(), step, bytes.size() - at});
            std::memcpy(room.data(), bytes.data() + at, count);
            at += count;
            return count;
        };
        const HistogramResult result = take(histogram(runner(), read, call), "reader");
        EXPECT_GT(result.parts, 1u);
        expect_same(result, bytes, options, "steps of " + std::to_string(step));
    }
    int turns = 0;
    const HistogramReader odd = [&](std::span<std::byte>) -> Result<std::size_t> { return turns++ == 0 ? 7u : 0u; };
    EXPECT_ERROR(histogram(runner(), odd, call), ErrorCode::invalid_argument);
    const HistogramReader broken = [](std::span<std::byte>) -> Result<std::size_t> {
        return Error{ErrorCode::driver, "the disk is gone", "disk"};
    };
    EXPECT_ERROR(histogram(runner(), broken, call), ErrorCode::driver);
    const HistogramReader empty = [](std::span<std::byte>) -> Result<std::size_t> { return std::size_t{0}; };
    EXPECT_EQ(take(histogram(runner(), empty, call)).count, 0u);
    call.range_of_data = true;
    EXPECT_ERROR(histogram(runner(), empty, call), ErrorCode::invalid_argument);
}

TEST_F(HistogramCall, NamesTheFieldThatItRefuses) {
    const auto refused = [](const auto& result, const char* where) {
        ASSERT_ERROR(result, ErrorCode::invalid_argument) << where;
        EXPECT_EQ(result.error().where, where) << result.error().message;
    };
    const std::vector<std::uint8_t> bytes(12);
    const std::vector<std::uint32_t> words{5, 3};
    const std::vector<float> floats(12);
    const auto called = [&](const HistogramCallOptions& call) { return histogram(runner(), std::span(bytes), call); };
    refused(called({.rows = HistogramRows{13, 1, 13}}), "rows");
    // Rows of four bytes: a row does not have five, and there is no fourth row.
    for (const auto& [rows, beyond] : {std::pair{HistogramRows{5, 1, 4}, "exceeds a row, which has 4 bytes"},
                                       {HistogramRows{4, 2, 4, 0, 2}, "exceeds the 12 bytes that are given"}}) {
        const auto gathered = gather_rows(std::as_bytes(std::span(bytes)), {.type = ElementType::u8}, rows);
        refused(gathered, "rows");
        EXPECT_NE(gathered.error().message.find(beyond), std::string::npos) << gathered.error().message;
    }
    refused(called({.offsets = words}), "offsets");
    refused(called({.offsets = std::span(words).first(1)}), "offsets");
    refused(called({.histogram = {.segments = 3}, .offsets = words}), "offsets");
    refused(called({.weights = words}), "weights");
    refused(called({.weights = words, .float_weights = floats}), "weights");
    refused(called({.call = {.repeat = 0}}), "repeat");
    refused(HistogramCounter::create(runner(), {.range_of_data = true}), "range_of_data");
    refused(HistogramCounter::create(runner(), {.rows = HistogramRows{}}), "rows");
    refused(HistogramCounter::create(runner(), {.weights = words}), "weights");
    const HistogramReader empty = [](std::span<std::byte>) -> Result<std::size_t> { return std::size_t{0}; };
    const HistogramCallPlan of_nothing = take(plan_histogram_call({}, 0, runner().context().profile()));
    refused(histogram(runner(), empty, {}, of_nothing), "plan");
    refused(histogram(runner(), empty, {.call = {.repeat = 2}}), "repeat");
    refused(histogram(runner(), std::as_bytes(std::span(bytes)).first(7), {}), "values");
}

TEST_F(HistogramCall, RefusesMorePixelsThanWeights) {
    const std::vector<std::uint32_t> weights{7, 8, 9};
    const std::vector<std::byte> pair{std::byte{1}, std::byte{4}};
    HistogramCounter counter = take(HistogramCounter::create(
        runner(), {.histogram = {.type = ElementType::u8}, .weights = weights}, weights.size()));
    ASSERT_OK(counter.add(pair));
    const auto beyond = counter.add(pair);
    ASSERT_ERROR(beyond, ErrorCode::invalid_argument);
    EXPECT_EQ(beyond.error().where, "weights");
    // Earlier counts are still there.
    const HistogramResult result = take(counter.finish());
    EXPECT_EQ(result.counts[1], 7u);
    EXPECT_EQ(result.counts[4], 8u);
    EXPECT_EQ(result.count, 2u);
}

TEST_F(HistogramCall, CountsWhileTheCallerReusesItsMemory) {
    for (const HistogramMethod* method : histogram_methods()) {
        const HistogramOptions options{.type = ElementType::u16, .bins = 300, .method = method->name, .threads = 64};
        HistogramCallOptions call{.histogram = options};
        call.call.memory_limit = kLittleMemory;
        std::vector<double> fractions;
        call.call.progress = [&](double fraction) { fractions.push_back(fraction); };
        // Adds spans of many lengths. Each span is overwritten as soon as add() has returned.
        const auto bytes = make_values(options.type, Distribution::sorted, 150'001, 3);
        HistogramCounter counter = take(HistogramCounter::create(runner(), call, bytes.size() / 2));
        SplitMix64 random(5);
        for (std::size_t at = 0; at < bytes.size();) {
            const std::size_t size = std::min<std::size_t>(2 * random.below(20'000), bytes.size() - at);
            std::vector<std::uint8_t> part(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                                           bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
            ASSERT_OK(counter.add(std::as_bytes(std::span(part))));
            std::fill(part.begin(), part.end(), std::uint8_t{0xff});
            at += size;
        }
        const HistogramResult result = take(counter.finish());
        EXPECT_GT(result.parts, 3u);
        EXPECT_GT(result.report.gpu_milliseconds.front(), 0.0);
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_EQ(fractions.back(), 1.0);
        expect_same(result, bytes, options, method->name);
    }
}

TEST_F(HistogramCall, ACounterMayBeDestroyedWhileTheDeviceCounts) {
    const auto bytes = make_values(ElementType::u16, Distribution::uniform, 1'000'003, 3);
    const HistogramCallOptions call{.histogram = {.method = "global"}};
    for (int turn = 0; turn < 3; ++turn) {
        HistogramCounter counter = take(HistogramCounter::create(runner(), call));
        ASSERT_OK(counter.add(std::as_bytes(std::span(bytes))));
        EXPECT_ERROR(counter.add(std::as_bytes(std::span(bytes)).first(3)), ErrorCode::invalid_argument);
    }
    expect_same(counted(bytes, call), bytes, call.histogram, "afterwards");
}

TEST(HistogramCallPlan, SplitsAnyNumberOfValues) {
    DeviceProfile profile;
    profile.type = DeviceType::discrete;
    profile.max_workgroup_invocations = 1024;
    profile.max_workgroup_size = {1024, 1024, 64};
    profile.max_storage_range = 0xffffffffu;
    profile.max_allocation = 1ull << 40;
    profile.device_memory = 1ull << 37;
    const HistogramCallOptions u8{.histogram = {.type = ElementType::u8}};
    const HistogramCallPlan many = take(plan_histogram_call(u8, 10'000'000'000u, profile));
    EXPECT_EQ(many.parts, 3u);
    EXPECT_LE(many.part_values, 0xffffffffu);
    EXPECT_GE(many.part_values * many.parts, 10'000'000'000u);
    // If there are several parts, device memory is planned for two of them, otherwise for the single part.
    EXPECT_EQ(many.parts_at_once, 2u);
    EXPECT_EQ(many.values_bytes, 2 * Buffer::rounded(many.part_values));
    const HistogramCallPlan one = take(plan_histogram_call(u8, 1u << 30, profile));
    EXPECT_EQ(one.parts, 1u);
    EXPECT_EQ(one.parts_at_once, 1u);
    EXPECT_EQ(one.values_bytes, 1u << 30);
    HistogramCallOptions tight = u8;
    tight.call.memory_limit = std::uint64_t{3} << 28;
    const HistogramCallPlan split = take(plan_histogram_call(tight, 1u << 30, profile));
    EXPECT_EQ(split.parts_at_once, 2u);
    EXPECT_EQ(split.parts, 3u);
    EXPECT_LE(split.total_bytes(), tight.call.memory_limit);
    EXPECT_EQ(take(plan_histogram_call(u8, std::nullopt, profile)).parts_at_once, 2u);
    // A call with one part keeps as many tables of two-kernel as the remaining memory allows.
    HistogramCallOptions tables{.histogram = {.type = ElementType::u16, .method = "two-kernel", .blocks = 64}};
    tables.call.memory_limit = 2'000'000;
    const HistogramCallPlan few = take(plan_histogram_call(tables, 100'000, profile));
    EXPECT_EQ(few.parts, 1u);
    EXPECT_GT(few.plan.blocks_at_once, 2u);
    EXPECT_LT(few.plan.blocks_at_once, 8u);
    EXPECT_LE(few.total_bytes(), 2'000'000u);
    EXPECT_EQ(take(plan_histogram_call(u8, std::nullopt, profile)).parts, 0u);
    // On a software device, a method whose 1024 invocations read every value reacts to a cancellation within about a
    // second.
    const HistogramCallOptions slow{.histogram = {.type = ElementType::u8, .method = "two-kernel"}};
    EXPECT_EQ(take(plan_histogram_call(slow, 20'000'000, profile)).parts, 1u);
    profile.type = DeviceType::software;
    EXPECT_EQ(take(plan_histogram_call(slow, 20'000'000, profile)).parts, 39u);
    EXPECT_EQ(take(plan_histogram_call(u8, 20'000'000, profile)).parts, 1u);
    EXPECT_ERROR(plan_histogram_call({.histogram = {.bins = 0, .method = "no"}}, 5, profile),
                 ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace vkalgo::test
