// Plans of a table that several devices share: pure arithmetic, no device.
#include "algorithms/dp/multi_device.hpp"
#include "tests/dp/large_gpu.hpp"
#include "tests/dp/problem_support.hpp"

#include <algorithm>
#include <tuple>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

Result<MultiDevicePlan> planned(const char* name, std::int64_t n, std::size_t devices, const std::string& method = {}) {
    VKALGO_TRY(const Instance outline, outline_instance(builtin(name).header, {n, n, 1, {}}));
    MultiDeviceOptions options;
    options.method = method;
    const std::vector<DeviceProfile> profiles(devices, large_gpu());
    return plan_multi_device(builtin(name).header, outline, options, profiles);
}

/// Returns the predicted seconds of the slowest device.
double slowest(const MultiDevicePlan& plan) {
    double seconds = 0;
    for (const SolvePlan& part : plan.devices) {
        seconds = std::max(seconds, part.run->run_seconds);
    }
    return seconds;
}

TEST(MultiDevicePlans, AreRefusedForDevicesThatAreNotAlike) {
    const Instance outline = take(outline_instance(builtin("lcs").header, {100'000, 100'000, 1, {}}));
    std::vector<DeviceProfile> profiles(3, large_gpu());
    profiles[2].processors = 16;
    MultiDeviceOptions options;
    options.method = "tile";
    const auto plan = plan_multi_device(builtin("lcs").header, outline, options, profiles);
    ASSERT_ERROR(plan, ErrorCode::unsupported);
    EXPECT_EQ(plan.error().where, "runners");
    EXPECT_NE(plan.error().message.find("device 2 (gpu): "), std::string::npos) << plan.error().message;
}

TEST(MultiDevicePlans, AreRefusedWhereNoMethodSharesATable) {
    const auto knapsack = planned("knapsack", 1000, 2);
    ASSERT_ERROR(knapsack, ErrorCode::unsupported);
    EXPECT_NE(knapsack.error().message.find("bit-parallel, tile"), std::string::npos) << knapsack.error().message;
    ASSERT_ERROR(planned("lcs", 1000, 2, "stage"), ErrorCode::unsupported);
    ASSERT_ERROR(planned("lcs", 1000, 2, "no-such"), ErrorCode::invalid_argument);
}

TEST(MultiDevicePlans, NameTheDeviceThatLacksMemory) {
    const Instance outline = take(outline_instance(builtin("lcs").header, {100'000, 100'000, 1, {}}));
    std::vector<DeviceProfile> profiles(2, large_gpu());
    profiles[1].device_memory = 100'000;
    const auto plan = plan_multi_device(builtin("lcs").header, outline, {}, profiles);
    ASSERT_ERROR(plan, ErrorCode::too_large);
    EXPECT_EQ(plan.error().where, "memory_limit");
    EXPECT_NE(plan.error().message.find("device 1 (gpu): "), std::string::npos) << plan.error().message;
    MultiDeviceOptions options;
    options.call.memory_limit = 1000;
    ASSERT_ERROR(plan_multi_device(builtin("lcs").header, outline, options, profiles), ErrorCode::too_large);
}

TEST(MultiDevicePlans, UseOneDeviceIfThereAreOnlyBaseCells) {
    EXPECT_EQ(take(planned("lcs", 0, 3)).devices.size(), 1U);
    EXPECT_EQ(take(planned("lcs", 1, 3)).devices.size(), 3U);
}

// `part` bounds the time of two devices, as a fraction of the time of one. The fraction is a little more than a half,
// except for `bit-parallel` with a million columns: there a strip takes so long that a device with half of the strips
// ends only a little sooner than a device with all of them.
TEST(MultiDevicePlans, TwoDevicesTakeAFractionOfTheTimeThatOneTakesForLargeTables) {
    for (const auto& [method, n, part] : {std::tuple{"bit-parallel", 1'000'000, 0.9},
                                          {"tile", 1'000'000, 0.62},
                                          {"bit-parallel", 5'000'000, 0.55},
                                          {"tile", 4'000'000, 0.58}}) {
        for (const char* name : {"lcs", "edit-distance"}) {
            const MultiDevicePlan one = take(planned(name, n, 1, method));
            const MultiDevicePlan two = take(planned(name, n, 2, method));
            ASSERT_EQ(two.devices.size(), 2U);
            EXPECT_LT(slowest(two), part * slowest(one))
                << name << ' ' << n << ": " << two.devices.front().run->summary;
        }
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
