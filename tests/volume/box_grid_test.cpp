#include "algorithms/volume/box_grid.hpp"

#include "algorithms/volume/box_reference.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/volume/boxes.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

void expect_grids(Runner& runner, const VolumeShape& shape, const std::vector<std::uint8_t>& inside,
                  const BoxGrids& grids, bool masses) {
    SCOPED_TRACE(std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " + std::to_string(shape.z) +
                 ", side " + std::to_string(grids.side) + ", steps " + std::to_string(grids.steps));
    const BoxGridPlan plan = take(plan_box_grid(shape, grids, {masses}, runner.context().profile()));
    const BoxGrid counter = take(BoxGrid::create(runner.context(), {masses}));
    const GuardedBuffer bits(runner, bits_of(shape, inside)), results(runner, plan.results_bytes);
    ASSERT_OK(runner.run([&](Recorder& recorder) {
        return counter.record(recorder, shape, grids, {.bits = bits.view(), .results = results.view()});
    }));
    results.expect_intact();
    const auto found = results.values<BoxMasses>(grid_count(shape, grids));
    for (std::size_t grid = 0; grid < found.size(); ++grid) {
        BoxMasses expected = box_reference(shape, inside, grids.side, grid_offset(shape, grids, grid));
        if (!masses) {
            expected = {.count = expected.count};
        }
        ASSERT_EQ(found[grid], expected) << grid << ": " << found[grid].count << " boxes, not " << expected.count;
    }
}

}  // namespace

class BoxGridTest : public DeviceTest {};

TEST_F(BoxGridTest, CountsBoxesOfAnySideAndTheirMasses) {
    for (const VolumeShape& shape :
         {VolumeShape{1, 1, 1}, VolumeShape{40, 31, 33}, VolumeShape{65, 90, 1}, VolumeShape{9, 70, 20}}) {
        for (const std::uint32_t one_in : {2U, 90U}) {
            const auto inside = random_inside(shape, shape.x + one_in, one_in);
            for (const std::uint32_t side : {1U, 2U, 3U, 5U, 8U, 27U, 31U, 33U, 64U, 100U, 1000U}) {
                expect_grids(runner(), shape, inside, {.side = side}, true);
                expect_grids(runner(), shape, inside, {.side = side}, false);
            }
        }
    }
}

TEST_F(BoxGridTest, CountsOnGridsWithOffsets) {
    for (const VolumeShape& shape : {VolumeShape{40, 31, 33}, VolumeShape{65, 90, 1}}) {
        const auto inside = random_inside(shape, 3, 40);
        expect_grids(runner(), shape, inside, {.side = 7, .offset = {3, 6, shape.z == 1 ? 0U : 1U}}, true);
        expect_grids(runner(), shape, inside, {.side = 5, .steps = 5}, true);
        expect_grids(runner(), shape, inside, {.side = 20, .steps = 3}, true);
        expect_grids(runner(), shape, inside, {.side = 50, .steps = 4}, false);
    }
}

TEST_F(BoxGridTest, SumsMassesAndSquaresBeyond32BitsByCarries) {
    // A box of side 512 has a mass of 2^27, and the square of that is 2^54.
    const VolumeShape shape{512, 512, 512};
    const std::vector<std::uint32_t> full(shape.words(), ~0U);
    const GuardedBuffer bits(runner(), full), results(runner(), 32);
    const BoxGrid counter = take(BoxGrid::create(context(), {.masses = true}));
    for (const std::uint32_t side : {512U, 256U, 3U}) {
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return counter.record(recorder, shape, {.side = side}, {.bits = bits.view(), .results = results.view()});
        }));
        const BoxMasses found = results.values<BoxMasses>(1)[0];
        const std::uint64_t each = std::uint64_t{side} * side * side, whole = whole_boxes(shape, side, {});
        const std::uint64_t along = (512 + side - 1) / side;
        EXPECT_EQ(found.count, along * along * along);
        EXPECT_EQ(found.mass, whole * each);
        EXPECT_EQ(found.square_low, whole * each * each);
        EXPECT_EQ(found.square_high, 0u);
    }
}

TEST_F(BoxGridTest, CountsMengersSpongeByPowersOfThree) {
    std::uint32_t side = 0;
    const auto sponge = menger_sponge(5, side);
    const VolumeShape shape{side, side, side};
    const GuardedBuffer bits(runner(), bits_of(shape, sponge)), results(runner(), 32);
    const BoxGrid counter = take(BoxGrid::create(context()));
    std::uint64_t expected = 3200000;
    for (std::uint32_t box = 1; box <= 243; box *= 3, expected /= 20) {
        ASSERT_OK(runner().run([&](Recorder& recorder) {
            return counter.record(recorder, shape, {.side = box}, {.bits = bits.view(), .results = results.view()});
        }));
        EXPECT_EQ(results.values<std::uint64_t>(1)[0], expected) << box;
    }
}

TEST_F(BoxGridTest, IsRecordedTwiceInAForeignCommandBufferAndOnSmallDevices) {
    const VolumeShape shape{50, 41, 30};
    const auto inside = random_inside(shape, 8, 30);
    ForeignDevice foreign;
    auto context = take(Context::adopt(foreign.host()));
    Runner own = take(Runner::create(*context));
    DescriptorArena arena(*context);
    const BoxGrid counter = take(BoxGrid::create(*context, {.masses = true}));
    const GuardedBuffer bits(own, bits_of(shape, inside)), first(own, 32), second(own, 32 * 8);
    foreign.run([&](VkCommandBuffer commands) {
        Recorder recorder(*context, commands, arena);
        EXPECT_OK(counter.record(recorder, shape, {.side = 6}, {.bits = bits.view(), .results = first.view()}));
        EXPECT_OK(
            counter.record(recorder, shape, {.side = 10, .steps = 2}, {.bits = bits.view(), .results = second.view()}));
    });
    EXPECT_OK(arena.reset());
    EXPECT_EQ(first.values<BoxMasses>(1)[0], box_reference(shape, inside, 6));
    EXPECT_EQ(second.values<BoxMasses>(8)[7], box_reference(shape, inside, 10, {5, 5, 5}));
    second.expect_intact();

    ContextOptions wanted = test_options();
    wanted.narrow = [](DeviceProfile& profile) {
        profile.max_workgroup_invocations = 64;
        profile.max_workgroup_size = {64, 64, 64};
        profile.max_workgroup_count = {3, 65535, 65535};
        profile.storage_offset_alignment = 256;
    };
    ValidatedContext small(wanted);
    Runner runs = take(Runner::create(*small));
    expect_grids(runs, shape, inside, {.side = 4, .steps = 2}, true);
}

TEST_F(BoxGridTest, RefusesInvalidArguments) {
    const VolumeShape shape{40, 40, 40};
    const GuardedBuffer bits(runner(), shape.bit_bytes()), results(runner(), 64);
    const BoxGrid counter = take(BoxGrid::create(context(), {.masses = true}));
    const auto record = [&](const BoxGrid& by, const VolumeShape& of, const BoxGrids& grids, auto&& change) {
        BoxGridArguments arguments{.bits = bits.view(), .results = results.view()};
        change(arguments);
        return runner().run([&](Recorder& recorder) { return by.record(recorder, of, grids, arguments); });
    };
    const auto nothing = [](BoxGridArguments&) {};
    EXPECT_OK(record(counter, shape, {.side = 5}, nothing));
    EXPECT_OK(record(counter, {0, 4, 4}, {.side = 5}, nothing));
    EXPECT_EQ(results.values<BoxMasses>(1)[0], BoxMasses{});
    for (const BoxGrids& grids :
         {BoxGrids{.side = 0}, BoxGrids{.side = 4, .offset = {4, 0, 0}}, BoxGrids{.side = 4, .steps = 5},
          BoxGrids{.side = 4, .steps = 0}, BoxGrids{.side = 4, .offset = {1, 0, 0}, .steps = 2},
          BoxGrids{.side = kMaxBoxSide + 1}, BoxGrids{.side = 1 << 20, .steps = 5000}}) {
        EXPECT_ERROR(record(counter, shape, grids, nothing), ErrorCode::invalid_argument);
    }
    EXPECT_ERROR(record(counter, {40, 40, 1}, {.side = 4, .offset = {0, 0, 1}}, nothing), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, shape, {.side = 4, .steps = 2}, nothing), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, {80, 40, 40}, {.side = 4}, nothing), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, shape, {.side = 4}, [](BoxGridArguments& a) { a.bits = {}; }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, shape, {.side = 4}, [](BoxGridArguments& a) { a.results = a.bits; }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record(BoxGrid(), shape, {.side = 4}, nothing), ErrorCode::invalid_argument);
    const auto access = take(counter.access(shape, {.side = 4}, {.bits = bits.view(), .results = results.view()}));
    EXPECT_NE(access.bits.first.access & VK_ACCESS_SHADER_READ_BIT, 0u);
    EXPECT_NE(access.results.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
    DeviceProfile profile;
    profile.max_storage_range = ~0U;
    EXPECT_ERROR(plan_box_grid({4096, 4096, 1024}, {.side = 2048}, {.masses = true}, profile), ErrorCode::too_large);
    EXPECT_OK(plan_box_grid({4096, 4096, 1024}, {.side = 2048}, {}, profile));
    EXPECT_ERROR(plan_box_grid({4096, 4096, 1024}, {.side = 1}, {}, profile), ErrorCode::too_large);
    profile.max_loop_iterations = 1000;
    EXPECT_ERROR(plan_box_grid({1024, 1024, 1024}, {.side = 1000}, {}, profile), ErrorCode::too_large);
    EXPECT_EQ(whole_boxes({10, 10, 10}, 4, {0, 1, 3}), 2u * 1u * 2u);
    // Tests one axis at a time, because errors along two axes may compensate for each other.
    for (const std::uint32_t length : {1u, 3u, 4u, 9u, 10u, 11u}) {
        for (const std::uint32_t offset : {0u, 1u, 2u, 3u}) {
            std::uint64_t whole = 0;
            for (int begin = -static_cast<int>(offset); begin < static_cast<int>(length); begin += 4) {
                whole += begin >= 0 && begin + 4 <= static_cast<int>(length) ? 1 : 0;
            }
            EXPECT_EQ(whole_boxes({length, 4, 4}, 4, {offset, 0, 0}), whole) << length << ", " << offset;
            EXPECT_EQ(whole_boxes({4, length, 4}, 4, {0, offset, 0}), whole) << length << ", " << offset;
            EXPECT_EQ(whole_boxes({4, 4, length}, 4, {0, 0, offset}), length == 1 ? 1 : whole) << length;
        }
    }
}

}  // namespace vkalgo::test
