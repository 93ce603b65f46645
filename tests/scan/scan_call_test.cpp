// Tests the warm-up, progress, cancellation and plans of the easy call (its results: usage_test.cpp).
#include "algorithms/scan/scan_call.hpp"

#include "engine/clock.hpp"
#include "tests/scan/scanning.hpp"

#include <algorithm>
#include <chrono>
#include <stop_token>

#include <gtest/gtest.h>

namespace vkalgo::test {

namespace {

class ScanCalls : public DeviceTest {
protected:
    static Result<ScanBytes> scanned(const ScanCallOptions& options, const ScanInput& input) {
        std::vector<std::uint8_t> values = input.values;
        auto result = scan_in_place(runner(), std::as_writable_bytes(std::span(values)), options);
        if (result) {
            const ScanOutput expected =
                take(scan_reference(std::as_bytes(std::span(input.values)), input.heads, options.scan), "reference");
            EXPECT_EQ(std::memcmp(values.data(), expected.results.data(), values.size()), 0);
            EXPECT_EQ(result->total, expected.total);
        }
        return result;
    }
};

}  // namespace

TEST_F(ScanCalls, ReportTheirProgressWithinAPart) {
    const ScanInput input = make_scan_input({}, 100'003, 1);
    for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{500'000}}) {
        std::vector<double> fractions;
        ScanCallOptions call;
        call.call.memory_limit = limit;
        call.call.progress = [&](double fraction) { fractions.push_back(fraction); };
        call.call.repeat = 2;
        call.call.warm_up = true;
        const ScanBytes result = take(scanned(call, input));
        EXPECT_EQ(result.parts > 1, limit != 0);
        EXPECT_EQ(fractions.size(), 5 * result.parts);
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_GT(fractions.front(), 0.0);
        EXPECT_LT(fractions.front(), 0.3 / static_cast<double>(result.parts));
        EXPECT_EQ(fractions.back(), 1.0);
        EXPECT_EQ(result.report.gpu_milliseconds.size(), 2u);
    }
}

TEST_F(ScanCalls, EndWithinAPartWhenTheyAreCancelled) {
    const ScanInput input = make_scan_input({}, 100'003, 1);
    for (const int after : {1, 2, 3}) {
        std::stop_source stop;
        int calls = 0;
        ScanCallOptions call;
        call.call.cancel = stop.get_token();
        call.call.repeat = 2;
        call.call.progress = [&](double fraction) {
            EXPECT_LT(fraction, 0.9);
            if (++calls == after) {
                stop.request_stop();
            }
        };
        EXPECT_ERROR(scanned(call, input), ErrorCode::cancelled);
        EXPECT_EQ(calls, after);
    }
}

TEST_F(ScanCalls, WarmUpAsLongAsTheDeviceNeeds) {
    // The runner warms up for one second on a GPU, and not at all on a software device.
    ScanCallOptions call;
    call.call.warm_up = true;
    const ScanInput input = make_scan_input({}, 1'003, 1);
    const auto start = std::chrono::steady_clock::now();
    take(scanned(call, input));
    const double took = milliseconds_since(start);
    EXPECT_GE(took, runner().warm_up_milliseconds());
}

TEST(ScanCallPlans, OfADeviceWithoutBuffersAreRefused) {
    DeviceProfile profile;
    profile.max_workgroup_invocations = 128;
    profile.max_workgroup_size = {128, 128, 64};
    profile.max_storage_range = UINT32_MAX;
    for (const std::uint64_t bytes : {0U, 16U, 100U}) {
        profile.max_allocation = bytes;
        const auto plan = plan_scan_call({}, 1000, profile);
        ASSERT_FALSE(plan) << bytes;
        EXPECT_EQ(plan.error().code, ErrorCode::too_large);
        EXPECT_EQ(plan.error().where, "count") << "a higher memory_limit does not help";
    }
}

TEST(ScanCallPlans, CutLargeInputsIntoPartsOfEqualSize) {
    DeviceProfile profile;
    profile.max_workgroup_invocations = 128;
    profile.max_workgroup_size = {128, 128, 64};
    profile.max_storage_range = UINT32_MAX;
    profile.max_allocation = 1ull << 40;
    for (const DeviceType type : {DeviceType::software, DeviceType::discrete}) {
        profile.type = type;
        const std::uint64_t most = scan_part_bytes(profile) / 8;
        const ScanCallOptions options{.scan = {.type = ElementType::u64, .segmented = true}};
        EXPECT_EQ(take(plan_scan_call(options, most, profile)).parts, 1u);
        const ScanCallPlan plan = take(plan_scan_call(options, 2 * most + 5, profile));
        EXPECT_EQ(plan.parts, 3u);
        EXPECT_EQ(plan.part_elements % 32, 0u);
        EXPECT_LT(plan.part_elements, most * 3 / 4);
        EXPECT_GE(plan.part_elements * 3, 2 * most + 5);
    }
}

}  // namespace vkalgo::test
