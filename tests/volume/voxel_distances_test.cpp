// Distances from every voxel that is set to the nearest voxel that is not set.
#include "algorithms/volume/voxel_distances.hpp"

#include "tests/support/device_fixture.hpp"
#include "tests/volume/topology.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

class VoxelDistance : public DeviceTest {
protected:
    /// Measures all set voxels and compares the distances with brute force.
    void expect_right(const Solid& solid, const std::array<float, 3>& spacing) {
        std::vector<VoxelPosition> positions;
        std::vector<double> wanted;
        for (std::uint32_t z = 0; z < solid.shape.z; ++z) {
            for (std::uint32_t y = 0; y < solid.shape.y; ++y) {
                for (std::uint32_t x = 0; x < solid.shape.x; ++x) {
                    if (solid.value(int(x), int(y), int(z)) != 0) {
                        positions.push_back({x, y + solid.shape.y * z});
                        wanted.push_back(radius_of(solid, int(x), int(y), int(z), spacing));
                    }
                }
            }
        }
        const std::vector<std::uint32_t> bits = solid.bits();
        const auto distances = take(VoxelDistances::create(runner().context()));
        const Buffer volume = take(runner().upload_new(std::as_bytes(std::span(bits))));
        const Buffer voxels = take(runner().upload_new(std::as_bytes(std::span(positions))));
        const Buffer found = take(Buffer::create(runner().context(), {.size = positions.size() * sizeof(float)}));
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return distances.record(
                recorder, solid.shape,
                {volume.view(), voxels.view(), found.view(), positions.size(), {spacing[0], spacing[1], spacing[2]}});
        }));
        std::vector<float> radii(positions.size());
        ASSERT_OK(runner().download(found.view(), std::as_writable_bytes(std::span(radii))));
        for (std::size_t k = 0; k < positions.size(); ++k) {
            ASSERT_NEAR(radii[k], wanted[k], 1e-5 * wanted[k])
                << "x " << positions[k].x << ", row " << positions[k].row;
        }
    }
};

/// Returns a volume that is set from x = first to last.
Solid plate(const VolumeShape& shape, int first, int last) {
    Solid solid(shape);
    for (std::uint32_t z = 0; z < shape.z; ++z) {
        for (std::uint32_t y = 0; y < shape.y; ++y) {
            for (int x = first; x <= last; ++x) {
                solid.at(std::uint32_t(x), y, z) = 1;
            }
        }
    }
    return solid;
}

}  // namespace

TEST_F(VoxelDistance, SeesTheNearestVoxelInTheWordToEitherSide) {
    for (const VolumeShape& shape : {VolumeShape{70, 7, 7}, VolumeShape{70, 7, 1}}) {
        // Words of bits meet between x = 31 and 32, and between x = 63 and 64.
        for (const int first : {29, 30, 31, 32, 33, 61, 62, 63, 64}) {
            for (const int thickness : {1, 2, 3, 4}) {
                SCOPED_TRACE(testing::Message() << shape.z << " slices, " << thickness << " from " << first);
                expect_right(plate(shape, first, first + thickness - 1), {1, 1, 1});
            }
        }
    }
}

TEST_F(VoxelDistance, SeesTheNearestVoxelWordsAway) {
    for (const VolumeShape& shape : {VolumeShape{165, 3, 3}, VolumeShape{165, 3, 1}}) {
        // The rows above and below are farther away than the ends of this row.
        expect_right(plate(shape, 30, 130), {0.01f, 1, 1});
        expect_right(plate(shape, 31, 128), {0.01f, 1, 1});
        expect_right(plate(shape, 0, 164), {0.01f, 1, 1});
    }
}

}  // namespace vkalgo::test
