#include "algorithms/volume/volume_topology.hpp"

#include "tests/support/device_fixture.hpp"
#include "tests/volume/topology.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

void expect_counted(const Solid& solid) {
    const Topology expected = topology_of(solid);
    const VolumeTopology found = take(volume_topology(solid.shape, solid.bits()));
    EXPECT_EQ(found.objects, expected.objects);
    EXPECT_EQ(found.cavities, expected.cavities);
    EXPECT_EQ(found.euler, expected.euler);
}

TEST(VolumeTopologyTest, EqualsFloodingAndCountingCells) {
    std::uint64_t seed = 1;
    for (const VolumeShape& shape :
         {VolumeShape{1, 1, 1}, VolumeShape{31, 7, 3}, VolumeShape{32, 8, 8}, VolumeShape{33, 9, 5},
          VolumeShape{97, 11, 1}, VolumeShape{64, 1, 13}, VolumeShape{1, 17, 19}, VolumeShape{65, 12, 10}}) {
        for (const std::uint32_t percent : {0u, 3u, 30u, 60u, 90u, 98u, 100u}) {
            for (const std::uint32_t grain : {1u, 3u}) {
                SCOPED_TRACE(std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " +
                             std::to_string(shape.z) + ", " + std::to_string(percent) + "%");
                expect_counted(random_solid(shape, seed++, percent, grain));
            }
        }
    }
}

TEST(VolumeTopologyTest, OfAShellAndOfARingIsKnown) {
    Solid shell({40, 5, 5}, 1);
    shell.at(20, 2, 2) = 0;
    EXPECT_EQ(take(volume_topology(shell.shape, shell.bits())).cavities, 1u);
    EXPECT_EQ(take(volume_topology(shell.shape, shell.bits())).tunnels(), 0);
    Solid ring({3, 3, 1}, 1);
    ring.at(1, 1, 0) = 0;
    EXPECT_EQ(take(volume_topology(ring.shape, ring.bits())), (VolumeTopology{1, 0, 0}));
    EXPECT_EQ(take(volume_topology(ring.shape, ring.bits())).tunnels(), 1);
}

TEST(VolumeTopologyTest, RefusesAWrongNumberOfWords) {
    EXPECT_ERROR(volume_topology({40, 2, 2}, std::vector<std::uint32_t>(7)), ErrorCode::invalid_argument);
    EXPECT_EQ(take(volume_topology({0, 4, 4}, {})), VolumeTopology{});
}

}  // namespace
}  // namespace vkalgo::test
