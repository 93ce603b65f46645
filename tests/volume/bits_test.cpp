#include "algorithms/volume/volume_bits.hpp"
#include "engine/descriptors.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/test_image.hpp"
#include "tests/volume/volumes.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr std::array kTypes{ElementType::u8,  ElementType::i8,  ElementType::u16, ElementType::i16,
                            ElementType::u32, ElementType::i32, ElementType::u64, ElementType::i64,
                            ElementType::f16, ElementType::f32, ElementType::f64};

/// Shapes whose rows begin at multiples of a byte, of a word or of 16 bytes, and end within a 32-bit word of bits or at
/// its end.
constexpr VolumeShape kPackedShapes[] = {{1, 1, 1},  {31, 3, 2},   {32, 1, 1},   {33, 5, 3},  {48, 4, 4}, {64, 7, 1},
                                         {97, 2, 5}, {160, 11, 1}, {129, 64, 1}, {256, 3, 3}, {4, 70, 3}, {16, 17, 19}};

const VoxelSelection kSelections[] = {{VoxelRule::nonzero},       {VoxelRule::above, 2},     {VoxelRule::above, 1.5},
                                      {VoxelRule::above, 0},      {VoxelRule::above, -3},    {VoxelRule::above, 130},
                                      {VoxelRule::above, -1e300}, {VoxelRule::above, 1e300}, {VoxelRule::equal, 3},
                                      {VoxelRule::equal, 0},      {VoxelRule::equal, 255},   {VoxelRule::equal, -2},
                                      {VoxelRule::equal, 2.5},    {VoxelRule::equal, 1e300}};

void expect_packed(Runner& runner, const VolumeShape& shape, const VolumeBitsOptions& options, std::uint64_t seed,
                   std::uint32_t parts = 1) {
    SCOPED_TRACE(std::string(to_string(options.type)) + " " + std::to_string(shape.x) + " x " +
                 std::to_string(shape.y) + " x " + std::to_string(shape.z) + ", rule " +
                 std::to_string(static_cast<int>(options.selection.rule)) + " " + to_string(options.selection.value));
    const auto voxels = random_voxels(shape, options.type, seed);
    const VolumeBits packer = take(VolumeBits::create(runner.context(), options));
    const GuardedBuffer bits(runner, shape.bit_bytes());
    for (std::uint32_t part = 0; part < parts; ++part) {
        const std::uint32_t first = shape.z * part / parts, slices = shape.z * (part + 1) / parts - first;
        const std::size_t slice = std::size_t{shape.x} * shape.y * size_of(options.type);
        const std::vector<std::byte> some(
            voxels.begin() + static_cast<std::ptrdiff_t>(first * slice),
            parts == 1 ? voxels.end() : voxels.begin() + static_cast<std::ptrdiff_t>((first + slices) * slice));
        const GuardedBuffer source(runner, some);
        ASSERT_OK(runner.run([&](Recorder& recorder) {
            return packer.record(
                recorder, shape,
                {.voxels = source.view(), .bits = bits.view(), .first_slice = first, .slices = slices});
        }));
        source.expect_intact();
    }
    EXPECT_EQ(bits.values<std::uint32_t>(shape.words()), packed(shape, options.type, voxels, options.selection));
    bits.expect_intact();
}

}  // namespace

class VolumeBitsTest : public DeviceTest {};

TEST_F(VolumeBitsTest, ArePackedOfEveryTypeAndShape) {
    for (const ElementType type : kTypes) {
        for (const VolumeShape& shape : kPackedShapes) {
            expect_packed(runner(), shape, {.type = type}, shape.x);
        }
    }
}

TEST_F(VolumeBitsTest, AreSetForTheVoxelsThatTheRuleSelects) {
    for (const ElementType type : kTypes) {
        for (const VoxelSelection& selection : kSelections) {
            expect_packed(runner(), {77, 9, 2}, {.type = type, .selection = selection}, 5);
            expect_packed(runner(), {64, 5, 2}, {.type = type, .selection = selection}, 6);
        }
    }
}

TEST_F(VolumeBitsTest, CompareEveryByteWithEveryThresholdAndLabel) {
    const VolumeShape shape{256, 1, 1};
    std::vector<std::byte> voxels(256);
    for (std::size_t value = 0; value < 256; ++value) {
        voxels[value] = std::byte(value);
    }
    const GuardedBuffer source(runner(), voxels), bits(runner(), shape.bit_bytes());
    for (const ElementType type : {ElementType::u8, ElementType::i8}) {
        for (const VoxelRule rule : {VoxelRule::above, VoxelRule::equal}) {
            for (int value = -130; value < 258; value += 1) {
                const VoxelSelection selection{rule, value};
                const VolumeBits packer = take(VolumeBits::create(context(), {.type = type, .selection = selection}));
                ASSERT_OK(runner().run([&](Recorder& recorder) {
                    return packer.record(recorder, shape, {.voxels = source.view(), .bits = bits.view()});
                }));
                ASSERT_EQ(bits.values<std::uint32_t>(shape.words()), packed(shape, type, voxels, selection))
                    << to_string(type) << " " << value;
            }
        }
    }
}

TEST_F(VolumeBitsTest, CompareNumbersExactlyThatDoublesWouldRound) {
    const std::vector<std::uint64_t> voxels{(1ULL << 60) + 1, 1ULL << 60, ~0ULL, ~0ULL - 1};
    const auto bits_of = [&](ElementType type, const VoxelSelection& selection) {
        const GuardedBuffer source(runner(), voxels), bits(runner(), 4);
        const VolumeBits packer = take(VolumeBits::create(context(), {.type = type, .selection = selection}));
        take(runner().run([&](Recorder& recorder) {
            return packer.record(recorder, {4, 1, 1}, {.voxels = source.view(), .bits = bits.view()});
        }));
        const std::uint32_t found = bits.values<std::uint32_t>(1)[0];
        for (std::uint32_t voxel = 0; voxel < 4; ++voxel) {
            EXPECT_EQ(selects(selection, type, &voxels[voxel]), (found >> voxel & 1) != 0);
        }
        return found;
    };
    EXPECT_EQ(bits_of(ElementType::u64, {VoxelRule::equal, (1ULL << 60) + 1}), 1u);
    EXPECT_EQ(bits_of(ElementType::u64, {VoxelRule::above, 1ULL << 60}), 13u);
    EXPECT_EQ(bits_of(ElementType::u64, {VoxelRule::above, ~0ULL - 1}), 4u);
    EXPECT_EQ(bits_of(ElementType::i64, {VoxelRule::equal, -2}), 8u);
    EXPECT_EQ(bits_of(ElementType::i64, {VoxelRule::above, -2}), 7u);
}

TEST_F(VolumeBitsTest, ArePackedPartByPart) {
    expect_packed(runner(), {64, 16, 11}, {.type = ElementType::u8}, 3, 4);
    expect_packed(runner(), {40, 7, 12}, {.type = ElementType::i16, .selection = {VoxelRule::above, 1}}, 4, 3);
}

TEST_F(VolumeBitsTest, ArePackedOfImages) {
    struct Case {
        VkFormat format;
        ElementType type;
        ElementType texels;
        VoxelSelection selection;
    };
    const Case cases[] = {
        {VK_FORMAT_R8_UINT, ElementType::u32, ElementType::u8, {VoxelRule::equal, 255}},
        {VK_FORMAT_R8_UNORM, ElementType::f32, ElementType::u8, {VoxelRule::nonzero}},
        {VK_FORMAT_R16_SINT, ElementType::i32, ElementType::i16, {VoxelRule::above, -3}},
        {VK_FORMAT_R32_SFLOAT, ElementType::f32, ElementType::f32, {VoxelRule::above, 0.75}},
        {VK_FORMAT_R32_UINT, ElementType::u32, ElementType::u32, {VoxelRule::nonzero}},
    };
    for (const Case& one : cases) {
        for (const auto& [shape, flat] : {std::pair{VolumeShape{37, 9, 5}, false},
                                          {VolumeShape{64, 3, 1}, false},
                                          {VolumeShape{75, 23, 1}, true}}) {
            SCOPED_TRACE(std::string(to_string(one.type)) + (flat ? ", 2-D" : ", 3-D"));
            const auto voxels = random_voxels(shape, one.texels, 9);
            const std::vector<std::byte> texels(
                voxels.begin(), voxels.begin() + static_cast<std::ptrdiff_t>(shape.voxels() * size_of(one.texels)));
            const TestImage image(runner(), one.format, {shape.x, shape.y, shape.z}, texels,
                                  flat ? VK_IMAGE_TYPE_2D : VK_IMAGE_TYPE_3D);
            const GuardedBuffer bits(runner(), shape.bit_bytes());
            const VolumeBits packer = take(VolumeBits::create(
                context(), {.type = one.type, .selection = one.selection, .image = true, .flat = flat}));
            ASSERT_OK(runner().run([&, size = shape](Recorder& recorder) {
                return packer.record(recorder, size, {.image = image.view(), .bits = bits.view()});
            }));
            EXPECT_EQ(bits.values<std::uint32_t>(shape.words()), packed(shape, one.texels, voxels, one.selection));
            bits.expect_intact();
        }
    }
}

TEST_F(VolumeBitsTest, ArePackedOnSmallDevices) {
    for (const Narrow& narrow : {Narrow([](DeviceProfile& profile) {
                                     profile.max_workgroup_invocations = 64;
                                     profile.max_workgroup_size = {64, 64, 64};
                                     profile.int8 = profile.int16 = profile.int64 = profile.float16 = false;
                                     profile.float64 = profile.storage_8bit = profile.storage_16bit = false;
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
        for (const ElementType type : {ElementType::u8, ElementType::f16, ElementType::f64, ElementType::i64}) {
            expect_packed(own, {75, 33, 9}, {.type = type, .selection = {VoxelRule::above, 1}}, 2);
        }
    }
}

TEST_F(VolumeBitsTest, ArePackedTwiceInAForeignCommandBuffer) {
    const VolumeShape shape{99, 8, 7};
    for (const bool everything : {false, true}) {
        ForeignDevice foreign({.everything = everything});
        auto context = take(Context::adopt(foreign.host()));
        Runner own = take(Runner::create(*context));
        DescriptorArena arena(*context);
        const VolumeBits packer = take(VolumeBits::create(*context, {.type = ElementType::u8}));
        const auto one = random_voxels(shape, ElementType::u8, 1), two = random_voxels(shape, ElementType::u8, 2);
        const GuardedBuffer first(own, one), second(own, two);
        const GuardedBuffer bits(own, shape.bit_bytes()), more(own, shape.bit_bytes());
        foreign.run([&](VkCommandBuffer commands) {
            Recorder recorder(*context, commands, arena);
            EXPECT_OK(packer.record(recorder, shape, {.voxels = first.view(), .bits = bits.view()}));
            EXPECT_OK(packer.record(recorder, shape, {.voxels = second.view(), .bits = more.view()}));
        });
        EXPECT_OK(arena.reset());
        EXPECT_EQ(bits.values<std::uint32_t>(shape.words()), packed(shape, ElementType::u8, one, {}));
        EXPECT_EQ(more.values<std::uint32_t>(shape.words()), packed(shape, ElementType::u8, two, {}));
        bits.expect_intact();
        more.expect_intact();
    }
}

TEST_F(VolumeBitsTest, AreRefusedForInvalidArguments) {
    const VolumeShape shape{40, 4, 4};
    const GuardedBuffer voxels(runner(), 640), bits(runner(), shape.bit_bytes());
    const VolumeBits packer = take(VolumeBits::create(context()));
    const auto record = [&](const VolumeBits& by, const VolumeShape& of, auto&& change) {
        VolumeBitsArguments arguments{.voxels = voxels.view(), .bits = bits.view()};
        change(arguments);
        return runner().run([&](Recorder& recorder) { return by.record(recorder, of, arguments); });
    };
    const auto nothing = [](VolumeBitsArguments&) {};
    EXPECT_OK(record(packer, shape, nothing));
    for (const VolumeShape& empty : {VolumeShape{0, 4, 4}, VolumeShape{4, 0, 4}, VolumeShape{4, 4, 0}}) {
        EXPECT_OK(record(packer, empty, [](VolumeBitsArguments& a) { a = {}; }));
    }
    EXPECT_ERROR(record(packer, {41, 4, 4}, nothing), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(packer, shape, [](VolumeBitsArguments& a) { a.voxels = {}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(packer, shape, [](VolumeBitsArguments& a) { a.bits = {}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(packer, shape, [](VolumeBitsArguments& a) { a.bits.size -= 4; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(packer, shape, [](VolumeBitsArguments& a) { a.bits = a.voxels; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(packer, shape, [](VolumeBitsArguments& a) { a.first_slice = 5; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(packer, shape,
                        [](VolumeBitsArguments& a) {
                            a.first_slice = 2;
                            a.slices = 3;
                        }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record(VolumeBits(), shape, nothing), ErrorCode::invalid_argument);
    EXPECT_ERROR(VolumeBits::create(context(), {.type = ElementType::u8, .image = true}), ErrorCode::unsupported);
    const VolumeBits of_images = take(VolumeBits::create(context(), {.type = ElementType::f32, .image = true}));
    EXPECT_ERROR(record(of_images, shape, nothing), ErrorCode::invalid_argument);
    const auto later = record(of_images, shape, [](VolumeBitsArguments& a) { a.first_slice = 1; });
    ASSERT_ERROR(later, ErrorCode::invalid_argument);
    EXPECT_NE(later.error().message.find("first_slice must be 0, but it is 1"), std::string::npos)
        << later.error().message;
    const VolumeBitsOptions flat{.type = ElementType::f32, .image = true, .flat = true};
    EXPECT_ERROR(plan_volume_bits(shape, flat, context().profile()), ErrorCode::invalid_argument);
    EXPECT_OK(plan_volume_bits({40, 4, 1}, flat, context().profile()));
    const auto access = take(packer.access(shape, {.voxels = voxels.view(), .bits = bits.view()}));
    EXPECT_NE(access.voxels.first.access & VK_ACCESS_SHADER_READ_BIT, 0u);
    EXPECT_NE(access.bits.last.access & VK_ACCESS_SHADER_WRITE_BIT, 0u);
}

TEST_F(VolumeBitsTest, AreRefusedFromImagesThatCannotBeRead) {
    const VolumeShape shape{5, 4, 3};
    const std::vector<std::byte> texels(shape.voxels());
    const TestImage image(runner(), VK_FORMAT_R8_UINT, {shape.x, shape.y, shape.z}, texels, VK_IMAGE_TYPE_3D);
    const GuardedBuffer bits(runner(), VolumeShape{6, 5, 4}.bit_bytes());
    const auto record = [&](ElementType type, const VolumeShape& of, const auto& change) {
        const VolumeBits packer = take(VolumeBits::create(context(), {.type = type, .image = true}));
        VolumeBitsArguments arguments{.image = image.view(), .bits = bits.view()};
        change(arguments.image);
        return runner().run([&](Recorder& recorder) { return packer.record(recorder, of, arguments); });
    };
    const auto nothing = [](ImageView&) {};
    EXPECT_OK(record(ElementType::u32, shape, nothing));
    EXPECT_OK(record(ElementType::u32, {4, 4, 3}, nothing));
    EXPECT_ERROR(record(ElementType::f32, shape, nothing), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(ElementType::i32, shape, nothing), ErrorCode::invalid_argument);
    for (const VolumeShape& larger : {VolumeShape{6, 4, 3}, VolumeShape{5, 5, 3}, VolumeShape{5, 4, 4}}) {
        EXPECT_ERROR(record(ElementType::u32, larger, nothing), ErrorCode::invalid_argument);
    }
    EXPECT_ERROR(record(ElementType::u32, shape, [](ImageView& a) { a.format = VK_FORMAT_UNDEFINED; }),
                 ErrorCode::invalid_argument);
    EXPECT_ERROR(record(ElementType::u32, shape, [](ImageView& a) { a.extent = {}; }), ErrorCode::invalid_argument);
    EXPECT_ERROR(record(ElementType::u32, shape, [](ImageView& a) { a.layout = VK_IMAGE_LAYOUT_UNDEFINED; }),
                 ErrorCode::invalid_argument);
}

TEST(VolumeBitsPlanTest, RefusesWhatDoesNotFit) {
    DeviceProfile profile;
    profile.max_storage_range = 1 << 27;
    EXPECT_OK(plan_volume_bits({1024, 1024, 1024}, {}, profile));
    EXPECT_EQ(take(plan_volume_bits({1024, 1024, 1024}, {}, profile)).most_slices, 128u);
    EXPECT_ERROR(plan_volume_bits({1024, 1024, 1025}, {}, profile), ErrorCode::too_large);
    EXPECT_ERROR(plan_volume_bits({~0U, ~0U, ~0U}, {}, profile), ErrorCode::too_large);
    EXPECT_ERROR(plan_volume_bits({1 << 20, 512, 1}, {.type = ElementType::f32}, profile), ErrorCode::too_large);
    profile.max_storage_range = ~0U;
    EXPECT_EQ(take(plan_volume_bits({2048, 2048, 2048}, {}, profile)).most_slices, 1023u);
}

}  // namespace vkalgo::test
