// Tests several recorders on one queue, as in an application with several frames in flight, and the errors of a
// recorder.
#include "engine/descriptors.hpp"
#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/engine/recording_test.hpp"
#include "tests/support/general_image.hpp"
#include <vkalgo_spirv/tests_engine/add_image.hpp>

#include <cstring>
#include <map>

namespace vkalgo::test {
namespace {

class FramesTest : public RecordingTest {
protected:
    Buffer make(std::uint64_t bytes = 4096) { return take(Buffer::create(context(), {.size = bytes})); }
    Kernel add = make_add(context());
};

TEST_F(FramesTest, ARecorderWithoutATrackerWaitsForAllEarlierWork) {
    const Buffer a = make(), scratch = make(), b = make();
    DescriptorArena arena(context());
    take(runner().run([&](Recorder& host) -> Result<void> {
        for (const Buffer* target : {&a, &b}) {  // Two passes of a frame graph that share a scratch
            Recorder pass(context(), host.commands(), arena);
            record_add(pass, add, target->view(), scratch.view(), 1000, 1);
            record_add(pass, add, scratch.view(), target->view(), 1000, 1);
            EXPECT_EQ(pass.barriers(), 2U) << "one for what came before, one between its own";
        }
        return {};
    }));
}

TEST_F(FramesTest, RecordersThatShareATrackerWaitForEachOtherAndForNothingElse) {
    const Buffer a = make(), counts = make(), shown = make(), other = make();
    DescriptorArena arena(context());
    HazardTracker queue(HazardTracker::Before::nothing);
    take(runner().run([&](Recorder& host) -> Result<void> {
        for (int frame = 0; frame < 3; ++frame) {
            Recorder recorder(context(), host.commands(), arena, {.hazards = &queue});
            recorder.fill(counts.view(), 0);
            EXPECT_EQ(recorder.barriers(), frame == 0 ? 0U : 1U) << "after the previous frame's copy";
            record_add(recorder, add, a.view(), counts.view(), 1000, 1);
            recorder.hand_over(counts.view(), kCopyRead);
            recorder.hand_over(shown.view(), {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
            const VkBufferCopy all{0, 0, 4096};
            context().table().device.vkCmdCopyBuffer(host.commands(), counts.view().buffer, shown.view().buffer, 1,
                                                     &all);
        }
        Recorder recorder(context(), host.commands(), arena, {.hazards = &queue});
        record_add(recorder, add, a.view(), other.view(), 1000, 1);
        EXPECT_EQ(recorder.barriers(), 0U);
        return {};
    }));
}

TEST_F(FramesTest, ABufferThatTheHostCopiedMayBeWrittenAgain) {
    const Buffer a = make(), counts = make(), shown = make();
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        for (int call = 0; call < 2; ++call) {
            recorder.fill(counts.view(), 0);
            record_add(recorder, add, a.view(), counts.view(), 1000, 1);
            if (call == 0) {
                recorder.hand_over(counts.view(), kCopyRead);
                const VkBufferCopy all{0, 0, 4096};
                context().table().device.vkCmdCopyBuffer(recorder.commands(), counts.view().buffer, shown.view().buffer,
                                                         1, &all);
            }
        }
        return {};
    }));
}

TEST_F(FramesTest, RefusesANullCommandBufferUnlessNothingIsToBeRecorded) {
    const Buffer a = make(), b = make();
    DescriptorArena arena(context());
    Recorder mistaken(context(), VK_NULL_HANDLE, arena);
    ASSERT_ERROR(mistaken.status(), ErrorCode::invalid_argument);
    EXPECT_EQ(mistaken.status().error().where, "commands");
    {
        const SpanScope span(mistaken, "nothing comes of it");
        record_add(mistaken, add, a.view(), b.view(), 1000, 1);
        mistaken.hand_over(b.view(), kCopyRead);
    }
    EXPECT_EQ(mistaken.dispatches(), 0U);
    Recorder dry(context(), VK_NULL_HANDLE, arena, {.dry = true});
    record_add(dry, add, a.view(), b.view(), 1000, 1);
    EXPECT_OK(dry.status());
    EXPECT_EQ(dry.dispatches(), 1U);
}

TEST_F(FramesTest, RecordsNothingInADryRecordingEvenWithACommandBuffer) {
    const Buffer a = upload(runner(), std::vector<std::uint32_t>(1024, 7));
    DescriptorArena arena(context());
    take(runner().run([&](Recorder& host) -> Result<void> {
        Recorder dry(context(), host.commands(), arena, {.dry = true});
        dry.fill(a.view(), 0);
        return dry.status();
    }));
    EXPECT_EQ(read_back<std::uint32_t>(runner(), a.view())[0], 7U);
}

TEST_F(FramesTest, RefusesFewerPushConstantsThanTheKernelHas) {
    const Buffer a = make(), b = make();
    const auto result = status([&](Recorder& recorder) {
        recorder.dispatch(add, {a.view(), b.view()}, std::uint32_t{1000}, {16, 1, 1});
    });
    ASSERT_ERROR(result, ErrorCode::invalid_argument);
    EXPECT_NE(result.error().message.find("needs 8 bytes of push constants, but 4 were given"), std::string::npos)
        << result.error().message;
}

TEST_F(FramesTest, RefusesAKernelThatWasNeverCreated) {
    const Kernel none;
    const Buffer a = make(), b = make();
    const auto result = status([&](Recorder& recorder) { record_add(recorder, none, a.view(), b.view(), 10, 1); });
    ASSERT_ERROR(result, ErrorCode::invalid_argument);
    EXPECT_EQ(result.error().where, "kernel");
    EXPECT_NE(result.error().message.find("never created"), std::string::npos) << result.error().message;
}

TEST_F(FramesTest, RefusesAKernelOfAnotherContext) {
    ValidatedContext other;
    const Kernel foreign = make_add(*other);
    const Buffer a = make(), b = make();
    const auto result = status([&](Recorder& recorder) { record_add(recorder, foreign, a.view(), b.view(), 10, 1); });
    ASSERT_ERROR(result, ErrorCode::invalid_argument);
    EXPECT_NE(result.error().message.find("another context"), std::string::npos) << result.error().message;
    EXPECT_ERROR(status([&](Recorder& recorder) { record_add(recorder, Kernel(), a.view(), b.view(), 10, 1); }),
                 ErrorCode::invalid_argument);
}

TEST_F(FramesTest, PushesConstantsAgainForAnotherKernelWithEqualConstants) {
    // Both kernels get the same words; the second kernel has another layout, so it cannot use what was pushed before.
    const Kernel twice = make_add(context(), 2);
    const Buffer a = make(), b = make(), c = make();
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.fill(a.view(), 0);
        record_add(recorder, add, a.view(), b.view(), 1000, 5);
        record_add(recorder, twice, a.view(), c.view(), 1000, 5);
        return {};
    }));
    EXPECT_EQ(read_back<std::uint32_t>(runner(), b.view())[999], 5U);
    EXPECT_EQ(read_back<std::uint32_t>(runner(), c.view())[999], 10U);
}

int pushes = 0;
PFN_vkCmdPushConstants real_push_constants = nullptr;
VKAPI_ATTR void VKAPI_CALL count_push_constants(VkCommandBuffer commands, VkPipelineLayout layout,
                                                VkShaderStageFlags stages, std::uint32_t offset, std::uint32_t size,
                                                const void* data) {
    ++pushes;
    real_push_constants(commands, layout, stages, offset, size, data);
}

TEST_F(FramesTest, PushesConstantsOncePerKernelInARow) {
    const Kernel twice = make_add(context(), 2);
    const Buffer a = make(), b = make();
    VolkDeviceTable& vk = context().table().device;
    real_push_constants = std::exchange(vk.vkCmdPushConstants, count_push_constants);
    pushes = 0;
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        record_add(recorder, add, a.view(), b.view(), 1000, 5);
        record_add(recorder, add, a.view(), b.view(), 1000, 5);
        EXPECT_EQ(pushes, 1);
        record_add(recorder, twice, a.view(), b.view(), 1000, 5);
        EXPECT_EQ(pushes, 2) << "the same words, but another kernel";
        record_add(recorder, twice, a.view(), b.view(), 1000, 6);
        EXPECT_EQ(pushes, 3);
        return {};
    }));
    vk.vkCmdPushConstants = real_push_constants;
}

TEST_F(FramesTest, AccessesByAddressBelongToOneDispatchOnly) {
    const Buffer a = make(), b = make(), c = make(), reached = make();
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.use_by_address(reached.view(), Access::write);
        record_add(recorder, add, a.view(), b.view(), 1000, 1);
        record_add(recorder, add, a.view(), c.view(), 1000, 1);
        EXPECT_EQ(recorder.barriers(), 0U) << "the second writes `reached` no more";
        recorder.use_by_address(reached.view(), Access::write);
        recorder.dispatch(add, {a.view(), b.view()}, AddPush{1, 1}, {0, 1, 1});
        record_add(recorder, add, a.view(), make(4096).view().slice(0, 0), 0, 1);
        recorder.hand_over(reached.view(), kCopyRead);
        EXPECT_EQ(recorder.barriers(), 1U);
        return {};
    }));
}

int pools = 0;
PFN_vkCreateDescriptorPool real_create_pool = nullptr;
VKAPI_ATTR VkResult VKAPI_CALL count_pool(VkDevice device, const VkDescriptorPoolCreateInfo* info,
                                          const VkAllocationCallbacks* callbacks, VkDescriptorPool* pool) {
    ++pools;
    return real_create_pool(device, info, callbacks, pool);
}

/// The number of sets allocated from each pool. allocate_set() fails if a pool is full, since the software driver's
/// pools never fail.
std::map<VkDescriptorPool, int> sets_of;
PFN_vkAllocateDescriptorSets real_allocate_sets = nullptr;
PFN_vkResetDescriptorPool real_reset = nullptr;
VKAPI_ATTR VkResult VKAPI_CALL allocate_set(VkDevice device, const VkDescriptorSetAllocateInfo* info,
                                            VkDescriptorSet* set) {
    if (sets_of[info->descriptorPool]++ >= 256) {
        return VK_ERROR_OUT_OF_POOL_MEMORY;
    }
    return real_allocate_sets(device, info, set);
}
VKAPI_ATTR VkResult VKAPI_CALL reset_pool(VkDevice device, VkDescriptorPool pool, VkDescriptorPoolResetFlags flags) {
    sets_of[pool] = 0;
    return real_reset(device, pool, flags);
}

TEST(Arena, ReusesItsPoolsAfterAReset) {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.push_descriptors = false; };
    ValidatedContext context(options);
    Runner runner = take(Runner::create(*context));
    const Kernel add = make_add(*context);
    const Buffer a = take(Buffer::create(*context, {.size = 1 << 16}));
    DescriptorArena arena(*context);
    VolkDeviceTable& vk = context->table().device;
    real_create_pool = std::exchange(vk.vkCreateDescriptorPool, count_pool);
    real_allocate_sets = std::exchange(vk.vkAllocateDescriptorSets, allocate_set);
    real_reset = std::exchange(vk.vkResetDescriptorPool, reset_pool);
    const auto run = [&](int dispatches) {
        pools = 0;
        take(runner.run([&](Recorder& host) -> Result<void> {
            Recorder recorder(*context, host.commands(), arena);
            for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(dispatches); ++i) {
                record_add(recorder, add, a.view().slice(i % 16 * 1024, 256), a.view().slice(32768 + i % 8 * 256, 256),
                           64, 1);
            }
            return recorder.status();
        }));
        take(arena.reset());
        return pools;
    };
    EXPECT_EQ(run(1000), 4);
    EXPECT_EQ(run(1000), 0);
    EXPECT_EQ(run(1000), 0);
    vk.vkCreateDescriptorPool = real_create_pool;
    vk.vkAllocateDescriptorSets = real_allocate_sets;
    vk.vkResetDescriptorPool = real_reset;
}

std::vector<VkBufferMemoryBarrier> transfers;
struct ImageTransfer {
    VkPipelineStageFlags from, to;
    VkImageMemoryBarrier barrier;
};
std::vector<ImageTransfer> image_transfers;
VKAPI_ATTR void VKAPI_CALL keep_transfer(VkCommandBuffer, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                         VkDependencyFlags, std::uint32_t, const VkMemoryBarrier*, std::uint32_t count,
                                         const VkBufferMemoryBarrier* barriers, std::uint32_t images,
                                         const VkImageMemoryBarrier* of_images) {
    EXPECT_NE(from, 0U);
    EXPECT_NE(to, 0U);
    transfers.insert(transfers.end(), barriers, barriers + count);
    for (std::uint32_t i = 0; i < images; ++i) {
        image_transfers.push_back({from, to, of_images[i]});
    }
}

TEST_F(FramesTest, ReleasesBuffersToOtherQueueFamiliesAndAcquiresThem) {
    // The software device has one queue family, so the barriers are inspected, not recorded.
    const Buffer a = make(), b = make();
    const std::uint32_t own = context().queue_family();
    const std::uint32_t other = own + 1;
    VolkDeviceTable& vk = context().table().device;
    transfers.clear();
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        const auto real = std::exchange(vk.vkCmdPipelineBarrier, keep_transfer);
        const auto real_copy = std::exchange(
            vk.vkCmdCopyBuffer, [](VkCommandBuffer, VkBuffer, VkBuffer, std::uint32_t, const VkBufferCopy*) {});
        record_add(recorder, add, a.view(), b.view(), 1000, 1);
        recorder.hand_over(b.view(), {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT}, other);
        EXPECT_EQ(transfers.size(), 1U);
        recorder.assume(b.view(), {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT}, other);
        EXPECT_EQ(transfers.size(), 2U);
        const std::uint64_t before = recorder.barriers();
        record_add(recorder, add, b.view(), a.view().slice(0, 0), 0, 1);
        recorder.copy(b.view().slice(0, 16), b.view().slice(1024, 16));
        EXPECT_EQ(recorder.barriers(), before) << "the acquire opened it to all that vkalgo does";
        recorder.hand_over(b.view(), {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT});
        EXPECT_EQ(recorder.barriers(), before + 1) << "and to nothing else";
        recorder.hand_over(b.view(), kCopyRead, own);
        EXPECT_EQ(transfers.size(), 2U) << "the same family transfers nothing";
        vk.vkCmdPipelineBarrier = real;
        vk.vkCmdCopyBuffer = real_copy;
        return recorder.status();
    }));
    ASSERT_EQ(transfers.size(), 2U);
    EXPECT_EQ(transfers[0].srcQueueFamilyIndex, own);
    EXPECT_EQ(transfers[0].dstQueueFamilyIndex, other);
    EXPECT_EQ(transfers[0].srcAccessMask, VkAccessFlags{VK_ACCESS_SHADER_WRITE_BIT});
    EXPECT_EQ(transfers[0].dstAccessMask, 0U);
    EXPECT_EQ(transfers[0].buffer, b.view().buffer);
    EXPECT_EQ(transfers[0].size, b.view().size);
    EXPECT_EQ(transfers[1].srcQueueFamilyIndex, other);
    EXPECT_EQ(transfers[1].dstQueueFamilyIndex, own);
    EXPECT_EQ(transfers[1].srcAccessMask, 0U);
    EXPECT_NE(transfers[1].dstAccessMask & VK_ACCESS_SHADER_READ_BIT, 0U);
}

TEST_F(FramesTest, ReleasesImagesToOtherQueueFamiliesAndAcquiresThem) {
    // The software device has one queue family, so the barriers are inspected, not recorded.
    GeneralImage source(runner(), {8, 8, 2, 1}), target(runner(), {8, 8, 2, 1});
    const Kernel kernel = make_kernel(context(), "add_image", spirv::tests_engine_add_image);
    const Buffer constants = make(), count = make();
    const ImageView from = source.view(1), to = target.view(1), other_level = target.view(0);
    ImageView sampler;
    sampler.sampler = from.sampler;
    const std::vector<Binding> there = {constants.view().slice(0, 16), from, from, sampler, to, count.view()};
    std::vector<Binding> back = {constants.view().slice(0, 16), to, to, sampler, from, make().view()};
    const StageAccess fragment{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
    const std::uint32_t own = context().queue_family();
    const std::uint32_t other = own + 1;
    VolkDeviceTable& vk = context().table().device;
    image_transfers.clear();
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.dispatch(kernel, there, {}, {1, 1, 1});
        const auto real = std::exchange(vk.vkCmdPipelineBarrier, keep_transfer);
        const auto real_dispatch =
            std::exchange(vk.vkCmdDispatch, [](VkCommandBuffer, std::uint32_t, std::uint32_t, std::uint32_t) {});
        recorder.hand_over(to, fragment, other);
        recorder.hand_over(from, fragment, other);
        recorder.assume(to, {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT}, other);
        recorder.assume(from, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT}, other);
        EXPECT_EQ(recorder.barriers(), 4U) << "one for each transfer";
        back[5] = constants.view().slice(1024, 16);
        recorder.dispatch(kernel, back, {}, {1, 1, 1});
        EXPECT_EQ(recorder.barriers(), 4U) << "the acquires opened both to all that kernels do";
        recorder.hand_over(to, fragment);
        EXPECT_EQ(recorder.barriers(), 5U) << "and to nothing else";
        recorder.hand_over(from, fragment, own);
        recorder.assume(other_level, fragment, own);
        EXPECT_EQ(image_transfers.size(), 4U) << "the same family transfers nothing";
        vk.vkCmdPipelineBarrier = real;
        vk.vkCmdDispatch = real_dispatch;
        return recorder.status();
    }));
    ASSERT_EQ(image_transfers.size(), 4U);
    const StageAccess kernel_any = by_kernel(Access::read_write);
    const ImageView* const views[] = {&to, &from, &to, &from};
    for (std::size_t i = 0; i < 4; ++i) {
        const VkImageMemoryBarrier& barrier = image_transfers[i].barrier;
        const bool release = i < 2;
        EXPECT_EQ(barrier.srcQueueFamilyIndex, release ? own : other);
        EXPECT_EQ(barrier.dstQueueFamilyIndex, release ? other : own);
        EXPECT_EQ(barrier.image, views[i]->image);
        EXPECT_EQ(barrier.oldLayout, VK_IMAGE_LAYOUT_GENERAL);
        EXPECT_EQ(barrier.newLayout, VK_IMAGE_LAYOUT_GENERAL) << "no layout is changed";
        EXPECT_EQ(barrier.subresourceRange.baseMipLevel, 1U);
        EXPECT_EQ(barrier.subresourceRange.levelCount, 1U);
        EXPECT_EQ(image_transfers[i].from, i == 3 ? kCopyRead.stages : kernel_any.stages);
        EXPECT_EQ(barrier.srcAccessMask, i == 0 ? by_kernel(Access::write).access : VkAccessFlags2{0});
        EXPECT_EQ(barrier.dstAccessMask, release ? VkAccessFlags2{0} : kernel_any.access);
    }
}

}  // namespace
}  // namespace vkalgo::test
