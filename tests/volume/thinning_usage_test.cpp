// The code of docs/thinning.md, compiled and run: tests/docs/snippets_test.cpp compares the two line for line.
#include "algorithms/volume/skeleton_graph.hpp"
#include "algorithms/volume/thinning.hpp"
#include "algorithms/volume/thinning_call.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/volume/topology.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

Result<double> longest_vessel(vkalgo::Runner& runner, const vkalgo::VolumeShape& shape,
                              const std::vector<std::uint8_t>& mask) {
    VKALGO_TRY(const auto bits, vkalgo::pack_voxels(shape, vkalgo::ElementType::u8, std::as_bytes(std::span(mask))));
    VKALGO_TRY(const auto thinned, vkalgo::thin(runner, shape, bits, {.radius = true, .spacing = {0.5, 0.5, 2}}));
    VKALGO_TRY(const auto graph,
               vkalgo::skeleton_graph(
                   {.shape = shape, .bits = thinned.skeleton, .radius = thinned.radius, .spacing = {0.5, 0.5, 2}}));
    double longest = 0;
    for (const vkalgo::SkeletonBranch& branch : graph.branches) {
        longest = std::max(longest, branch.length);
    }
    return longest;
}

Result<void> thin_within(vkalgo::Recorder& recorder, const vkalgo::Thinning& thinning, const vkalgo::VolumeShape& shape,
                         const vkalgo::BufferView& volume, const vkalgo::BufferView& skeleton,
                         const vkalgo::BufferView& scratch) {
    return thinning.record(recorder, shape,
                           {.volume = volume, .skeleton = skeleton, .scratch = scratch, .rounds = {.count = 32}});
}

}  // namespace

class ThinningUsage : public DeviceTest {};

TEST_F(ThinningUsage, MeasuresAVesselAsTheDocumentationShows) {
    Solid vessel({60, 20, 20});
    for (std::uint32_t z = 5; z < 12; ++z) {
        for (std::uint32_t y = 5; y < 12; ++y) {
            for (std::uint32_t x = 3; x < 57; ++x) {
                vessel.at(x, y, z) = 1;
            }
        }
    }
    std::vector<std::uint8_t> mask;
    for (std::uint32_t z = 0; z < 20; ++z) {
        for (std::uint32_t y = 0; y < 20; ++y) {
            for (std::uint32_t x = 0; x < 60; ++x) {
                mask.push_back(vessel.at(x, y, z) != 0 ? 7 : 0);
            }
        }
    }
    EXPECT_EQ(take(pack_voxels(vessel.shape, ElementType::u8, std::as_bytes(std::span(mask)))), vessel.bits());
    EXPECT_ERROR(pack_voxels(vessel.shape, ElementType::u16, std::as_bytes(std::span(mask))),
                 ErrorCode::invalid_argument);
    const auto longest = longest_vessel(runner(), vessel.shape, mask);
    ASSERT_OK(longest);
    EXPECT_GT(*longest, 20);
    EXPECT_LT(*longest, 32);
}

TEST_F(ThinningUsage, RecordsAsTheDocumentationShows) {
    const Solid cube({20, 20, 20}, 1);
    const Thinning thinning = take(Thinning::create(context(), {}));
    const Buffer volume = upload(runner(), cube.bits());
    const Buffer skeleton = take(Buffer::create(context(), {.size = volume.size()}));
    const Buffer scratch =
        take(Buffer::create(context(), {.size = take(Thinning::scratch(cube.shape, {}, context().profile())).bytes}));
    ASSERT_OK(runner().run([&](Recorder& recorder) {
        return thin_within(recorder, thinning, cube.shape, volume.view(), skeleton.view(), scratch.view());
    }));
    EXPECT_LT(Solid::of(cube.shape, read_back<std::uint32_t>(runner(), skeleton.view())).count(), 100u);
}

}  // namespace vkalgo::test
