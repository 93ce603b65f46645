// The easy call; and the code of docs/scan.md, compiled and run: tests/docs/snippets_test.cpp compares the page with
// this file line for line.
#include "algorithms/scan/scan_call.hpp"
#include "tests/scan/scanning.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<std::vector<std::uint32_t>> offsets_of(vkalgo::Runner& runner, const std::vector<std::uint32_t>& lengths) {
    VKALGO_TRY(const auto scanned,
               vkalgo::scan(runner, std::span(lengths), {.scan = {.kind = vkalgo::ScanKind::exclusive}}));
    std::vector<std::uint32_t> offsets = scanned.values;  // where each part begins ...
    offsets.push_back(scanned.total);                     // ... and where the last one ends
    return offsets;
}

Result<void> record_offsets(vkalgo::Recorder& recorder, const vkalgo::Scan& scan, vkalgo::BufferView lengths,
                            vkalgo::BufferView scratch, vkalgo::BufferView total, std::uint64_t count) {
    // Made once: vkalgo::Scan::create(context, {.kind = vkalgo::ScanKind::exclusive}), and scratch as big as
    // vkalgo::Scan::scratch(...) says.
    return scan.record(recorder, {.values = lengths,
                                  .results = lengths,  // in place
                                  .scratch = scratch,
                                  .count = count,
                                  .total = total});
}

}  // namespace

class ScanUsage : public DeviceTest {};

TEST_F(ScanUsage, FindsOffsetsAsTheDocumentationShows) {
    EXPECT_EQ(take(offsets_of(runner(), {3, 1, 4, 1, 5})), (std::vector<std::uint32_t>{0, 3, 4, 8, 9, 14}));
    const Scan scan = take(Scan::create(context(), {.kind = ScanKind::exclusive}));
    const Buffer lengths = upload(runner(), std::vector<std::uint32_t>(5000, 2));
    const Buffer total = take(Buffer::create(context(), {.size = 4}));
    const ScratchNeed need = take(Scan::scratch({scan.options(), 5000}, context().profile()));
    const Buffer scratch = take(Buffer::create(context(), {.size = need.bytes}));
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return record_offsets(recorder, scan, lengths.view(), scratch.view(), total.view(), 5000);
    }));
    EXPECT_EQ(read_back<std::uint32_t>(runner(), total.view())[0], 10000u);
    EXPECT_EQ(read_back<std::uint32_t>(runner(), lengths.view())[4999], 9998u);
}

TEST_F(ScanUsage, ScansPartByPartIfMemoryIsShort) {
    for (const bool segmented : {false, true}) {
        for (const ScanKind kind : kScanKinds) {
            const ScanOptions options{.type = ElementType::i64, .kind = kind, .segmented = segmented};
            ScanInput input = make_scan_input(options, 100'003, 1, 20000);
            std::vector<double> fractions;
            ScanCallOptions call{.scan = options, .heads = input.heads};
            call.call.memory_limit = 500'000;
            // A segment begins at the beginning of the second part.
            const ScanCallPlan plan = take(plan_scan_call(call, input.count, context().profile()));
            input.heads[plan.part_elements / 32] |= 1u;
            const ScanOutput expected =
                take(scan_reference(std::as_bytes(std::span(input.values)), input.heads, options));
            call.call.repeat = 2;
            call.call.progress = [&](double fraction) { fractions.push_back(fraction); };
            const ScanBytes got = take(scan_in_place(runner(), std::as_writable_bytes(std::span(input.values)), call));
            EXPECT_GT(got.parts, 2u);
            EXPECT_EQ(got.parts, plan.parts);
            EXPECT_EQ(got.total, expected.total);
            EXPECT_EQ(std::memcmp(input.values.data(), expected.results.data(), expected.results.size()), 0);
            EXPECT_EQ(got.report.gpu_milliseconds.size(), 2u);
            EXPECT_LE(got.report.device_bytes, 500'000u);
            EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
            EXPECT_EQ(fractions.back(), 1.0);
        }
    }
}

TEST_F(ScanUsage, IgnoresNaNInMinAndMaxAndKeepsItInSums) {
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN(), kInfinite = std::numeric_limits<float>::infinity();
    const std::vector<float> values{kNaN, -kNaN, 3, kNaN, 1, 5};
    const auto scanned = [&](ScanOperator op, ScanKind kind) {
        return take(scan(runner(), std::span<const float>(values), {.scan = {.op = op, .kind = kind}}));
    };
    const auto least = scanned(ScanOperator::min, ScanKind::inclusive);
    EXPECT_EQ(least.values, (std::vector<float>{kInfinite, kInfinite, 3, 3, 1, 1}));
    EXPECT_EQ(least.total, 1);
    const auto most = scanned(ScanOperator::max, ScanKind::exclusive);
    EXPECT_EQ(most.values, (std::vector<float>{-kInfinite, -kInfinite, -kInfinite, 3, 3, 3}));
    EXPECT_EQ(most.total, 5);
    const std::vector<float> none(1000, kNaN);
    const auto nothing = take(scan(runner(), std::span<const float>(none), {.scan = {.op = ScanOperator::max}}));
    EXPECT_EQ(nothing.values, std::vector<float>(1000, -kInfinite));
    EXPECT_EQ(nothing.total, -kInfinite);

    const std::vector<float> summed{1, 2, kNaN, 4, kInfinite, 6, -kInfinite, 8};
    const std::vector<std::uint32_t> heads{1u << 0 | 1u << 3};
    const auto sums =
        take(scan(runner(), std::span<const float>(summed), {.scan = {.segmented = true}, .heads = heads}));
    EXPECT_EQ((std::vector<float>{sums.values[0], sums.values[1], sums.values[3], sums.values[4], sums.values[5]}),
              (std::vector<float>{1, 3, 4, kInfinite, kInfinite}));
    for (const std::size_t at : {2U, 6U, 7U}) {
        EXPECT_TRUE(std::isnan(sums.values[at])) << at;
    }
    EXPECT_TRUE(std::isnan(sums.total));
}

TEST_F(ScanUsage, ScansAnEmptyInputAndStopsOnCancellation) {
    const auto none = take(scan(runner(), std::span<const float>(), {.scan = {.op = ScanOperator::max}}));
    EXPECT_TRUE(none.values.empty());
    EXPECT_EQ(none.total, -std::numeric_limits<float>::infinity());
    std::stop_source stop;
    stop.request_stop();
    const std::vector<std::uint32_t> some(10, 1);
    ScanCallOptions cancelled;
    cancelled.call.cancel = stop.get_token();
    EXPECT_ERROR(scan(runner(), std::span(some), cancelled), ErrorCode::cancelled);
    EXPECT_ERROR(scan(runner(), std::span(some), {.scan = {.segmented = true}}), ErrorCode::invalid_argument);
    ScanCallOptions poor;
    poor.call.memory_limit = 64;
    EXPECT_ERROR(scan(runner(), std::span(some), poor), ErrorCode::too_large);
}

TEST_F(ScanUsage, MakesHeadsOfOffsets) {
    EXPECT_EQ(take(scan_heads(std::vector<std::uint64_t>{0, 5, 5, 32}, 40)), (std::vector<std::uint32_t>{33, 1}));
    EXPECT_ERROR(scan_heads(std::vector<std::uint64_t>{5, 4}, 40), ErrorCode::invalid_argument);
    EXPECT_ERROR(scan_heads(std::vector<std::uint64_t>{40}, 40), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
