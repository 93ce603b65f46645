#include "algorithms/volume/box_codes.hpp"

#include "algorithms/volume/box_reference.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/reported_limits.hpp"
#include "tests/volume/boxes.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// Counts boxes as a set of their coordinates.
std::vector<std::uint64_t> counted_as_sets(const std::vector<std::uint32_t>& coordinates, std::uint32_t axes,
                                           std::uint32_t levels) {
    std::vector<std::uint64_t> counts;
    for (std::uint32_t level = 0; level < levels; ++level) {
        std::set<std::vector<std::uint64_t>> boxes;
        for (std::size_t point = 0; point < coordinates.size() / axes; ++point) {
            std::vector<std::uint64_t> box;
            for (std::uint32_t axis = 0; axis < axes; ++axis) {
                box.push_back(std::uint64_t{coordinates[point * axes + axis]} >> level);
            }
            boxes.insert(box);
        }
        counts.push_back(boxes.size());
    }
    return counts;
}

std::vector<std::uint32_t> random_points(std::uint32_t axes, std::uint32_t levels, std::size_t count) {
    SplitMix64 random(axes + levels + count);
    std::vector<std::uint32_t> coordinates(axes * count);
    const std::uint64_t mask = (std::uint64_t{1} << (levels - 1)) - 1;
    for (std::uint32_t& coordinate : coordinates) {
        coordinate = static_cast<std::uint32_t>(random.next() & mask & (random.next() | random.next()));
    }
    return coordinates;
}

void expect_counted(Runner& runner, std::uint32_t axes, std::uint32_t levels, std::size_t count) {
    SCOPED_TRACE(std::to_string(axes) + " axes, " + std::to_string(levels) + " levels, " + std::to_string(count));
    const auto points = random_points(axes, levels, count);
    const BoxCodesOptions options{.axes = axes, .levels = levels};
    const BoxCodes counter = take(BoxCodes::create(runner.context(), options));
    const GuardedBuffer coordinates(runner, points), counts(runner, 8 * std::uint64_t{levels});
    const GuardedBuffer scratch(runner, take(BoxCodes::scratch(options, count, runner.context().profile())).bytes);
    ASSERT_OK(runner.run([&](Recorder& recorder) {
        return counter.record(
            recorder,
            {.coordinates = coordinates.view(), .count = count, .counts = counts.view(), .scratch = scratch.view()});
    }));
    const auto expected = counted_as_sets(points, axes, levels);
    EXPECT_EQ(counts.values<std::uint64_t>(levels), expected);
    EXPECT_EQ(box_codes_reference(points, axes, levels), expected);
    counts.expect_intact();
    scratch.expect_intact();
}

void expect_volume(Runner& runner, const VolumeShape& shape, std::uint32_t one_in, std::uint64_t room) {
    SCOPED_TRACE(std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " + std::to_string(shape.z));
    const auto inside = random_inside(shape, shape.x, one_in);
    const auto expected = pyramid_counts(shape, inside);
    const BoxCodesOptions options{.axes = shape.z == 1 ? 2U : 3U, .levels = code_levels(shape), .volume = true};
    const BoxCodes counter = take(BoxCodes::create(runner.context(), options));
    const std::uint64_t count = expected[0] + room;
    const GuardedBuffer bits(runner, bits_of(shape, inside)), counts(runner, 8 * expected.size()), found(runner, 4);
    const GuardedBuffer scratch(runner, take(BoxCodes::scratch(options, count, runner.context().profile())).bytes);
    ASSERT_OK(runner.run([&](Recorder& recorder) {
        return counter.record(recorder, {.bits = bits.view(),
                                         .shape = shape,
                                         .count = count,
                                         .counts = counts.view(),
                                         .found = found.view(),
                                         .scratch = scratch.view()});
    }));
    EXPECT_EQ(counts.values<std::uint64_t>(expected.size()), expected);
    EXPECT_EQ(found.values<std::uint32_t>(1)[0], expected[0]);
    for (const GuardedBuffer* buffer : {&bits, &counts, &found, &scratch}) {
        buffer->expect_intact();
    }
}

}  // namespace

class BoxCodesTest : public DeviceTest {};

TEST_F(BoxCodesTest, CountBoxesOfPointsAsSetsDo) {
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{255}, std::size_t{1025}, std::size_t{4001}}) {
        expect_counted(runner(), 2, 9, count);
        expect_counted(runner(), 3, 11, count);
    }
    for (const std::uint32_t levels : {1U, 2U, 17U, 18U, 33U}) {
        expect_counted(runner(), 2, levels, 1500);
    }
    for (const std::uint32_t levels : {1U, 2U, 12U, 21U, 22U}) {
        expect_counted(runner(), 3, levels, 1500);
    }
}

TEST_F(BoxCodesTest, CountBoxesOfVolumesAsAPyramidDoes) {
    for (const VolumeShape& shape : {VolumeShape{1, 1, 1}, VolumeShape{70, 33, 1}, VolumeShape{40, 41, 43},
                                     VolumeShape{1100, 2, 9}, VolumeShape{3, 2, 1100}}) {
        expect_volume(runner(), shape, 2, 0);
        expect_volume(runner(), shape, 70, 100);
    }
    expect_volume(runner(), {30, 30, 30}, 1000000000, 10);
}

TEST_F(BoxCodesTest, CountOnSmallDevices) {
    ContextOptions wanted = test_options();
    wanted.narrow = [](DeviceProfile& profile) {
        profile.max_workgroup_invocations = 128;
        profile.max_workgroup_size = {128, 128, 64};
        profile.shared_memory = 16384;
        profile.int64 = profile.int64_atomics = false;
        profile.storage_offset_alignment = 256;
        profile.push_descriptors = false;
    };
    ValidatedContext context(wanted);
    Runner own = take(Runner::create(*context));
    expect_counted(own, 3, 20, 900);
    expect_counted(own, 2, 10, 900);
    expect_volume(own, {40, 41, 43}, 40, 1);
}

TEST_F(BoxCodesTest, AreRecordedTwiceInAForeignCommandBuffer) {
    ForeignDevice foreign({.everything = true});
    auto context = take(Context::adopt(foreign.host()));
    Runner own = take(Runner::create(*context));
    DescriptorArena arena(*context);
    const BoxCodesOptions options{.axes = 3, .levels = 14};
    const BoxCodes counter = take(BoxCodes::create(*context, options));
    const auto one = random_points(3, 14, 700), two = random_points(3, 14, 3000);
    const GuardedBuffer first(own, one), second(own, two), counts(own, 112), more(own, 112);
    const GuardedBuffer scratch(own, take(BoxCodes::scratch(options, 3000, context->profile())).bytes);
    foreign.run([&](VkCommandBuffer commands) {
        Recorder recorder(*context, commands, arena);
        EXPECT_OK(counter.record(
            recorder, {.coordinates = first.view(), .count = 700, .counts = counts.view(), .scratch = scratch.view()}));
        EXPECT_OK(counter.record(
            recorder, {.coordinates = second.view(), .count = 3000, .counts = more.view(), .scratch = scratch.view()}));
    });
    EXPECT_OK(arena.reset());
    EXPECT_EQ(counts.values<std::uint64_t>(14), counted_as_sets(one, 3, 14));
    EXPECT_EQ(more.values<std::uint64_t>(14), counted_as_sets(two, 3, 14));
    scratch.expect_intact();
}

TEST_F(BoxCodesTest, RefuseInvalidArguments) {
    EXPECT_ERROR(BoxCodes::create(context(), {.axes = 1, .levels = 3}), ErrorCode::invalid_argument);
    EXPECT_ERROR(BoxCodes::create(context(), {.axes = 3, .levels = 0}), ErrorCode::invalid_argument);
    EXPECT_ERROR(BoxCodes::create(context(), {.axes = 3, .levels = 23}), ErrorCode::invalid_argument);
    EXPECT_ERROR(BoxCodes::create(context(), {.axes = 2, .levels = 34}), ErrorCode::invalid_argument);
    EXPECT_ERROR(plan_box_codes({.axes = 3, .levels = 11}, 1ULL << 33, context().profile()), ErrorCode::too_large);
    const BoxCodes counter = take(BoxCodes::create(context(), {.axes = 3, .levels = 5, .volume = true}));
    const GuardedBuffer bits(runner(), 4 * 17 * 17), counts(runner(), 40), found(runner(), 4), scratch(runner(), 65536);
    const auto record = [&](const BoxCodes& by, const VolumeShape& shape, const BufferView& result) {
        const BoxCodesArguments arguments{.bits = bits.view(),
                                          .shape = shape,
                                          .count = 10,
                                          .counts = result,
                                          .found = found.view(),
                                          .scratch = scratch.view()};
        return runner().run([&](Recorder& recorder) { return by.record(recorder, arguments); });
    };
    EXPECT_OK(record(counter, {16, 16, 16}, counts.view()));
    EXPECT_ERROR(record(counter, {17, 16, 16}, counts.view()), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, {16, 16, 16}, {}), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, {16, 16, 16}, found.view()), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(BoxCodes(), {16, 16, 16}, counts.view()), ErrorCode::invalid_argument);
    const auto access = take(counter.access({.bits = bits.view(),
                                             .shape = {16, 16, 16},
                                             .count = 10,
                                             .counts = counts.view(),
                                             .found = found.view(),
                                             .scratch = scratch.view()}));
    EXPECT_NE(access.bits.first.access & VK_ACCESS_SHADER_READ_BIT, 0u);
    EXPECT_NE(access.counts.first.access & VK_ACCESS_TRANSFER_WRITE_BIT, 0u);
}

TEST(BoxCodesAlignment, IsThatOfTheSort) {
    const ForeignDevice foreign;
    const auto context = context_aligned_to_4_bytes(foreign);
    Runner runner = take(Runner::create(*context));
    const BoxCodesOptions options{.axes = 2, .levels = 5};
    const BoxCodes counter = take(BoxCodes::create(*context, options));
    const GuardedBuffer coordinates(runner, 800), counts(runner, 40);
    const GuardedBuffer scratch(runner, take(BoxCodes::scratch(options, 100, context->profile())).bytes);
    BoxCodesArguments arguments{
        .coordinates = coordinates.view(), .count = 100, .counts = counts.view(), .scratch = scratch.view()};
    EXPECT_OK(counter.access(arguments));
    arguments.scratch.offset += 4;
    const auto refused = counter.access(arguments);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    // The message names an offset in the whole scratch, not in the part that the sort uses.
    EXPECT_NE(refused.error().message.find("byte " + std::to_string(arguments.scratch.offset) + ","), std::string::npos)
        << refused.error().message;
}

}  // namespace vkalgo::test
