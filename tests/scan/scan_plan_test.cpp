#include "algorithms/scan/scan_method.hpp"
#include "algorithms/scan/scan_tuning.hpp"
#include "tests/support/device_fixture.hpp"

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

DeviceProfile large_gpu() {
    DeviceProfile gpu;
    gpu.type = DeviceType::discrete;
    gpu.max_workgroup_invocations = 1024;
    gpu.max_workgroup_size = {1024, 1024, 64};
    gpu.shared_memory = 48u << 10;
    gpu.max_storage_range = UINT32_MAX;
    gpu.max_allocation = 1ull << 40;
    gpu.subgroup_size = gpu.min_subgroup_size = gpu.max_subgroup_size = 32;
    gpu.subgroup_shuffle = gpu.subgroup_ballot = gpu.subgroup_arithmetic = gpu.int64 = gpu.int64_atomics = true;
    gpu.memory_model_device_scope = gpu.cross_workgroup_progress = gpu.subgroup_size_control = true;
    return gpu;
}

std::string_view chosen(const DeviceProfile& profile, std::uint64_t count, ScanOptions options = {}) {
    return take(plan_scan({std::move(options), count}, profile)).method_name();
}

}  // namespace

TEST(ScanPlans, LookBackOnlyIfTheProfileAllowsIt) {
    EXPECT_EQ(chosen(large_gpu(), 1 << 25), "look-back");
    EXPECT_EQ(chosen(large_gpu(), (1 << 25) - 1), "reduce-then-scan");
    EXPECT_EQ(chosen(large_gpu(), 1 << 21, {.segmented = true}), "look-back");
    EXPECT_EQ(chosen(large_gpu(), 1 << 25, {.type = ElementType::u64}), "look-back");
    EXPECT_EQ(chosen(large_gpu(), (1 << 25) - 1, {.type = ElementType::u64}), "reduce-then-scan");
    EXPECT_EQ(chosen(large_gpu(), 1), "reduce-then-scan");
    for (bool DeviceProfile::*need :
         {&DeviceProfile::cross_workgroup_progress, &DeviceProfile::int64, &DeviceProfile::int64_atomics,
          &DeviceProfile::memory_model_device_scope, &DeviceProfile::subgroup_shuffle, &DeviceProfile::subgroup_ballot,
          &DeviceProfile::subgroup_arithmetic}) {
        DeviceProfile lesser = large_gpu();
        lesser.*need = false;
        EXPECT_EQ(chosen(lesser, 1 << 25), "reduce-then-scan");
        if (need != &DeviceProfile::cross_workgroup_progress) {
            EXPECT_ERROR(plan_scan({{.method = "look-back"}, 1 << 25}, lesser), ErrorCode::unsupported);
        }
    }
}

TEST(ScanPlans, RelyOnFullSubgroupsOnlyIfTheirSizeCanBeRequired) {
    EXPECT_FALSE(scan_tuning({}, large_gpu()).shared_lanes);
    DeviceProfile lesser = large_gpu();
    lesser.subgroup_size_control = false;
    EXPECT_TRUE(scan_tuning({}, lesser).shared_lanes);
    DeviceProfile few = large_gpu();
    few.max_workgroup_subgroups = 2;
    EXPECT_TRUE(scan_tuning({}, few).shared_lanes);
}

TEST(ScanPlans, NameWhatLookBackNeeds) {
    DeviceProfile lesser = large_gpu();
    lesser.memory_model_device_scope = false;
    const auto plan = plan_scan({{.method = "look-back"}, 100}, lesser);
    ASSERT_ERROR(plan, ErrorCode::unsupported);
    for (const char* need :
         {"64-bit integers", "64-bit atomics", "subgroup shuffles", "ballots", "arithmetic", "memory model"}) {
        EXPECT_NE(plan.error().message.find(need), std::string::npos) << need;
    }
}

TEST(ScanPlans, CutTilesAsTheirMethodRequires) {
    const auto tile = [](const char* method, bool segmented, std::uint64_t count) {
        return take(plan_scan({{.segmented = segmented, .method = method}, count}, large_gpu())).tile_elements;
    };
    EXPECT_GT(tile("look-back", false, 1000), tile("reduce-then-scan", false, 1000));
    EXPECT_EQ(tile("look-back", true, 1000), tile("reduce-then-scan", true, 1000));
    EXPECT_EQ(tile("auto", false, 1000), tile("reduce-then-scan", false, 1000));
    EXPECT_EQ(tile("auto", false, 1 << 26), tile("look-back", false, 1 << 26));
    EXPECT_EQ(scan_tuning({}, large_gpu()).vectors, scan_tuning({.method = "look-back"}, large_gpu()).vectors);
}

TEST(ScanPlans, AddF64OnlyIfTheDeviceHasIt) {
    DeviceProfile without = large_gpu();
    without.float64 = false;
    EXPECT_ERROR(plan_scan({{.type = ElementType::f64}, 10}, without), ErrorCode::unsupported);
    EXPECT_OK(plan_scan({{.type = ElementType::f64, .op = ScanOperator::min}, 10}, without));
    without.float64 = true;
    EXPECT_OK(plan_scan({{.type = ElementType::f64}, 10}, without));
}

TEST(ScanPlans, DoNotLookBackForReproducibleSums) {
    DeviceProfile able = large_gpu();
    able.float64 = true;
    EXPECT_EQ(chosen(large_gpu(), 1 << 25, {.type = ElementType::f32}), "look-back");
    EXPECT_EQ(chosen(large_gpu(), 1 << 25, {.type = ElementType::f32, .reproducible = true}), "reduce-then-scan");
    EXPECT_EQ(chosen(able, 1 << 26, {.type = ElementType::f64}), "look-back");
    EXPECT_EQ(chosen(able, 1 << 26, {.type = ElementType::f64, .reproducible = true}), "reduce-then-scan");
    EXPECT_EQ(chosen(large_gpu(), 1 << 25, {.op = ScanOperator::max, .reproducible = true}), "look-back");
    EXPECT_ERROR(
        plan_scan({{.type = ElementType::f32, .reproducible = true, .method = "look-back"}, 1 << 20}, large_gpu()),
        ErrorCode::unsupported);
}

TEST(ScanPlans, RefuseUnknownMethods) {
    EXPECT_ERROR(plan_scan({{.type = ElementType::u8}, 10}, large_gpu()), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_scan({{.method = "quickly"}, 10}, large_gpu()), ErrorCode::invalid_argument);
    EXPECT_EQ(scan_method_names(), (std::vector<std::string_view>{"look-back", "reduce-then-scan"}));
}

TEST(ScanPlans, ScanMoreThanTwoToThe32ElementsInAlignedWindows) {
    for (const char* method : {"look-back", "reduce-then-scan"}) {
        const std::uint64_t count = (1ull << 33) + 12345;
        const ScanPlan plan = take(plan_scan({{.segmented = true, .method = method}, count}, large_gpu()));
        EXPECT_GE(plan.windows, 9u);
        EXPECT_EQ(plan.window_tiles * plan.tile_elements * 4 % 256, 0u);
        EXPECT_EQ(plan.window_tiles * plan.tile_elements / 8 % 256, 0u);
        EXPECT_LE(plan.window_tiles * plan.tile_elements * 4, large_gpu().max_storage_range);
        EXPECT_GE(plan.window_tiles * plan.windows, plan.tiles);
        EXPECT_EQ(plan.heads_bytes, (count + 31) / 32 * 4);
    }
}

TEST(ScanPlans, KeepLoopsWithinTheDevicesBudget) {
    DeviceProfile limited = large_gpu();
    limited.type = DeviceType::software;
    limited.subgroup_size = 8;
    limited.max_loop_iterations = 65535;
    limited.cross_workgroup_progress = false;
    for (const char* method : {"look-back", "reduce-then-scan"}) {
        for (const ElementType type : {ElementType::u32, ElementType::u64}) {
            for (std::uint64_t count = 1; count < 1ull << 31; count *= 7) {
                const ScanPlan plan = take(plan_scan({{.type = type, .method = method}, count}, limited));
                EXPECT_LE(plan.loop_iterations, 65535u) << method << " " << count;
            }
        }
    }
}

}  // namespace vkalgo::test
