#include "engine/runner.hpp"

#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/support/general_image.hpp"
#include "tests/support/guarded_buffer.hpp"

#include <algorithm>

namespace vkalgo::test {
namespace {

class RunnerTest : public DeviceTest {};

TEST_F(RunnerTest, UploadsAndDownloadsEverySize) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{4097},
                                   static_cast<std::size_t>(Runner::kStagingBytes / 4 + 1),
                                   static_cast<std::size_t>(Runner::kStagingBytes + 12345)}) {
        std::vector<std::byte> bytes(size);
        SplitMix64 random(size);
        for (std::byte& byte : bytes) {
            byte = static_cast<std::byte>(random.next());
        }
        const Buffer buffer = take(runner().upload_new(bytes, "there"));
        std::vector<std::byte> back(size);
        take(runner().download(buffer.view(), back));
        EXPECT_EQ(back, bytes) << size << " bytes";
    }
}

TEST_F(RunnerTest, UsesNoMoreStagingMemoryThanDocumented) {
    Runner own = take(Runner::create(context()));
    const std::uint64_t before = context().memory_in_use();
    std::vector<std::byte> bytes(3 * Runner::kStagingBytes);
    const Buffer buffer = take(own.upload_new(bytes));
    take(own.download(buffer.view(), bytes));
    EXPECT_LE(context().memory_in_use() - before - buffer.size(), Runner::kStagingBytes);
    EXPECT_GT(own.upload_milliseconds(), 0);
    EXPECT_GT(own.download_milliseconds(), 0);
}

TEST_F(RunnerTest, StagesUploadsThatLaterSubmissionsSee) {
    Runner own = take(Runner::create(context()));
    SplitMix64 random(5);
    std::vector<Buffer> targets;
    std::vector<std::vector<std::byte>> all;
    // Staging memory grows while earlier uploads are unfinished.
    for (const std::size_t size : {std::size_t{5}, std::size_t{4096}, std::size_t{0}, std::size_t{100'003},
                                   static_cast<std::size_t>(Runner::kStagingBytes / 2 + 4),
                                   static_cast<std::size_t>(Runner::kStagingBytes + 77), std::size_t{12}}) {
        std::vector<std::byte> bytes(size);
        std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<std::byte>(random.next()); });
        targets.push_back(take(Buffer::create(context(), {.size = size})));
        std::vector<std::byte> given = bytes;
        take(own.stage(targets.back().view(), given));
        std::fill(given.begin(), given.end(), std::byte{0xff});
        all.push_back(std::move(bytes));
    }
    const Buffer copy = take(Buffer::create(context(), {.size = targets.back().size()}));
    take(own.run([&](Recorder& recorder) -> Result<void> {
        recorder.copy(targets.back().view(), copy.view());
        return recorder.status();
    }));
    targets.push_back(take(Buffer::create(context(), {.size = 12})));
    take(own.stage(targets.back().view(), all.back()));
    all.push_back(all.back());
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<std::byte> back(all[i].size());
        take(own.download(targets[i].view(), back));
        EXPECT_EQ(back, all[i]) << back.size() << " bytes";
    }
    std::vector<std::byte> back(12);
    take(own.download(copy.view(), back));
    EXPECT_EQ(back, all.back());
    // The runner is destroyed while its last upload is unfinished, and waits for it; the target lives until then.
    take(own.stage(targets[4].view(), all[4]));
    const Runner gone = std::move(own);
}

int fence_waits = 0;
PFN_vkWaitForFences wait_for_fences = nullptr;
PFN_vkCmdPipelineBarrier pipeline_barrier = nullptr;
VkPipelineStageFlags waited_for = 0;

VKAPI_ATTR VkResult VKAPI_CALL count_fence_wait(VkDevice device, std::uint32_t count, const VkFence* fences,
                                                VkBool32 all, std::uint64_t timeout) {
    ++fence_waits;
    return wait_for_fences(device, count, fences, all, timeout);
}

TEST_F(RunnerTest, StagesWithoutWaitingForUnfinishedWork) {
    Runner own = take(Runner::create(context()));
    const std::vector<std::byte> bytes(Runner::kStagingBytes / 2);
    const Buffer target = take(Buffer::create(context(), {.size = bytes.size()}));
    VolkDeviceTable& vk = context().table().device;
    fence_waits = 0;
    waited_for = 0;
    wait_for_fences = std::exchange(vk.vkWaitForFences, count_fence_wait);
    pipeline_barrier = std::exchange(
        vk.vkCmdPipelineBarrier,
        [](VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to, VkDependencyFlags flags,
           std::uint32_t memories, const VkMemoryBarrier* memory, std::uint32_t buffers,
           const VkBufferMemoryBarrier* buffer, std::uint32_t images, const VkImageMemoryBarrier* image) {
            waited_for |= from;
            pipeline_barrier(commands, from, to, flags, memories, memory, buffers, buffer, images, image);
        });
    EXPECT_OK(own.stage(target.view(), bytes));
    EXPECT_EQ(fence_waits, 0) << "for room, of which there was enough";
    EXPECT_EQ(waited_for, VkPipelineStageFlags{VK_PIPELINE_STAGE_TRANSFER_BIT}) << "its own copies, for the host";
    EXPECT_OK(own.await_staged());
    EXPECT_EQ(fence_waits, 2);
    EXPECT_OK(own.await_staged());
    EXPECT_EQ(fence_waits, 2);
    vk.vkWaitForFences = wait_for_fences;
    vk.vkCmdPipelineBarrier = pipeline_barrier;
}

TEST_F(RunnerTest, WritesNothingBesideAnUnalignedView) {
    GuardedBuffer guarded(runner(), 1000);
    const BufferView inner{guarded.view().buffer, guarded.view().offset + 3, 994};
    std::vector<std::byte> bytes(994, std::byte{0x5A});
    take(runner().upload(inner, bytes));
    std::vector<std::byte> back(994);
    take(runner().download(inner, back));
    EXPECT_EQ(back, bytes);
    guarded.expect_intact();
    EXPECT_EQ(guarded.values<std::uint8_t>(3), (std::vector<std::uint8_t>{0xEF, 0xBE, 0xAD}));
}

TEST_F(RunnerTest, RefusesMoreBytesThanTheViewHas) {
    const Buffer buffer = take(Buffer::create(context(), {.size = 64}));
    std::vector<std::byte> bytes(65);
    EXPECT_ERROR(runner().upload(buffer.view(), bytes), ErrorCode::invalid_argument);
    EXPECT_ERROR(runner().stage(buffer.view(), bytes), ErrorCode::invalid_argument);
    EXPECT_ERROR(runner().download(buffer.view(), bytes), ErrorCode::invalid_argument);
}

/// A render pass that clears an image in layout GENERAL, at COLOR_ATTACHMENT_OUTPUT, a stage that vkalgo never uses.
class ClearingPass {
public:
    explicit ClearingPass(Context& context, const ImageView& image, VkExtent2D size)
        : device_(context.device()), vk_(context.table().device), size_(size) {
        VkAttachmentDescription attachment{};
        attachment.format = VK_FORMAT_R32_UINT;
        attachment.samples = VK_SAMPLE_COUNT_1_BIT;
        attachment.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
        attachment.initialLayout = attachment.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
        const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_GENERAL};
        VkSubpassDescription subpass{};
        subpass.colorAttachmentCount = 1;
        subpass.pColorAttachments = &reference;
        VkRenderPassCreateInfo pass{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
        pass.attachmentCount = 1;
        pass.pAttachments = &attachment;
        pass.subpassCount = 1;
        pass.pSubpasses = &subpass;
        take(check_vk(vk_.vkCreateRenderPass(device_, &pass, nullptr, &pass_), "vkCreateRenderPass"));
        VkFramebufferCreateInfo framebuffer{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
        framebuffer.renderPass = pass_;
        framebuffer.attachmentCount = 1;
        framebuffer.pAttachments = &image.view;
        framebuffer.width = size.width;
        framebuffer.height = size.height;
        framebuffer.layers = 1;
        take(check_vk(vk_.vkCreateFramebuffer(device_, &framebuffer, nullptr, &framebuffer_), "vkCreateFramebuffer"));
    }
    ClearingPass(const ClearingPass&) = delete;
    ClearingPass& operator=(const ClearingPass&) = delete;
    ~ClearingPass() {
        vk_.vkDestroyFramebuffer(device_, framebuffer_, nullptr);
        vk_.vkDestroyRenderPass(device_, pass_, nullptr);
    }
    void record(VkCommandBuffer commands, std::uint32_t value) const {
        VkClearValue clear{};
        clear.color.uint32[0] = value;
        VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
        begin.renderPass = pass_;
        begin.framebuffer = framebuffer_;
        begin.renderArea = {{0, 0}, size_};
        begin.clearValueCount = 1;
        begin.pClearValues = &clear;
        vk_.vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
        vk_.vkCmdEndRenderPass(commands);
    }

private:
    VkDevice device_;
    const VolkDeviceTable& vk_;
    VkExtent2D size_;
    VkRenderPass pass_ = VK_NULL_HANDLE;
    VkFramebuffer framebuffer_ = VK_NULL_HANDLE;
};

TEST_F(RunnerTest, WaitsForCommandsThatAnEarlierCallbackRecordedItself) {
    GeneralImageInfo info{.width = 8, .height = 8};
    info.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    GeneralImage image(runner(), info);
    const ImageView view = image.view();
    const ClearingPass pass(context(), view, {8, 8});
    const VolkDeviceTable& vk = context().table().device;
    for (std::uint32_t turn = 1; turn < 4; ++turn) {
        take(runner().submit([&](Recorder& recorder) -> Result<void> {
            pass.record(recorder.commands(), turn);
            return {};
        }));
        const Ticket last = take(runner().submit([&](Recorder& recorder) -> Result<void> {
            const VkClearColorValue value{.uint32 = {10 + turn, 0, 0, 0}};
            vk.vkCmdClearColorImage(recorder.commands(), view.image, VK_IMAGE_LAYOUT_GENERAL, &value, 1, &view.range);
            return {};
        }));
        take(runner().wait(last));
        const std::vector<std::byte> texels = image.download(256);
        EXPECT_EQ(texels[0], std::byte(10 + turn));
    }
}

TEST_F(RunnerTest, SubmitsNothingWhenRecordingFails) {
    const Buffer buffer = upload(runner(), std::vector<std::uint32_t>(16, 1));
    const auto result = runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.fill(buffer.view(), 2);
        return Error{ErrorCode::overflow, "no", ""};
    });
    EXPECT_ERROR(result, ErrorCode::overflow);
    EXPECT_EQ(read_back<std::uint32_t>(runner(), buffer.view())[0], 1U);
    EXPECT_OK(runner().run([](Recorder&) -> Result<void> { return {}; }));
}

TEST_F(RunnerTest, LeavesAMappedBufferReadable) {
    const Buffer back = take(Buffer::create(context(), {.size = 64, .kind = MemoryKind::readback}));
    take(runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.fill(back.view(), 123);
        return {};
    }));
    std::uint32_t word = 0;
    std::memcpy(&word, back.mapped().data() + 60, 4);
    EXPECT_EQ(word, 123U);
}

TEST_F(RunnerTest, TimesSpansThatNest) {
    const Buffer buffer = take(Buffer::create(context(), {.size = 1 << 22}));
    const RunReport report = take(runner().run([&](Recorder& recorder) -> Result<void> {
        const SpanScope outer(recorder, "outer");
        {
            const SpanScope first(recorder, "first");
            recorder.fill(buffer.view(), 1);
        }
        {
            const SpanScope second(recorder, "second");
            recorder.fill(buffer.view(), 2);
        }
        return {};
    }));
    ASSERT_EQ(report.spans.size(), 3U);
    EXPECT_EQ(report.spans[0].name, "outer");
    EXPECT_EQ(report.spans[0].depth, 0U);
    EXPECT_EQ(report.spans[1].name, "first");
    EXPECT_EQ(report.spans[1].depth, 1U);
    EXPECT_EQ(report.spans[2].depth, 1U);
    if (context().profile().timestamp_bits != 0) {
        EXPECT_GT(report.spans[1].milliseconds, 0);
        EXPECT_GE(report.spans[0].milliseconds + 1e-6, report.spans[1].milliseconds + report.spans[2].milliseconds);
        EXPECT_GE(report.gpu_milliseconds + 1e-6, report.spans[0].milliseconds);
    }
}

TEST_F(RunnerTest, ReportsASpanThatWasNotEnded) {
    const auto result = runner().run([&](Recorder& recorder) -> Result<void> {
        recorder.begin_span("open");
        return {};
    });
    EXPECT_ERROR(result, ErrorCode::invalid_argument);
}

TEST_F(RunnerTest, CountsMoreSpansThanItTimes) {
    const RunReport report = take(runner().run([&](Recorder& recorder) -> Result<void> {
        for (int i = 0; i < 400; ++i) {
            const SpanScope span(recorder, std::to_string(i));
        }
        return {};
    }));
    ASSERT_EQ(report.spans.size(), 400U);
    EXPECT_EQ(report.spans[399].name, "399");
    EXPECT_EQ(report.spans[399].milliseconds, 0);
}

int submissions = 0;
PFN_vkQueueSubmit real_submit = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL fail_second_submit(VkQueue queue, std::uint32_t count, const VkSubmitInfo* infos,
                                                  VkFence fence) {
    return ++submissions == 2 ? VK_ERROR_OUT_OF_HOST_MEMORY : real_submit(queue, count, infos, fence);
}

TEST_F(RunnerTest, WaitsForTheFirstHalfWhenTheSecondHalfOfATransferFails) {
    const std::vector<std::byte> bytes(Runner::kStagingBytes / 2);
    std::vector<std::byte> back(bytes.size());
    VolkDeviceTable& vk = context().table().device;
    Runner own = take(Runner::create(context()));
    enum class Way { upload, stage, download };
    const auto transfer = [&](Way way, const BufferView& view) {
        return way == Way::upload  ? own.upload(view, bytes)
               : way == Way::stage ? own.stage(view, bytes)
                                   : own.download(view, back);
    };
    for (const Way way : {Way::upload, Way::stage, Way::download}) {
        const Buffer buffer = take(Buffer::create(context(), {.size = bytes.size()}));
        submissions = 0;
        fence_waits = 0;
        real_submit = std::exchange(vk.vkQueueSubmit, fail_second_submit);
        wait_for_fences = std::exchange(vk.vkWaitForFences, count_fence_wait);
        EXPECT_ERROR(transfer(way, buffer.view()), ErrorCode::out_of_memory);
        vk.vkQueueSubmit = real_submit;
        vk.vkWaitForFences = wait_for_fences;
        EXPECT_EQ(submissions, 2);
        EXPECT_EQ(fence_waits, 1) << "for the first half; the second was not submitted";
        // The runner is still usable.
        EXPECT_OK(own.upload(buffer.view(), bytes));
    }
}

}  // namespace
}  // namespace vkalgo::test
