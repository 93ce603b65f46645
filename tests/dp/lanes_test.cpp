// Tests when lanes exchange values within subgroups, from profiles alone.
#include "algorithms/dp/method/lanes.hpp"

#include "algorithms/dp/method/team.hpp"
#include "algorithms/dp/methods/packed_f16/packed_f16_numbers.hpp"
#include "algorithms/dp/methods/tile/tile_shape.hpp"
#include "tests/dp/large_gpu.hpp"
#include "tests/support/device_fixture.hpp"

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

DeviceProfile without_size_control() {
    DeviceProfile gpu = large_gpu();
    gpu.subgroup_size_control = false;
    return gpu;
}

// Without a required size, drivers may run 8 of 32 lanes together (Intel), or fill subgroups only in part.
TEST(Lanes, AreASubgroupOnlyIfItsSizeCanBeRequired) {
    EXPECT_FALSE(choose_team_lanes(large_gpu(), 0).shared);
    EXPECT_EQ(choose_team_lanes(large_gpu(), 0).count, 32U);
    EXPECT_TRUE(choose_team_lanes(large_gpu(), 16).shared);
    EXPECT_TRUE(choose_team_lanes(without_size_control(), 0).shared);
    const TileNeeds needs{.rows = 100'000, .columns = 100'000, .persistent = true};
    EXPECT_FALSE(choose_tile_shape(large_gpu(), needs).shared_lanes);
    EXPECT_TRUE(choose_tile_shape(without_size_control(), needs).shared_lanes);
}

TEST(Lanes, OfASoftwareDeviceAreASubgroupThatIsAlwaysFull) {
    DeviceProfile software = without_size_control();
    software.type = DeviceType::software;
    software.subgroup_size = 8;
    EXPECT_FALSE(choose_team_lanes(software, 0).shared);
    EXPECT_EQ(choose_team_lanes(software, 0).count, 8U);
}

TEST(Lanes, FormNoMoreTeamsThanAWorkgroupMayHaveSubgroups) {
    DeviceProfile gpu = large_gpu();
    EXPECT_EQ(choose_teams(gpu, {32, false}, 4), 4U);
    EXPECT_EQ(choose_teams(gpu, {32, true}, 4), 1U);
    gpu.max_workgroup_subgroups = 3;
    EXPECT_EQ(choose_teams(gpu, {32, false}, 4), 2U);
    EXPECT_LE(choose_tile_shape(gpu, {.rows = 1'000'000, .columns = 1'000'000, .persistent = true}).workgroup(), 96U);
    gpu.max_workgroup_subgroups = 0;
    gpu.max_workgroup_invocations = 64;
    EXPECT_EQ(choose_teams(gpu, {32, false}, 4), 2U);
}

TEST(Lanes, ThatShareTheTermsOfACellAreNearOnlyInFullSubgroups) {
    const TeamTask task{.cells = 1000, .terms = 64};
    EXPECT_GT(choose_team(task, large_gpu(), nullptr).near, 1U);
    EXPECT_EQ(choose_team(task, large_gpu(), nullptr).required_subgroup_size, 32U);
    EXPECT_EQ(choose_team(task, without_size_control(), nullptr).near, 1U);
    EXPECT_EQ(choose_team(task, without_size_control(), nullptr).required_subgroup_size, 0U);
}

TEST(Lanes, OfPackedF16NeedFullSubgroups) {
    DeviceProfile gpu = large_gpu();
    gpu.float16 = true;
    gpu.max_storage_buffers = 16;
    EXPECT_OK(check_packed_f16_device(gpu, 8));
    gpu.subgroup_size_control = false;
    EXPECT_ERROR(check_packed_f16_device(gpu, 8), ErrorCode::unsupported);
}

}  // namespace
}  // namespace vkalgo::dp::test
