// How method `rows` divides a table, tested without a device.
#include "algorithms/dp/methods/rows/rows_plan.hpp"

#include "algorithms/dp/solve.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

DeviceProfile gpu_with_addresses() {
    DeviceProfile profile;
    profile.type = DeviceType::discrete;
    profile.max_workgroup_invocations = 1024;
    profile.shared_memory = 48U << 10;
    profile.max_storage_range = UINT32_MAX;
    profile.max_allocation = std::uint64_t{4} << 30;
    profile.device_memory = std::uint64_t{140} << 30;
    profile.processors = 132;
    profile.int64 = profile.buffer_device_address = true;
    return profile;
}

PlanRequest question_of(std::int64_t n, std::uint64_t capacity, Keep keep) {
    GeneratorOptions draw{n, n, 1, {}};
    draw.params["capacity"] = capacity;
    PlanRequest request;
    request.header = &builtin("knapsack").header;
    request.stage = request.header->stage;
    request.shape = take(shape_of(*request.header, generated("knapsack", draw), request.stage));
    request.keep = keep;
    return request;
}

TEST(RowsPlan, IsChosenForLargeTablesAndStoresOneBitPerCell) {
    for (const Keep keep : {Keep{}, Keep{.solution = true}}) {
        const PlanRequest request = question_of(1024, 1U << 20, keep);
        const auto plan = take(make_plan(request, gpu_with_addresses()));
        EXPECT_STREQ(plan->method->name, "rows");
        EXPECT_LE(device_bytes(*plan, request.shape), 1024ULL * (1U << 20) / 8 + (64U << 20));
        EXPECT_NE(plan->summary.find("dispatches of 32 rows"), std::string::npos) << plan->summary;
    }
    EXPECT_STREQ(take(make_plan(question_of(10, 6, {}), gpu_with_addresses()))->method->name, "stage");
    EXPECT_STREQ(take(make_plan(question_of(1024, 1U << 20, {.table = false}), gpu_with_addresses()))->method->name,
                 "rows");
}

TEST(RowsPlan, NamesNoMoreRowsAndColumnsThanASmallTableHas) {
    const std::vector<std::uint32_t> ones{1, 1};
    PlanRequest request;
    request.header = &builtin("knapsack").header;
    request.stage = request.header->stage;
    request.shape =
        take(shape_of(*request.header, {{"weight", ones}, {"profit", ones}, {"capacity", 3U}}, request.stage));
    const auto plan = take(make_plan(request, gpu_with_addresses(), "rows"));
    EXPECT_TRUE(plan->summary.starts_with("1 dispatch of 3 rows; each workgroup of ")) << plan->summary;
    EXPECT_NE(plan->summary.find(" computes 4 columns and, before and after them, 3 and 0 more"), std::string::npos)
        << plan->summary;
}

TEST(RowsPlan, TakesFewerRowsIfTheReachIsLarger) {
    for (const std::int64_t before : {0, 1, 100, 1000, 6000, 11'000}) {
        const RowsTask task{.rows = 1000, .columns = 1 << 20, .before = before};
        const RowsShape shape = take(choose_rows(task, gpu_with_addresses(), nullptr));
        EXPECT_EQ(shape.width, shape.span() - shape.rows * before);
        EXPECT_LE(static_cast<std::uint64_t>(shape.span()) * shape.buffers * 4, gpu_with_addresses().shared_memory);
        EXPECT_TRUE(before < 6000 || shape.rows == 1) << before;
    }
    const RowsTask far{.rows = 1000, .columns = 1 << 20, .before = 13'000};
    ASSERT_ERROR(choose_rows(far, gpu_with_addresses(), nullptr), ErrorCode::unsupported);
}

// Expects the least number of columns per workgroup with which 132 workgroups, one per processor, cover the table.
TEST(RowsPlan, TakesFewInvocationsOfManyColumnsForALargeTable) {
    for (const std::uint32_t bits : {0U, 1U}) {
        const RowsTask task{.rows = 1025, .columns = (1 << 20) + 1, .before = 100, .decision_bits = bits};
        const RowsShape shape = take(choose_rows(task, gpu_with_addresses(), nullptr));
        EXPECT_EQ(shape.workgroup, 512U);
        EXPECT_EQ(shape.cells, 22U);
        EXPECT_EQ(shape.buffers, 1U);
        EXPECT_EQ(shape.rows, 32);
        EXPECT_LE((task.columns + shape.width - 1) / shape.width, 132);
    }
}

TEST(RowsPlan, FitsSmallDevices) {
    for (const std::uint32_t most : {64U, 128U, 256U, 512U, 1024U}) {
        for (const std::uint32_t shared : {16U << 10, 32U << 10}) {
            DeviceProfile small = gpu_with_addresses();
            small.max_workgroup_invocations = most;
            small.shared_memory = shared;
            for (const std::uint32_t cell_bytes : {4U, 8U, 16U}) {
                const RowsTask task{
                    .rows = 100, .columns = 1 << 20, .before = 20, .after = 3, .cell_bytes = cell_bytes};
                const RowsShape shape = take(choose_rows(task, small, nullptr));
                EXPECT_LE(shape.workgroup, most);
                EXPECT_LT(static_cast<std::uint64_t>(shape.span()) * shape.buffers * cell_bytes, shared);
            }
        }
    }
}

TEST(RowsPlan, TakesMoreRowsIfDecisionsNeedMuchMemory) {
    // With 4 columns for each of 1,024 invocations and a reach of 100, dispatches of 8 rows take the least time. A word
    // then has the decisions of only 8 rows, so each takes 4 bits.
    DeviceProfile software = gpu_with_addresses();
    software.type = DeviceType::software;
    software.processors = 2;
    const PlanRequest request = question_of(1000, 1'000'000, {.solution = true});
    const auto wide = take(make_plan(request, software, "rows"));
    const std::uint64_t bits = 1000ULL * 1'000'000 / 8;
    EXPECT_GT(device_bytes(*wide, request.shape), 2 * bits);
    software.max_storage_range = 128U << 20;
    const auto narrow = take(make_plan(request, software, "rows"));
    EXPECT_LT(device_bytes(*narrow, request.shape), bits + (20U << 20));
    software.max_storage_range = UINT32_MAX;
    const auto limited = take(make_plan(request, software, "rows", 160U << 20));
    EXPECT_LT(device_bytes(*limited, request.shape), 160U << 20);
}

TEST(RowsPlan, SaysWhatDoesNotFit) {
    DeviceProfile small = gpu_with_addresses();
    small.max_storage_range = 1U << 20;
    const auto refused = make_plan(question_of(1000, 1U << 17, {.solution = true}), small, "rows");
    ASSERT_ERROR(refused, ErrorCode::too_large);
    EXPECT_EQ(refused.error().where, "solution");
    EXPECT_NE(refused.error().message.find("for its decisions"), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace vkalgo::dp::test
