#include "engine/kernel.hpp"

#include "engine/descriptors.hpp"
#include "tests/engine/kernels.hpp"

namespace vkalgo::test {
namespace {

class KernelTest : public DeviceTest {};

TEST_F(KernelTest, TakesItsSpecializationConstants) {
    const auto values = random_words(100, 1);
    const Buffer source = upload(runner(), values);
    const Buffer target = take(Buffer::create(context(), {.size = 400}));
    for (const std::uint32_t factor : {1U, 7U, 1000U}) {
        const Kernel add = make_add(context(), factor);
        take(runner().run([&](Recorder& recorder) -> Result<void> {
            record_add(recorder, add, source.view(), target.view(), 100, 3);
            return {};
        }));
        const auto result = read_back<std::uint32_t>(runner(), target.view());
        for (std::size_t i = 0; i < 100; ++i) {
            ASSERT_EQ(result[i], values[i] + 3 * factor);
        }
    }
}

TEST_F(KernelTest, RunsWithTheSubgroupSizeItRequires) {
    const DeviceProfile& profile = context().profile();
    if (!profile.subgroup_size_control) {
        GTEST_SKIP() << "the device lets no kernel require a subgroup size";
    }
    const Buffer target = take(Buffer::create(context(), {.size = 512}));
    for (std::uint32_t size = profile.min_subgroup_size; size <= profile.max_subgroup_size; size *= 2) {
        KernelInfo info;
        info.name = "subgroup_width";
        info.spirv = spirv::tests_engine_subgroup_width;
        info.required_subgroup_size = size;
        const Kernel kernel = take(Kernel::create(context(), info));
        take(runner().run([&](Recorder& recorder) -> Result<void> {
            const Binding views[] = {target.view()};
            recorder.dispatch(kernel, views, {}, {1, 1, 1});
            return {};
        }));
        for (const std::uint32_t width : read_back<std::uint32_t>(runner(), target.view())) {
            ASSERT_EQ(width, size);
        }
    }
}

TEST_F(KernelTest, RefusesASubgroupSizeThatTheDeviceLacks) {
    for (const std::uint32_t size : {context().profile().max_subgroup_size * 2, 3U, 12U, 1U << 31}) {
        KernelInfo info;
        info.name = "subgroup_width";
        info.spirv = spirv::tests_engine_subgroup_width;
        info.required_subgroup_size = size;
        EXPECT_ERROR(Kernel::create(context(), info), ErrorCode::unsupported);
    }
}

TEST_F(KernelTest, NamesItselfWhenItsModuleIsDamaged) {
    KernelInfo info;
    info.name = "broken";
    info.spirv = std::span(spirv::tests_engine_add_constant).first(20);
    const auto kernel = Kernel::create(context(), info);
    ASSERT_ERROR(kernel, ErrorCode::invalid_argument);
    EXPECT_NE(kernel.error().message.find("broken"), std::string::npos);
}

TEST(KernelLimit, RefusesMoreBindingsAndPushConstantsThanTheProfileHas) {
    KernelInfo info;
    info.name = "add_constant";
    info.spirv = spirv::tests_engine_add_constant;
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.max_storage_buffers = 1; };
    ValidatedContext few_buffers(options);
    EXPECT_ERROR(Kernel::create(*few_buffers, info), ErrorCode::unsupported);
    options.narrow = [](DeviceProfile& profile) { profile.max_push_constants = 4; };
    ValidatedContext few_constants(options);
    EXPECT_ERROR(Kernel::create(*few_constants, info), ErrorCode::unsupported);
}

TEST_F(KernelTest, StaysValidWhenItIsMoved) {
    Kernel first = make_add(context());
    Kernel second = std::move(first);
    EXPECT_EQ(first.pipeline(), VkPipeline{VK_NULL_HANDLE});  // NOLINT(bugprone-use-after-move): empty by contract
    EXPECT_EQ(second.name(), "add_constant");
    const Buffer a = take(Buffer::create(context(), {.size = 256}));
    const auto refused = runner().run([&](Recorder& recorder) -> Result<void> {
        record_add(recorder, first, a.view(), a.view(), 64, 1);
        return {};
    });
    EXPECT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_OK(runner().run([&](Recorder& recorder) -> Result<void> {
        record_add(recorder, second, a.view(), a.view(), 64, 1);
        return {};
    }));
}

TEST(DescriptorArena, GrowsByPoolsAndIsReusedAfterAReset) {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.push_descriptors = false; };
    ValidatedContext context(options);
    const Kernel add = make_add(*context);
    Runner runner = take(Runner::create(*context));
    const std::uint32_t parts = 700;  // More sets than one pool has
    std::vector<std::uint32_t> values(parts * 64, 0);
    const Buffer a = upload(runner, values);
    for (std::uint32_t round = 1; round <= 2; ++round) {
        take(runner.run([&](Recorder& recorder) -> Result<void> {
            for (std::uint32_t part = 0; part < parts; ++part) {
                const BufferView view = a.view().slice(std::uint64_t{part} * 256, 256);
                record_add(recorder, add, view, view, 64, part);
            }
            return {};
        }));
        const auto result = read_back<std::uint32_t>(runner, a.view());
        for (std::uint32_t i = 0; i < result.size(); ++i) {
            ASSERT_EQ(result[i], i / 64 * round);
        }
    }
}

}  // namespace
}  // namespace vkalgo::test
