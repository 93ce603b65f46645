// Drainage as part of other recordings, on a device that a host application created, and on devices with fewer
// features.
#include "algorithms/terrain/accumulation_method.hpp"
#include "algorithms/terrain/pit_carving.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/terrain/terrains.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// Records all steps from heights to the network: fill, directions, accumulation. The tiles are small, so that there
/// are several.
class Chain {
public:
    Chain(Context& context, const char* method)
        : options_{.include_self = true, .network = true, .threshold = 20, .method = method},
          tuning_(terrain_tuning(context.profile())) {
        tuning_.threads = 32;
        tuning_.side = 16;
        tuning_.water_side = 16;
        fill_ = take(create_tuned_fill(context, tuning_));
        flow_ = take(create_tuned_flow(context, {}, tuning_));
        accumulation_ = take(create_tuned_accumulation(context, options_, tuning_));
    }

    struct Buffers {
        Buffers(Runner& runner, const Chain& of, const Terrain& from)
            : terrain(from),
              heights(runner, terrain.heights),
              filled(runner, 4 * terrain.grid.cells()),
              codes(runner, flow_codes_bytes(terrain.grid.cells())),
              sums(runner, 4 * terrain.grid.cells()),
              network(runner, flow_codes_bytes(terrain.grid.cells())),
              scratch(runner, of.scratch(terrain.grid, runner.context().profile())) {}

        void expect(const char* what) const {
            SCOPED_TRACE(what);
            const auto surface = fill_reference(terrain.heights, terrain.grid);
            const auto directions = directions_reference(surface, terrain.grid, true);
            EXPECT_EQ(codes.values<FlowCode>(directions.size()), directions);
            const auto expected = take(accumulation_reference(directions, terrain.grid, true));
            EXPECT_EQ(sums.values<std::uint32_t>(expected.size()), expected);
            const auto marked = network.values<std::uint8_t>(expected.size());
            for (std::size_t cell = 0; cell < expected.size(); ++cell) {
                ASSERT_EQ(marked[cell], expected[cell] > 20 ? 1 : 0) << cell;
            }
            for (const GuardedBuffer* buffer : {&heights, &filled, &codes, &sums, &network, &scratch}) {
                buffer->expect_intact();
            }
        }

        Terrain terrain;
        GuardedBuffer heights, filled, codes, sums, network, scratch;
    };

    Result<void> record(Recorder& recorder, const Buffers& buffers) const {
        const TerrainGrid& grid = buffers.terrain.grid;
        // These are far more rounds than these terrains need. Superfluous rounds do nothing.
        VKALGO_CHECK(fill_.record(recorder, grid,
                                  {.heights = buffers.heights.view(),
                                   .filled = buffers.filled.view(),
                                   .scratch = buffers.scratch.view(),
                                   .rounds = {.count = 40}}));
        VKALGO_CHECK(flow_.record(recorder, grid,
                                  {.heights = buffers.filled.view(),
                                   .codes = buffers.codes.view(),
                                   .scratch = buffers.scratch.view(),
                                   .rounds = {.count = 40}}));
        return accumulation_.record(recorder, grid, arguments(buffers));
    }

    static AccumulationArguments arguments(const Buffers& buffers) {
        return {.codes = buffers.codes.view(),
                .sums = buffers.sums.view(),
                .network = buffers.network.view(),
                .scratch = buffers.scratch.view(),
                .rounds = {.count = 250}};
    }
    const FlowAccumulation& accumulation() const { return accumulation_; }
    const FlowDirections& flow() const { return flow_; }
    const DepressionFill& fill() const { return fill_; }

private:
    std::uint64_t scratch(const TerrainGrid& grid, const DeviceProfile& profile) const {
        return std::max({take(tuned_fill_scratch(grid, profile, tuning_)).bytes,
                         take(tuned_flow_scratch(grid, {}, profile, tuning_)).bytes,
                         take(plan_tuned_accumulation(grid, options_, profile, tuning_)).scratch.bytes});
    }

    AccumulationOptions options_;
    TerrainTuning tuning_;
    DepressionFill fill_;
    FlowDirections flow_;
    FlowAccumulation accumulation_;
};

/// With each method, records a chain for two terrains in one command buffer. `narrow`, if given, reduces the profile of
/// the context.
void drain_on(const Narrow& narrow) {
    ContextOptions wanted = test_options();
    wanted.narrow = narrow;
    ValidatedContext context(wanted);
    Runner runner = take(Runner::create(*context));
    for (const std::string_view method : accumulation_method_names()) {
        const std::string name(method);
        const Chain chain(*context, name.c_str());
        const Chain::Buffers first(runner, chain, make_terrain(50, 43, Relief::steps, 1, 50));
        const Chain::Buffers second(runner, chain, make_terrain(31, 65, Relief::hills, 2));
        ASSERT_OK(runner.run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(chain.record(recorder, first));
            return chain.record(recorder, second);
        }));
        first.expect(name.c_str());
        second.expect(name.c_str());
    }
}

}  // namespace

TEST(TerrainEmbedding, DrainsTwiceInOneCommandBuffer) {
    drain_on({});
}

TEST(TerrainEmbedding, DrainsOnADeviceThatAlignsTo256Bytes) {
    drain_on([](DeviceProfile& profile) { profile.storage_offset_alignment = 256; });
}

TEST(TerrainEmbedding, DrainsWithoutPushDescriptorsSubgroupsOrLargeWorkgroups) {
    drain_on([](DeviceProfile& profile) {
        profile.push_descriptors = false;
        profile.subgroup_vote = profile.subgroup_ballot = profile.subgroup_arithmetic = false;
        profile.subgroup_shuffle = profile.subgroup_shuffle_relative = false;
        profile.int8 = profile.int16 = profile.int64 = profile.float16 = profile.float64 = false;
        profile.storage_8bit = profile.storage_16bit = profile.int64_atomics = false;
        profile.max_workgroup_invocations = 128;
        profile.max_workgroup_size = {128, 128, 64};
        profile.shared_memory = 16384;
    });
}

TEST(TerrainEmbedding, DrainsWithTheTuningOfASmallerDevice) {
    ContextOptions wanted = test_options();
    wanted.narrow = [](DeviceProfile& profile) {
        profile.max_workgroup_invocations = 128;
        profile.max_workgroup_size = {128, 128, 64};
        profile.shared_memory = 16384;
    };
    ValidatedContext context(wanted);
    EXPECT_EQ(terrain_tuning(context->profile()).threads, 128u);
    EXPECT_EQ(terrain_tuning(context->profile()).water_side, 32u);
    Runner runner = take(Runner::create(*context));
    const Terrain terrain = make_terrain(70, 81, Relief::hills, 4);
    const DepressionFill fill = take(DepressionFill::create(*context));
    const GuardedBuffer heights(runner, terrain.heights), filled(runner, 4 * terrain.grid.cells());
    const GuardedBuffer scratch(runner, take(DepressionFill::scratch(terrain.grid, context->profile())).bytes);
    ASSERT_OK(runner.run([&](Recorder& recorder) {
        return fill.record(recorder, terrain.grid, {heights.view(), filled.view(), scratch.view()});
    }));
    for (const float& z : terrain.heights) {
        ASSERT_FALSE(std::isnan(z)) << "would not compare";
    }
    EXPECT_EQ(filled.values<float>(terrain.heights.size()), fill_reference(terrain.heights, terrain.grid));
}

TEST(TerrainEmbedding, DrainsInsideAForeignCommandBuffer) {
    for (const bool everything : {false, true}) {
        ForeignDevice foreign({.everything = everything});
        auto context = take(Context::adopt(foreign.host()));
        Runner runner = take(Runner::create(*context));
        DescriptorArena arena(*context);
        for (const std::string_view method : accumulation_method_names()) {
            const std::string name(method);
            const Chain chain(*context, name.c_str());
            const Chain::Buffers buffers(runner, chain, make_terrain(50, 43, Relief::steps, 3, 50));
            foreign.run([&](VkCommandBuffer commands) {
                Recorder recorder(*context, commands, arena);
                EXPECT_OK(chain.record(recorder, buffers));
            });
            EXPECT_OK(arena.reset());
            buffers.expect(name.c_str());
        }
    }
}

class TerrainArguments : public DeviceTest {};

TEST_F(TerrainArguments, OfCarvingAreRefusedOrAccessedAsReported) {
    const TerrainGrid grid{70, 45};
    const Terrain terrain = make_terrain(70, 45, Relief::rough, 2, 80);
    const auto codes = directions_reference(terrain.heights, grid, true);
    const auto ways = directions_reference(fill_reference(terrain.heights, grid), grid, true);
    const PitCarving carving = take(PitCarving::create(context()));
    const std::uint64_t bytes = take(PitCarving::scratch(grid, context().profile())).bytes;
    const auto padded = [](std::vector<FlowCode> all) {
        all.resize(flow_codes_bytes(all.size()), kFlowNoData);
        return all;
    };
    const GuardedBuffer one(runner(), padded(codes)), other(runner(), padded(codes)), out(runner(), padded(ways));
    const GuardedBuffer scratch(runner(), bytes);
    const auto with = [&](const GuardedBuffer& of) {
        return CarvingArguments{.codes = of.view(), .ways = out.view(), .scratch = scratch.view()};
    };
    ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
        VKALGO_CHECK(carving.record(recorder, grid, with(one)));
        return carving.record(recorder, grid, with(other));
    }));
    for (const GuardedBuffer* buffer : {&one, &other}) {
        EXPECT_EQ(buffer->values<FlowCode>(codes.size()), carve_reference(codes, ways, grid));
        buffer->expect_intact();
    }
    scratch.expect_intact();
    EXPECT_NE(scratch.values<std::uint32_t>(1)[0], 0u);
    EXPECT_NE(take(carving.access(grid, with(one))).codes.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
    const auto refused = [&](const PitCarving& by, const CarvingArguments& arguments) {
        EXPECT_ERROR(runner().run([&](Recorder& recorder) { return by.record(recorder, grid, arguments); }),
                     ErrorCode::invalid_argument);
    };
    refused(carving, with(out));
    refused(carving, {.codes = one.view(), .ways = out.view(), .scratch = {}});
    refused(PitCarving(), with(one));
    ASSERT_OK(runner().run([&](Recorder& recorder) { return carving.record(recorder, {0, 1}, {}); }));
}

/// A flat that extends over two parts and has its only outlet in the other part.
TEST_F(TerrainArguments, OfAPartUseTheKnownStepsOfRowsBeyondThePart) {
    // Rows 0 to 5 of a larger grid, of which rows 0 to 2 belong to this part. The flat consists of columns 1 and 2 from
    // row 1 on; the cells around it are higher.
    const TerrainGrid grid{4, 6};
    std::vector<float> level(24, 1.0F);
    for (std::size_t row = 0; row < 6; ++row) {
        level[4 * row] = level[4 * row + 3] = 9;
    }
    level[1] = level[2] = 9;
    const FlowDirections flow = take(FlowDirections::create(context()));
    const GuardedBuffer heights(runner(), level), codes(runner(), flow_codes_bytes(24)), found(runner(), 64);
    const GuardedBuffer scratch(runner(), take(FlowDirections::scratch(grid, {}, context().profile())).bytes);
    constexpr std::uint32_t kFar = FlatSeams::kFar;
    // In row 3, cells 1 and 2 are 5 and 7 steps from the outlet, and touch the walls.
    std::vector<std::uint32_t> steps(16, kFar);
    steps[8 + 1] = 5;
    steps[8 + 2] = 7;
    steps[12 + 1] = steps[12 + 2] = 1;
    const GuardedBuffer known(runner(), steps);
    const FlowArguments arguments{.heights = heights.view(),
                                  .codes = codes.view(),
                                  .scratch = scratch.view(),
                                  .seams = {.below = 3, .known = known.view(), .found = found.view()}};
    ASSERT_OK(runner().run([&](Recorder& recorder) { return flow.record(recorder, grid, arguments); }));
    const auto out = found.values<std::uint32_t>(16);
    EXPECT_EQ(std::vector<std::uint32_t>(out.begin() + 8, out.end()),
              (std::vector<std::uint32_t>{kFar, 6, 6, kFar, kFar, 1, 1, kFar}));
    const auto ways = codes.values<FlowCode>(12);
    EXPECT_EQ(ways[4 + 1], 3);
    EXPECT_EQ(ways[8 + 1], 3);
    EXPECT_EQ(ways[8 + 2], 4) << "south-west, where the way out is nearest";
    found.expect_intact();
    known.expect_intact();
    const auto access = take(flow.access(grid, arguments));
    EXPECT_NE(access.known.first.access & VK_ACCESS_SHADER_READ_BIT, 0u);
    EXPECT_NE(access.found.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
}

TEST_F(TerrainArguments, AreAccessedAsADryRecordingReports) {
    const Chain chain(context(), "auto");
    const Chain::Buffers buffers(runner(), chain, make_terrain(20, 20, Relief::steps, 1));
    const auto sums = take(chain.accumulation().access(buffers.terrain.grid, Chain::arguments(buffers)));
    EXPECT_NE(sums.codes.first.access & VK_ACCESS_SHADER_READ_BIT, 0u);
    EXPECT_NE(sums.sums.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
    EXPECT_NE(sums.scratch.first.access & VK_ACCESS_TRANSFER_WRITE_BIT, 0u);
    EXPECT_EQ(sums.weights.first.access, 0u);
    const auto fill = take(chain.fill().access(
        buffers.terrain.grid,
        {.heights = buffers.heights.view(), .filled = buffers.filled.view(), .scratch = buffers.scratch.view()}));
    EXPECT_NE(fill.filled.first.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
    const auto flow = take(chain.flow().access(
        buffers.terrain.grid,
        {.heights = buffers.heights.view(), .codes = buffers.codes.view(), .scratch = buffers.scratch.view()}));
    EXPECT_NE(flow.codes.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
}

TEST_F(TerrainArguments, AreRefusedIfTheyAreInvalid) {
    const Chain chain(context(), "auto");
    const Chain::Buffers buffers(runner(), chain, make_terrain(20, 20, Relief::steps, 1));
    const TerrainGrid& grid = buffers.terrain.grid;
    const BufferView heights = buffers.heights.view(), filled = buffers.filled.view(), codes = buffers.codes.view();
    const BufferView scratch = buffers.scratch.view();
    const auto refused = [&](const auto& algorithm, const auto& arguments) {
        EXPECT_ERROR(runner().run([&](Recorder& recorder) { return algorithm.record(recorder, grid, arguments); }),
                     ErrorCode::invalid_argument);
    };
    refused(chain.fill(), FillArguments{{}, filled, scratch});
    refused(chain.fill(), FillArguments{heights, filled.slice(0, 1596), scratch});
    refused(chain.fill(), FillArguments{heights, heights, scratch});
    refused(chain.fill(), FillArguments{heights, filled, scratch.slice(0, 256)});
    refused(chain.flow(), FlowArguments{.heights = heights, .codes = codes});
    refused(chain.flow(), FlowArguments{.heights = heights, .codes = heights, .scratch = scratch});
    refused(chain.flow(),
            FlowArguments{.heights = heights, .codes = codes, .row_weights = codes.slice(0, 16), .scratch = scratch});
    // Refuses seams that leave the grid no rows of its own, and steps that are missing, too few or overwritten.
    const std::uint64_t steps = 16 * std::uint64_t{grid.width};
    const auto refused_seams = [&](const FlatSeams& seams) {
        refused(chain.flow(), FlowArguments{.heights = heights, .codes = codes, .scratch = scratch, .seams = seams});
    };
    refused_seams({.above = 19, .known = heights, .found = filled});
    refused_seams({.below = 0, .known = heights, .found = filled});
    refused_seams({.above = 5, .below = 6, .known = heights, .found = filled});
    const auto outside = runner().run([&](Recorder& recorder) {
        return chain.flow().record(recorder, grid,
                                   {.heights = heights,
                                    .codes = codes,
                                    .scratch = scratch,
                                    .seams = {.above = 19, .known = heights, .found = filled}});
    });
    ASSERT_ERROR(outside, ErrorCode::invalid_argument);
    EXPECT_NE(outside.error().message.find("`above` is 19 and `below` is kNone"), std::string::npos)
        << outside.error().message;
    refused_seams({.above = 2, .known = heights});
    refused_seams({.above = 2, .known = heights.slice(0, steps - 16), .found = filled});
    refused_seams({.above = 2, .known = filled, .found = filled});
    AccumulationArguments arguments = Chain::arguments(buffers);
    arguments.network = {};
    refused(chain.accumulation(), arguments);
    arguments = Chain::arguments(buffers);
    arguments.sums = arguments.codes;
    refused(chain.accumulation(), arguments);
    refused(DepressionFill(), FillArguments{heights, filled, scratch});
    refused(FlowDirections(), FlowArguments{.heights = heights, .codes = codes, .scratch = scratch});
    refused(FlowAccumulation(), Chain::arguments(buffers));
    EXPECT_ERROR(DepressionFill().access(grid, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(FlowDirections().access(grid, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(FlowAccumulation().access(grid, {}), ErrorCode::invalid_argument);
}

}  // namespace vkalgo::test
