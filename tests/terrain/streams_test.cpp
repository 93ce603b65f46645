// Compares Strahler's orders on the device with the reference.
#include "algorithms/terrain/flow_accumulation_plan.hpp"
#include "algorithms/terrain/stream_order.hpp"
#include "algorithms/terrain/terrain_tuning.hpp"
#include "engine/descriptors.hpp"
#include "shaders/terrain/terrain.h"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/terrain/terrains.hpp"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

struct Ordering {
    Ordering(Runner& runner, const TerrainGrid& of, const TerrainTuning& tuning, const std::vector<FlowCode>& given,
             const std::vector<std::uint8_t>& network_of)
        : grid(of),
          plain(given),
          marks(network_of),
          codes(runner, padded(given)),
          network(runner, padded(network_of)),
          orders(runner, 4 * of.cells()),
          scratch(runner, take(tuned_stream_scratch(of, runner.context().profile(), tuning)).bytes) {}

    static std::vector<std::uint8_t> padded(std::vector<std::uint8_t> bytes) {
        bytes.resize(flow_codes_bytes(bytes.size()), 1);
        return bytes;
    }
    StreamArguments arguments(const RoundRange& rounds) const {
        return {.codes = codes.view(),
                .network = marks.empty() ? BufferView{} : network.view(),
                .orders = orders.view(),
                .scratch = scratch.view(),
                .rounds = rounds};
    }
    bool done() const { return scratch.values<std::uint32_t>(1)[VKALGO_TERRAIN_DONE] != 0; }
    void expect() const {
        EXPECT_TRUE(done());
        EXPECT_EQ(orders.values<std::uint32_t>(plain.size()), streams_reference(plain, grid, marks));
        for (const GuardedBuffer* buffer : {&codes, &network, &orders, &scratch}) {
            buffer->expect_intact();
        }
    }

    TerrainGrid grid;
    std::vector<FlowCode> plain;
    std::vector<std::uint8_t> marks;
    GuardedBuffer codes, network, orders, scratch;
};

class TerrainStreams : public DeviceTest {
protected:
    static TerrainTuning small_tiles() {
        TerrainTuning tuning = terrain_tuning(context().profile());
        tuning.threads = 32;
        tuning.side = 8;
        tuning.iterations = 2;
        return tuning;
    }
    /// Returns 255 for each cell whose water exceeds a threshold, otherwise 0, like a network.
    static std::vector<std::uint8_t> network_of(const std::vector<FlowCode>& codes, const TerrainGrid& grid) {
        const auto sums = take(accumulation_reference(codes, grid, true));
        std::vector<std::uint8_t> network(codes.size());
        std::transform(sums.begin(), sums.end(), network.begin(), [](std::uint32_t sum) { return sum > 3 ? 255 : 0; });
        return network;
    }
};

}  // namespace

TEST_F(TerrainStreams, HaveTheOrdersOfTheReference) {
    for (const auto& [width, height] :
         {std::pair{1u, 1u}, {1u, 130u}, {131u, 1u}, {2u, 3u}, {8u, 8u}, {64u, 63u}, {65u, 129u}, {97u, 101u}}) {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height) + ", seed " + std::to_string(seed));
            const TerrainGrid grid{width, height};
            const TerrainTuning tuning = seed == 1 ? terrain_tuning(context().profile()) : small_tiles();
            const StreamOrder order = take(create_tuned_streams(context(), tuning));
            const auto codes = random_directions(grid, seed);
            const Ordering ordering(runner(), grid, tuning, codes,
                                    seed == 2 ? std::vector<std::uint8_t>{} : network_of(codes, grid));
            for (std::uint32_t first = 0; first < StreamOrder::rounds(grid); first += 20) {
                ASSERT_OK(runner().run([&](Recorder& recorder) {
                    return order.record(recorder, grid, ordering.arguments({first, 20, true}));
                }));
                if (ordering.done()) {
                    break;
                }
            }
            ordering.expect();
        }
    }
}

TEST_F(TerrainStreams, AreOrderedTwiceInOneCommandBufferAndInAForeignOne) {
    const TerrainGrid grid{70, 50};
    const auto codes = random_directions(grid, 4);
    {
        const StreamOrder order = take(create_tuned_streams(context(), small_tiles()));
        const Ordering one(runner(), grid, small_tiles(), codes, {});
        const Ordering other(runner(), grid, small_tiles(), codes, network_of(codes, grid));
        ASSERT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
            VKALGO_CHECK(order.record(recorder, grid, one.arguments({.count = 60})));
            return order.record(recorder, grid, other.arguments({.count = 60}));
        }));
        one.expect();
        other.expect();
    }
    ForeignDevice foreign;
    auto adopted = take(Context::adopt(foreign.host()));
    Runner own = take(Runner::create(*adopted));
    DescriptorArena arena(*adopted);
    const StreamOrder order = take(StreamOrder::create(*adopted));
    const Ordering ordering(own, grid, terrain_tuning(adopted->profile()), codes, {});
    foreign.run([&](VkCommandBuffer commands) {
        Recorder recorder(*adopted, commands, arena);
        EXPECT_OK(order.record(recorder, grid, ordering.arguments({.count = 60})));
    });
    EXPECT_OK(arena.reset());
    ordering.expect();
}

TEST_F(TerrainStreams, AreFollowedThroughATileThatTakesManyRounds) {
    TerrainTuning tuning = small_tiles();
    tuning.side = 32;
    tuning.iterations = 1;
    const Terrain terrain = make_spiral(32);
    const auto codes = directions_reference(terrain.heights, terrain.grid, true);
    const StreamOrder order = take(create_tuned_streams(context(), tuning));
    const Ordering ordering(runner(), terrain.grid, tuning, codes, {});
    ASSERT_OK(runner().run(
        [&](Recorder& recorder) { return order.record(recorder, terrain.grid, ordering.arguments({.count = 100})); }));
    ordering.expect();
}

TEST_F(TerrainStreams, RefuseInvalidArguments) {
    const TerrainGrid grid{20, 20};
    const StreamOrder order = take(StreamOrder::create(context()));
    const auto codes = random_directions(grid, 1);
    const Ordering ordering(runner(), grid, terrain_tuning(context().profile()), codes, network_of(codes, grid));
    const auto refused = [&](const StreamOrder& by, const StreamArguments& arguments) {
        EXPECT_ERROR(runner().run([&](Recorder& recorder) { return by.record(recorder, grid, arguments); }),
                     ErrorCode::invalid_argument);
    };
    StreamArguments arguments = ordering.arguments({});
    arguments.orders = arguments.codes;
    refused(order, arguments);
    arguments = ordering.arguments({});
    arguments.scratch = {};
    refused(order, arguments);
    refused(StreamOrder(), ordering.arguments({}));
    EXPECT_ERROR(StreamOrder().access(grid, ordering.arguments({})), ErrorCode::invalid_argument);
    EXPECT_NE(take(order.access(grid, ordering.arguments({}))).orders.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
    ASSERT_OK(runner().run([&](Recorder& recorder) { return order.record(recorder, {0, 4}, {}); }));
}

TEST(TerrainPlans, KeepLoopsWithinTheBudgetOfASoftwareDevice) {
    DeviceProfile profile;
    profile.max_loop_iterations = 65535;
    profile.max_storage_range = 1ull << 32;
    const TerrainGrid grid{10'000, 10'000};
    for (const bool large : {false, true}) {
        if (large) {
            profile.max_workgroup_invocations = 1024;
            profile.max_workgroup_size = {1024, 1024, 64};
            profile.shared_memory = 32768;
        }
        EXPECT_LE(take(plan_fill(grid, profile)).loop_iterations, 65535u);
        EXPECT_LE(take(plan_flow(grid, {}, profile)).loop_iterations, 65535u);
        for (const std::string_view method : accumulation_method_names()) {
            EXPECT_LE(take(plan_accumulation(grid, {.method = std::string(method)}, profile)).loop_iterations, 65535u);
        }
    }
}

}  // namespace vkalgo::test
