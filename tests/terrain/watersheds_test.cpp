// Compares watersheds on the device with the reference.
#include "algorithms/terrain/watersheds.hpp"

#include "engine/descriptors.hpp"
#include "shaders/terrain/terrain.h"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/terrain/terrains.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

struct Labelling {
    Labelling(Runner& runner, const TerrainGrid& of, const std::vector<FlowCode>& directions,
              const std::vector<std::uint32_t>& given)
        : grid(of),
          plain(directions),
          marks(given),
          codes(runner, padded(directions)),
          outlets(runner, given),
          labels(runner, 4 * of.cells()),
          scratch(runner, take(Watersheds::scratch(of, runner.context().profile())).bytes) {}

    static std::vector<FlowCode> padded(std::vector<FlowCode> codes) {
        codes.resize(flow_codes_bytes(codes.size()), 1);
        return codes;
    }
    WatershedArguments arguments(const RoundRange& rounds = {}) const {
        return {.codes = codes.view(),
                .outlets = marks.empty() ? BufferView{} : outlets.view(),
                .labels = labels.view(),
                .scratch = scratch.view(),
                .rounds = rounds};
    }
    void expect() const {
        EXPECT_NE(scratch.values<std::uint32_t>(1)[VKALGO_TERRAIN_DONE], 0u);
        EXPECT_EQ(labels.values<std::uint32_t>(plain.size()), watersheds_reference(plain, grid, marks));
        for (const GuardedBuffer* buffer : {&codes, &outlets, &labels, &scratch}) {
            buffer->expect_intact();
        }
    }

    TerrainGrid grid;
    std::vector<FlowCode> plain;
    std::vector<std::uint32_t> marks;
    GuardedBuffer codes, outlets, labels, scratch;
};

class TerrainWatersheds : public DeviceTest {};

/// Returns a mark for each of `count` cells: 1 to 6 for an outlet with that label, otherwise 0. Some outlets share a
/// label.
std::vector<std::uint32_t> some_outlets(std::size_t count, std::uint64_t seed) {
    std::vector<std::uint32_t> marks = random_words(count, seed, 200);
    for (std::uint32_t& mark : marks) {
        mark = mark < 7 ? mark : 0;
    }
    return marks;
}

}  // namespace

TEST_F(TerrainWatersheds, EqualTheReference) {
    const Watersheds watersheds = take(Watersheds::create(context()));
    for (const auto& [width, height] :
         {std::pair{1u, 1u}, {1u, 200u}, {301u, 1u}, {2u, 3u}, {64u, 63u}, {127u, 129u}, {97u, 101u}}) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height) + ", seed " + std::to_string(seed));
            const TerrainGrid grid{width, height};
            const auto codes = random_directions(grid, seed);
            const auto marks = seed == 1 ? std::vector<std::uint32_t>{} : some_outlets(codes.size(), seed);
            const Labelling labelling(runner(), grid, codes, marks);
            if (seed < 3) {
                ASSERT_OK(runner().run(
                    [&](Recorder& recorder) { return watersheds.record(recorder, grid, labelling.arguments()); }));
            } else {
                for (std::uint32_t first = 0; first < Watersheds::rounds(grid); first += 3) {
                    ASSERT_OK(runner().run([&](Recorder& recorder) {
                        return watersheds.record(recorder, grid, labelling.arguments({first, 3, true}));
                    }));
                }
            }
            labelling.expect();
        }
    }
}

TEST_F(TerrainWatersheds, AreFoundTwiceInOneCommandBufferAndInAForeignOne) {
    const TerrainGrid grid{70, 50};
    const auto codes = random_directions(grid, 4);
    {
        const Watersheds watersheds = take(Watersheds::create(context()));
        const Labelling one(runner(), grid, codes, {}), other(runner(), grid, codes, some_outlets(codes.size(), 1));
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(watersheds.record(recorder, grid, one.arguments()));
            return watersheds.record(recorder, grid, other.arguments());
        }));
        one.expect();
        other.expect();
    }
    ForeignDevice foreign;
    auto adopted = take(Context::adopt(foreign.host()));
    Runner own = take(Runner::create(*adopted));
    DescriptorArena arena(*adopted);
    const Watersheds watersheds = take(Watersheds::create(*adopted));
    const Labelling labelling(own, grid, codes, {});
    foreign.run([&](VkCommandBuffer commands) {
        Recorder recorder(*adopted, commands, arena);
        EXPECT_OK(watersheds.record(recorder, grid, labelling.arguments()));
    });
    EXPECT_OK(arena.reset());
    labelling.expect();
}

TEST_F(TerrainWatersheds, NeverFinishIfWaterFlowsInACircle) {
    const Watersheds watersheds = take(Watersheds::create(context()));
    const TerrainGrid grid{2, 1};
    const Labelling labelling(runner(), grid, {1, 5}, {});
    ASSERT_OK(
        runner().run([&](Recorder& recorder) { return watersheds.record(recorder, grid, labelling.arguments()); }));
    EXPECT_EQ(labelling.scratch.values<std::uint32_t>(1)[VKALGO_TERRAIN_DONE], 0u);
}

TEST_F(TerrainWatersheds, RefuseInvalidArguments) {
    const Watersheds watersheds = take(Watersheds::create(context()));
    const TerrainGrid grid{20, 20};
    const Labelling labelling(runner(), grid, random_directions(grid, 1), some_outlets(400, 1));
    const auto refused = [&](const Watersheds& by, const WatershedArguments& arguments) {
        EXPECT_ERROR(runner().run([&](Recorder& recorder) { return by.record(recorder, grid, arguments); }),
                     ErrorCode::invalid_argument);
    };
    WatershedArguments arguments = labelling.arguments();
    arguments.labels = arguments.outlets;
    refused(watersheds, arguments);
    arguments = labelling.arguments();
    arguments.scratch = {};
    refused(watersheds, arguments);
    refused(Watersheds(), labelling.arguments());
    EXPECT_ERROR(Watersheds().access(grid, labelling.arguments()), ErrorCode::invalid_argument);
    const WatershedAccess access = take(watersheds.access(grid, labelling.arguments()));
    EXPECT_NE(access.labels.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
    EXPECT_ERROR(Watersheds::scratch({1u << 16, 1u << 16}, context().profile()), ErrorCode::too_large);
    DeviceProfile few_groups = context().profile();
    few_groups.max_workgroup_count = {2, 1, 1};
    const auto refused_groups = Watersheds::scratch({1024, 1024}, few_groups);
    ASSERT_ERROR(refused_groups, ErrorCode::too_large);
    EXPECT_NE(refused_groups.error().message.find("workgroups, but a dispatch of this device has at most 2"),
              std::string::npos)
        << refused_groups.error().message;
    ASSERT_OK(runner().run([&](Recorder& recorder) { return watersheds.record(recorder, {0, 4}, {}); }));
}

}  // namespace vkalgo::test
