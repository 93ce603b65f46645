#include "algorithms/volume/box_count.hpp"

#include "engine/descriptors.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/test_image.hpp"
#include "tests/volume/boxes.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// A single voxel, single rows along each axis, a few slices, shapes of several workgroups along each axis, and shapes
/// that need more than two dispatches.
constexpr VolumeShape kCountedShapes[] = {{1, 1, 1},    {2, 1, 1},    {1, 9, 1},     {1, 1, 70},   {33, 1, 1},
                                          {31, 33, 1},  {65, 300, 1}, {17, 5, 2},    {40, 70, 3},  {33, 34, 9},
                                          {96, 64, 8},  {37, 41, 43}, {130, 35, 67}, {5, 131, 29}, {1500, 3, 2},
                                          {2, 3, 1100}, {7, 2600, 1}, {129, 129, 17}};

struct Sources {
    std::vector<std::uint8_t> inside;
    std::vector<std::uint64_t> expected;
};

Sources make_sources(const VolumeShape& shape, std::uint32_t one_in) {
    Sources made;
    made.inside = random_inside(shape, shape.x + shape.y * 7 + shape.z * 31 + one_in, one_in);
    made.expected = pyramid_counts(shape, made.inside);
    return made;
}

void expect_counted(Runner& runner, const VolumeShape& shape, const BoxCountOptions& options,
                    const std::vector<std::uint64_t>& expected, BoxCountArguments arguments) {
    SCOPED_TRACE(std::to_string(shape.x) + " x " + std::to_string(shape.y) + " x " + std::to_string(shape.z) +
                 (options.bits ? " bits" : std::string(" ") + to_string(options.voxels.type)));
    const DeviceProfile& profile = runner.context().profile();
    const BoxCountPlan plan = take(plan_box_count(shape, options, profile));
    ASSERT_EQ(plan.levels, expected.size());
    const BoxCount counter = take(BoxCount::create(runner.context(), options));
    const GuardedBuffer counts(runner, plan.counts_bytes);
    const GuardedBuffer scratch(runner, take(BoxCount::scratch(shape, options, profile)).bytes);
    arguments.counts = counts.view();
    arguments.scratch = scratch.view();
    ASSERT_OK(runner.run([&](Recorder& recorder) { return counter.record(recorder, shape, arguments); }));
    EXPECT_EQ(counts.values<std::uint64_t>(plan.levels), expected);
    counts.expect_intact();
    scratch.expect_intact();
}

void expect_counted_both_ways(Runner& runner, const VolumeShape& shape, std::uint32_t one_in) {
    const Sources sources = make_sources(shape, one_in);
    const GuardedBuffer bits(runner, bits_of(shape, sources.inside)), voxels(runner, whole_words(sources.inside));
    expect_counted(runner, shape, {.bits = true}, sources.expected, {.bits = bits.view()});
    expect_counted(runner, shape, {}, sources.expected, {.voxels = voxels.view()});
    bits.expect_intact();
    voxels.expect_intact();
}

}  // namespace

class BoxCountTest : public DeviceTest {};

TEST_F(BoxCountTest, EqualsAnIndependentPyramidWhateverTheShape) {
    for (const VolumeShape& shape : kCountedShapes) {
        for (const std::uint32_t one_in : {2U, 50U, 3000U}) {
            expect_counted_both_ways(runner(), shape, one_in);
        }
    }
}

TEST_F(BoxCountTest, OfEmptyAndFullVolumesIsKnown) {
    const VolumeShape shape{100, 64, 65};
    for (const std::uint8_t all : {std::uint8_t{0}, std::uint8_t{1}}) {
        const std::vector<std::uint8_t> inside(shape.voxels(), all);
        const GuardedBuffer voxels(runner(), whole_words(inside));
        expect_counted(runner(), shape, {}, pyramid_counts(shape, inside), {.voxels = voxels.view()});
    }
    const VolumeShape cube{128, 128, 128};
    const std::vector<std::uint8_t> full(cube.voxels(), 1);
    const GuardedBuffer voxels(runner(), full);
    std::vector<std::uint64_t> cubes;
    for (std::uint64_t side = 128; side >= 1; side /= 2) {
        cubes.push_back(side * side * side);
    }
    expect_counted(runner(), cube, {}, cubes, {.voxels = voxels.view()});
}

TEST_F(BoxCountTest, OfMengersSpongeEqualsTheLiterature) {
    std::uint32_t side = 0;
    const auto sponge = menger_sponge(5, side);
    ASSERT_EQ(side, 243u);
    const GuardedBuffer voxels(runner(), whole_words(sponge));
    const std::vector<std::uint64_t> expected{3200000, 723680, 122904, 20404, 3160, 432, 64, 8, 1};
    expect_counted(runner(), {side, side, side}, {}, expected, {.voxels = voxels.view()});
}

TEST_F(BoxCountTest, TakesVoxelsOfEveryTypeByEveryRule) {
    const VolumeShape shape{45, 37, 34};
    for (const ElementType type : {ElementType::i8, ElementType::u16, ElementType::f16, ElementType::i32,
                                   ElementType::f32, ElementType::u64, ElementType::f64}) {
        for (const VoxelSelection& selection :
             {VoxelSelection{}, VoxelSelection{VoxelRule::above, 1.5}, VoxelSelection{VoxelRule::equal, 3}}) {
            const auto voxels = random_voxels(shape, type, 11, true);
            std::vector<std::uint8_t> inside(shape.voxels());
            for (std::size_t voxel = 0; voxel < inside.size(); ++voxel) {
                inside[voxel] = inside_by_doubles(voxels.data() + voxel * size_of(type), type, selection) ? 1 : 0;
            }
            const GuardedBuffer source(runner(), voxels);
            expect_counted(runner(), shape, {.voxels = {.type = type, .selection = selection}},
                           pyramid_counts(shape, inside), {.voxels = source.view()});
        }
    }
}

TEST_F(BoxCountTest, ReadsImages) {
    const VolumeShape shape{45, 37, 34};
    const auto inside = random_inside(shape, 5, 100);
    const TestImage image(runner(), VK_FORMAT_R8_UINT, {shape.x, shape.y, shape.z}, std::as_bytes(std::span(inside)),
                          VK_IMAGE_TYPE_3D);
    expect_counted(runner(), shape, {.voxels = {.type = ElementType::u32, .image = true}},
                   pyramid_counts(shape, inside), {.image = image.view()});
    const TestImage norm(runner(), VK_FORMAT_R8_UNORM, {shape.x, shape.y, shape.z}, std::as_bytes(std::span(inside)),
                         VK_IMAGE_TYPE_3D);
    expect_counted(runner(), shape, {.voxels = {.type = ElementType::f32, .image = true}},
                   pyramid_counts(shape, inside), {.image = norm.view()});
    const VolumeShape slice{145, 77, 1};
    const auto points = random_inside(slice, 6, 50);
    const TestImage flat(runner(), VK_FORMAT_R8_SINT, {slice.x, slice.y, 1}, std::as_bytes(std::span(points)));
    expect_counted(runner(), slice, {.voxels = {.type = ElementType::i32, .image = true, .flat = true}},
                   pyramid_counts(slice, points), {.image = flat.view()});

    const auto refuse = [&](ElementType type, const VolumeShape& of) {
        const BoxCount counter =
            take(BoxCount::create(context(), {.voxels = {.type = type, .image = true, .flat = true}}));
        const GuardedBuffer counts(runner(), 128), scratch(runner(), 4096);
        const BoxCountArguments arguments{.image = flat.view(), .counts = counts.view(), .scratch = scratch.view()};
        EXPECT_ERROR(runner().run([&](Recorder& recorder) { return counter.record(recorder, of, arguments); }),
                     ErrorCode::invalid_argument);
    };
    refuse(ElementType::u32, slice);
    refuse(ElementType::i32, {146, 77, 1});
    refuse(ElementType::i32, {145, 78, 1});
    EXPECT_ERROR(
        plan_box_count(shape, {.voxels = {.type = ElementType::i32, .image = true, .flat = true}}, context().profile()),
        ErrorCode::invalid_argument);
}

TEST_F(BoxCountTest, WorksOnSmallDevices) {
    for (const Narrow& narrow : {Narrow([](DeviceProfile& profile) {
                                     profile.max_workgroup_invocations = 128;
                                     profile.max_workgroup_size = {128, 128, 64};
                                     profile.shared_memory = 16384;
                                 }),
                                 Narrow([](DeviceProfile& profile) {
                                     profile.max_workgroup_invocations = 64;
                                     profile.max_workgroup_size = {64, 64, 64};
                                     profile.subgroup_vote = profile.subgroup_ballot = false;
                                     profile.int8 = profile.int64 = profile.int64_atomics = false;
                                 }),
                                 Narrow([](DeviceProfile& profile) {
                                     profile.push_descriptors = false;
                                     profile.max_workgroup_count = {3, 65535, 65535};
                                     profile.storage_offset_alignment = 256;
                                 })}) {
        ContextOptions wanted = test_options();
        wanted.narrow = narrow;
        ValidatedContext context(wanted);
        Runner own = take(Runner::create(*context));
        for (const VolumeShape& shape :
             {VolumeShape{130, 35, 67}, VolumeShape{65, 300, 1}, VolumeShape{40, 70, 3}, VolumeShape{1500, 3, 2}}) {
            expect_counted_both_ways(own, shape, 100);
        }
    }
}

TEST_F(BoxCountTest, IsRecordedTwiceInAForeignCommandBuffer) {
    const VolumeShape shape{99, 48, 70}, other{300, 41, 1};
    for (const bool everything : {false, true}) {
        ForeignDevice foreign({.everything = everything});
        auto context = take(Context::adopt(foreign.host()));
        Runner own = take(Runner::create(*context));
        DescriptorArena arena(*context);
        const BoxCount counter = take(BoxCount::create(*context, {}));
        const Sources one = make_sources(shape, 60), two = make_sources(other, 9);
        const GuardedBuffer first(own, whole_words(one.inside)), second(own, whole_words(two.inside));
        const GuardedBuffer counts(own, 8 * one.expected.size()), more(own, 8 * two.expected.size());
        const GuardedBuffer scratch(own, std::max(take(BoxCount::scratch(shape, {}, context->profile())).bytes,
                                                  take(BoxCount::scratch(other, {}, context->profile())).bytes));
        foreign.run([&](VkCommandBuffer commands) {
            Recorder recorder(*context, commands, arena);
            EXPECT_OK(counter.record(recorder, shape,
                                     {.voxels = first.view(), .counts = counts.view(), .scratch = scratch.view()}));
            EXPECT_OK(counter.record(recorder, other,
                                     {.voxels = second.view(), .counts = more.view(), .scratch = scratch.view()}));
        });
        EXPECT_OK(arena.reset());
        EXPECT_EQ(counts.values<std::uint64_t>(one.expected.size()), one.expected);
        EXPECT_EQ(more.values<std::uint64_t>(two.expected.size()), two.expected);
        for (const GuardedBuffer* buffer : {&first, &second, &counts, &more, &scratch}) {
            buffer->expect_intact();
        }
    }
}

TEST_F(BoxCountTest, RefusesInvalidArguments) {
    const VolumeShape shape{40, 40, 40};
    const GuardedBuffer voxels(runner(), 64000), counts(runner(), 56), scratch(runner(), 4096);
    const BoxCount counter = take(BoxCount::create(context(), {}));
    const auto record = [&](const BoxCount& by, const VolumeShape& of, auto&& change) {
        BoxCountArguments arguments{.voxels = voxels.view(), .counts = counts.view(), .scratch = scratch.view()};
        change(arguments);
        return runner().run([&](Recorder& recorder) { return by.record(recorder, of, arguments); });
    };
    const auto nothing = [](BoxCountArguments&) {};
    EXPECT_OK(record(counter, shape, nothing));
    EXPECT_OK(record(counter, {0, 7, 7}, [](BoxCountArguments& a) { a = {}; }));
    EXPECT_ERROR(record(counter, {41, 40, 40}, nothing), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, shape, [](BoxCountArguments& a) { a.voxels = {}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, shape, [](BoxCountArguments& a) { a.counts.size -= 8; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, shape, [](BoxCountArguments& a) { a.counts = a.scratch; }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record(counter, shape, [](BoxCountArguments& a) { a.scratch = {}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(BoxCount(), shape, nothing), ErrorCode::invalid_argument);
    EXPECT_ERROR(BoxCount::create(context(), {.voxels = {.type = ElementType::f64, .image = true}}),
                 ErrorCode::unsupported);
    const BoxCount of_images = take(BoxCount::create(context(), {.voxels = {.type = ElementType::f32, .image = true}}));
    EXPECT_ERROR(record(of_images, shape, nothing), ErrorCode::invalid_argument);
    const auto access =
        take(counter.access(shape, {.voxels = voxels.view(), .counts = counts.view(), .scratch = scratch.view()}));
    EXPECT_NE(access.voxels.first.access & VK_ACCESS_SHADER_READ_BIT, 0u);
    EXPECT_NE(access.counts.first.access & VK_ACCESS_TRANSFER_WRITE_BIT, 0u);
    EXPECT_NE(access.scratch.last.access & VK_ACCESS_SHADER_READ_BIT, 0u);
}

TEST(BoxCountPlanTest, TakesTwoDispatchesUpTo1024VoxelsASide) {
    DeviceProfile profile;
    profile.max_workgroup_invocations = profile.max_workgroup_size[0] = 1024;
    profile.max_storage_range = ~0U;
    const auto stages = [&](std::uint32_t side) {
        return take(plan_box_count({side, side, side}, {.bits = true}, profile)).stages.size();
    };
    EXPECT_EQ(stages(1), 1u);
    EXPECT_EQ(stages(32), 1u);
    EXPECT_EQ(stages(33), 2u);
    EXPECT_EQ(stages(512), 2u);
    EXPECT_EQ(stages(1024), 2u);
    EXPECT_EQ(stages(1025), 3u);
    EXPECT_EQ(take(plan_box_count({512, 512, 512}, {}, profile)).stages[0].groups(), 1024u);
    EXPECT_ERROR(plan_box_count({2048, 2048, 2048}, {}, profile), ErrorCode::too_large);
    EXPECT_ERROR(plan_box_count({1 << 16, 1 << 16, 1 << 16}, {.bits = true}, profile), ErrorCode::too_large);
}

}  // namespace vkalgo::test
