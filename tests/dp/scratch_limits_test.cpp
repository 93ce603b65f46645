// What plans say of devices whose limits they exceed, and of small workgroups. Tested without a device.
#include "algorithms/dp/solve.hpp"
#include "tests/dp/large_gpu.hpp"
#include "tests/dp/problem_support.hpp"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

/// A method, and an instance whose scratch memory takes more than 256 KiB.
struct ScratchCase {
    const char* method;
    const char* problem;
    GeneratorOptions sizes;
};

Result<std::unique_ptr<MethodPlan>> plan_of_case(const ScratchCase& each, const DeviceProfile& profile) {
    const RecurrenceHeader& header = builtin(each.problem).header;
    PlanRequest request;
    request.header = &header;
    request.stage = header.stage;
    request.shape = vkalgo::test::take(shape_of(header, outlined(each.problem, each.sizes), request.stage));
    return make_plan(request, profile, each.method);
}

TEST(ScratchLimits, AreNamedByTheMessagesOfPlansThatExceedThem) {
    constexpr std::uint64_t kLimit = 1U << 18;
    const ScratchCase cases[] = {
        {"stage", "align-local", {400'000, 400'000, 1, {}}},
        {"tile", "lcs", {400'000, 400'000, 1, {}}},
        {"bit-parallel", "lcs", {10'000'000, 10'000'000, 1, {}}},
        {"rows", "binomial", {400'000, 400'000, 1, {}}},
        {"segments", "matrix-chain", {5000, 5000, 1, {}}},
        {"row-all", "stagecoach", {1, 1, 1, {{"nodes", std::uint64_t{40'000}}}}},
        {"scan", "integer-knapsack", {100, 100, 1, {{"capacity", std::uint64_t{1} << 20}}}},
    };
    for (const ScratchCase& each : cases) {
        for (const bool one_binding : {true, false}) {
            DeviceProfile profile = large_gpu();
            profile.buffer_device_address = true;
            (one_binding ? profile.max_storage_range : profile.max_allocation) = kLimit;
            const auto plan = plan_of_case(each, profile);
            ASSERT_ERROR(plan, ErrorCode::too_large);
            const std::string& message = plan.error().message;
            const std::string begin = "method " + std::string(each.method) + " needs ";
            ASSERT_TRUE(message.starts_with(begin)) << message;
            EXPECT_GT(std::stoull(message.substr(begin.size())), kLimit) << message;
            EXPECT_TRUE(message.ends_with(one_binding
                                              ? ", but one storage buffer of this device holds at most 262144"
                                              : " of scratch memory in all, but one buffer of this device holds at "
                                                "most 262144"))
                << message;
        }
    }
}

TEST(StageSummary, HasTheCellsOfTheDevicesWorkgroups) {
    DeviceProfile small = large_gpu();
    small.max_workgroup_invocations = 128;
    const auto plan = vkalgo::test::take(plan_of_case({"stage", "lcs", {100, 100, 1, {}}}, small));
    EXPECT_NE(plan->summary.find(" 128 cells per workgroup"), std::string::npos) << plan->summary;
}

}  // namespace
}  // namespace vkalgo::dp::test
