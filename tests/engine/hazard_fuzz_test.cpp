// Calls every function of a recorder that accesses memory, in random order, in three frames of one queue: three command
// buffers and three submissions, without a wait between them. The calls are checked twice: by synchronization
// validation, and by a model of Vulkan's memory rules. The model gets the accesses from this test and the barriers from
// a spy in the dispatch table.
#include "engine/descriptors.hpp"
#include "engine/dispatch_table.hpp"
#include "engine/submission.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/support/general_image.hpp"
#include "tests/support/hazard_model.hpp"
#include <vkalgo_spirv/tests_engine/add_image.hpp>
#include <vkalgo_spirv/tests_engine/count_rounds.hpp>

#include <algorithm>
#include <functional>
#include <optional>

namespace vkalgo::test {
namespace {

HazardModel* spied_on = nullptr;
PFN_vkCmdPipelineBarrier checked_barrier = nullptr;

/// The access of the other queue family: a transfer that overwrites each resource which the family gets.
constexpr VkMemoryBarrier kLent{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, 0, VK_ACCESS_TRANSFER_WRITE_BIT};

/// The software device has one queue family, so the work of a second family is simulated on the same queue. A release
/// becomes a barrier after which a transfer of the other family overwrites the resource: the transfer waits for the
/// stages of the release. An acquire becomes a barrier too: the accesses in its destination mask wait for the stages
/// that wait for the other family's semaphore.
VKAPI_ATTR void VKAPI_CALL spy(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                               VkDependencyFlags flags, std::uint32_t count, const VkMemoryBarrier* memory,
                               std::uint32_t buffers, const VkBufferMemoryBarrier* buffer, std::uint32_t images,
                               const VkImageMemoryBarrier* image) {
    VkMemoryBarrier played = kLent;
    if (buffers + images != 0) {
        ASSERT_EQ(count + buffers + images, 1U);
        played.srcAccessMask = buffers != 0 ? buffer->srcAccessMask : image->srcAccessMask;
        const VkAccessFlags opened = buffers != 0 ? buffer->dstAccessMask : image->dstAccessMask;
        if (to == VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT) {
            to = VK_PIPELINE_STAGE_TRANSFER_BIT;
            ASSERT_EQ(opened, 0U) << "a release opens nothing";
        } else {
            ASSERT_EQ(played.srcAccessMask, 0U) << "an acquire waits for no access";
            played.dstAccessMask = opened;
        }
        count = 1;
        memory = &played;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        spied_on->barrier(from, memory[i].srcAccessMask, to, memory[i].dstAccessMask);
    }
    checked_barrier(commands, from, to, flags, count, memory, 0, nullptr, 0, nullptr);
}

/// The spy calls this function once, after the next dispatch. If the library adds a dispatch of its own, the function
/// reports the accesses of that dispatch to the model before the next barrier.
std::function<void()> after_dispatch;
PFN_vkCmdDispatch real_dispatch = nullptr;
VKAPI_ATTR void VKAPI_CALL spy_dispatch(VkCommandBuffer commands, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    real_dispatch(commands, x, y, z);
    if (const auto report = std::exchange(after_dispatch, nullptr)) {
        report();
    }
}

struct Masks {
    VkPipelineStageFlags stages;
    VkAccessFlags access;
};
constexpr Masks kRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
constexpr Masks kWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
constexpr Masks kUniformMasks{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT};
constexpr Masks kIndirectMasks{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
constexpr Masks kCopyReadMasks{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr Masks kCopyWriteMasks{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

class RandomCalls {
public:
    RandomCalls(ValidatedContext& context, std::uint64_t seed)
        : context_(*context), runner_(take(Runner::create(*context))), random_(seed) {
        make_temporary_resources();
        for (Submission& frame : frames_) {
            frame = take(Submission::create(context_, commands_of_));
        }
    }

    /// Runs three frames at once; then destroys and recreates some of the resources that they used.
    void run(int steps) {
        VolkDeviceTable& vk = context_.table().device;
        spied_on = &model_;
        checked_barrier = std::exchange(vk.vkCmdPipelineBarrier, spy);
        real_dispatch = std::exchange(vk.vkCmdDispatch, spy_dispatch);
        for (Submission& frame : frames_) {
            take(frame.begin());
            commands_ = frame.commands();
            Recorder recorder(context_, commands_, arena_, {.hazards = &tracker_});
            for (int i = 0; i < steps; ++i) {
                step(recorder);
            }
            barriers_ += recorder.barriers();
            EXPECT_OK(recorder.status());
            take(frame.submit());
        }
        vk.vkCmdPipelineBarrier = checked_barrier;
        vk.vkCmdDispatch = real_dispatch;
        for (Submission& frame : frames_) {
            take(frame.wait());
        }
        take(arena_.reset());
        tracker_.forget_buffer(pool_.view().buffer);
        tracker_.forget_image(other_image_->image());
        make_temporary_resources();
    }
    const HazardModel& model() const { return model_; }
    std::uint64_t barriers() const { return barriers_; }
    std::uint64_t commands() const { return command_; }

private:
    void step(Recorder& recorder) {
        ++command_;
        const BufferView a = part();
        const BufferView b = part();
        switch (random_.below(20)) {
            case 0:
                recorder.fill(a, random_.next32());
                return note(a, kCopyWriteMasks);
            case 1:
                recorder.update(a, std::as_bytes(std::span(words_)));
                return note(a.slice(0, 64), kCopyWriteMasks);
            case 2:
                if (a.offset + a.size <= b.offset || b.offset + b.size <= a.offset) {
                    recorder.copy(a, b);
                    note(a.slice(0, std::min(a.size, b.size)), kCopyReadMasks);
                    note(b.slice(0, std::min(a.size, b.size)), kCopyWriteMasks);
                }
                return;
            case 3:
                return indirect(recorder, a, b);
            case 4:
                return by_address(recorder);
            case 5:
                return host_writes_after_hand_over(recorder, a);
            case 6:
                return host_reads_after_hand_over(recorder, a);
            case 7:
                return host_writes_and_reports(recorder, a);
            case 8:
            case 9:
                return image(recorder, a);
            case 10:
                return grid_of_a_count(recorder, a);
            case 11:
                return rounds(recorder, a, b);
            case 12:
                return host_clears_after_hand_over(recorder);
            case 13:
                return host_copies_after_hand_over(recorder);
            case 14:
                return host_clears_and_reports(recorder);
            case 15:
                return lend(recorder, a);
            case 16:
                return lend_an_image(recorder);
            case 17:
                if (random_.below(8) == 0) {
                    tracker_.start_anew();
                }
                return;
            default:
                record_add(recorder, add_, a, b, static_cast<std::uint32_t>(std::min(a.size, b.size) / 4), 1);
                note(a, kRead);
                note(b, kWrite);
        }
    }

    void indirect(Recorder& recorder, const BufferView& a, const BufferView& b) {
        const Binding first[] = {source_.view(), grid_.view()};
        recorder.dispatch(choose_, first, {}, {1, 1, 1});
        note(source_.view(), kRead);
        note(grid_.view(), kWrite);
        ++command_;
        const std::uint32_t count = 8;
        const Binding second[] = {random_.below(2) == 0 ? a : b};
        recorder.dispatch_indirect(numbers_, second, std::as_bytes(std::span(&count, 1)), grid_.view());
        note(*second[0].buffer(), kWrite);
        note(grid_.view().slice(0, 12), kIndirectMasks);
    }
    void grid_of_a_count(Recorder& recorder, const BufferView& a) {
        const std::uint32_t most = 8;
        const BufferView arguments = grid_.view().slice(random_.below(2) * 256, Rounds::kBytesPerGrid);
        after_dispatch = [this, arguments] {
            note(source_.view().slice(0, 4), kRead);
            note(arguments, kWrite);
            ++command_;
        };
        recorder.dispatch_linear_indirect(numbers_, {a}, most, {.count = source_.view(), .per_group = 1, .most = most},
                                          arguments);
        note(a, kWrite);
        note(arguments.slice(0, 12), kIndirectMasks);
    }
    void rounds(Recorder& recorder, const BufferView& a, const BufferView& b) {
        if (a.offset < b.offset + b.size && b.offset < a.offset + a.size) {
            return;
        }
        const Groups grids[] = {{1, 1, 1}, {2, 1, 1}};
        const BufferView arguments = grid_.view().slice(0, 2 * Rounds::kBytesPerGrid);
        const AddPush push{1000000, 0};  // The goal, and the index of the word of `b` that is set
        const Binding bindings[] = {a, b};
        recorder.record_rounds({.most = 2, .done = b.slice(0, 4), .grids = grids, .arguments = arguments},
                               [&](const Round& round) -> Result<void> {
                                   note(b.slice(0, 4), kRead);
                                   note(arguments, kWrite);
                                   for (std::size_t grid = 0; grid < 2; ++grid) {
                                       ++command_;
                                       recorder.dispatch_indirect(count_, bindings, std::as_bytes(std::span(&push, 1)),
                                                                  round.grid(grid));
                                       note(a, {kRead.stages, kRead.access | kWrite.access});
                                       note(b, kWrite);
                                       note(round.grid(grid), kIndirectMasks);
                                   }
                                   ++command_;
                                   return {};
                               });
    }
    void by_address(Recorder& recorder) {
        if (!context_.profile().buffer_device_address) {
            return;
        }
        struct {
            std::uint32_t at[2];
            std::uint32_t count;
        } const push{{static_cast<std::uint32_t>(addressed_.device_address()),
                      static_cast<std::uint32_t>(addressed_.device_address() >> 32)},
                     16};
        recorder.use_by_address(addressed_.view(), Access::read_write);
        recorder.dispatch(by_address_, {}, push, {1, 1, 1});
        note(addressed_.view(), {kRead.stages, kRead.access | kWrite.access});
    }
    void host_writes_after_hand_over(Recorder& recorder, const BufferView& a) {
        recorder.hand_over(a, {kCopyWriteMasks.stages, kCopyWriteMasks.access});
        context_.table().device.vkCmdFillBuffer(commands_, a.buffer, a.offset, a.size, 7);
        note(a, kCopyWriteMasks);
    }
    void host_reads_after_hand_over(Recorder& recorder, const BufferView& a) {
        recorder.hand_over(a, {kCopyReadMasks.stages, kCopyReadMasks.access});
        const VkBufferCopy region{a.offset, (command_ % 1024) * 4096, a.size};
        context_.table().device.vkCmdCopyBuffer(commands_, a.buffer, shown_.view().buffer, 1, &region);
        note(a, kCopyReadMasks);
    }
    void host_writes_and_reports(Recorder& recorder, const BufferView& a) {
        barrier(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT, kCopyWriteMasks);
        context_.table().device.vkCmdFillBuffer(commands_, a.buffer, a.offset, a.size, 9);
        recorder.assume(a, {kCopyWriteMasks.stages, kCopyWriteMasks.access});
        note(a, kCopyWriteMasks);
    }
    void host_clears(const ImageView& image) {
        const VkClearColorValue value{.uint32 = {1, 0, 0, 0}};
        context_.table().device.vkCmdClearColorImage(commands_, image.image, image.layout, &value, 1, &image.range);
        note(image, kCopyWriteMasks);
    }
    void host_clears_after_hand_over(Recorder& recorder) {
        const ImageView& image = subresource();
        recorder.hand_over(image, {kCopyWriteMasks.stages, kCopyWriteMasks.access});
        host_clears(image);
    }
    void host_copies_after_hand_over(Recorder& recorder) {
        const ImageView& image = subresource();
        recorder.hand_over(image, {kCopyReadMasks.stages, kCopyReadMasks.access});
        VkBufferImageCopy region{};
        region.bufferOffset = (command_ % 1024) * 4096;
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, image.range.baseMipLevel, 0, 1};
        region.imageExtent = {8, 8, 1};
        context_.table().device.vkCmdCopyImageToBuffer(commands_, image.image, image.layout, shown_.view().buffer, 1,
                                                       &region);
        note(image, kCopyReadMasks);
    }
    void host_clears_and_reports(Recorder& recorder) {
        const ImageView& image = subresource();
        barrier(VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_MEMORY_WRITE_BIT, kCopyWriteMasks);
        host_clears(image);
        recorder.assume(image, {kCopyWriteMasks.stages, kCopyWriteMasks.access});
    }
    /// Simulates a wait for the other queue family's semaphore: all accesses of that family are available, and the
    /// waiting stages run after them.
    void wait_for_the_other_family() {
        barrier(kCopyWriteMasks.stages, kCopyWriteMasks.access, {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0});
    }
    void lend(Recorder& recorder, const BufferView& a) {
        const std::uint32_t other = context_.queue_family() + 1;
        recorder.hand_over(a, {kCopyWriteMasks.stages, kCopyWriteMasks.access}, other);
        context_.table().device.vkCmdFillBuffer(commands_, a.buffer, a.offset, a.size, 5);
        note(a, kCopyWriteMasks);
        wait_for_the_other_family();
        recorder.assume(a, {kRead.stages, kRead.access}, other);
    }
    void lend_an_image(Recorder& recorder) {
        const ImageView& image = subresource();
        const std::uint32_t other = context_.queue_family() + 1;
        recorder.hand_over(image, {kCopyWriteMasks.stages, kCopyWriteMasks.access}, other);
        host_clears(image);
        wait_for_the_other_family();
        recorder.assume(image, {kRead.stages, kRead.access}, other);
    }
    void image(Recorder& recorder, const BufferView& a) {
        const bool back = random_.below(2) == 0;
        const ImageView& source = (back ? other_views_ : views_)[random_.below(3)];
        const ImageView& target = (back ? views_ : other_views_)[random_.below(3)];
        ImageView sampler;
        sampler.sampler = source.sampler;
        const Binding bindings[] = {a.slice(0, 16), source, source, sampler, target, counted_.view()};
        recorder.dispatch(images_, bindings, {}, {4, 4, 1});
        note(a.slice(0, 16), kUniformMasks);
        note(source, kRead);
        note(target, kWrite);
        note(counted_.view(), {kRead.stages, kRead.access | kWrite.access});
    }

    BufferView part() {
        const std::uint64_t at = random_.below(16);
        return pool_.view().slice(at * 1024 + random_.below(2) * 256, 256 * (1 + random_.below(3)));
    }
    const ImageView& subresource() { return (random_.below(2) == 0 ? views_ : other_views_)[random_.below(3)]; }
    void barrier(VkPipelineStageFlags from, VkAccessFlags made, const Masks& to) {
        const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, made, to.access};
        context_.table().device.vkCmdPipelineBarrier(commands_, from, to.stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
    }
    void note(const BufferView& view, const Masks& by) {
        const std::uint64_t name =
            view.buffer == pool_.view().buffer ? 100 + generation_ : reinterpret_cast<std::uint64_t>(view.buffer);
        model_.access(command_, {name, view.offset, view.offset + view.size}, by.stages, by.access);
    }
    void note(const ImageView& image, const Masks& by) {
        const std::uint64_t name =
            image.image == other_image_->image() ? 200 + generation_ : reinterpret_cast<std::uint64_t>(image.image);
        const std::uint64_t level = image.range.baseMipLevel;
        model_.access(command_, {name, level, level + 1}, by.stages, by.access);
    }
    /// Recreates some resources. Handles may be reused, so the model gets the new resources under new names.
    void make_temporary_resources() {
        ++generation_;
        pool_ = Buffer();
        pool_ = take(Buffer::create(context_, {.size = 1 << 15}));
        other_image_.emplace(runner_, GeneralImageInfo{32, 32, 3, 1});
        other_views_.clear();
        for (std::uint32_t level = 0; level < 3; ++level) {
            other_views_.push_back(other_image_->view(level));
        }
    }

    Context& context_;
    Runner runner_;
    SplitMix64 random_;
    CommandPool commands_of_ = take(CommandPool::create(context_));
    DescriptorArena arena_{context_};
    HazardTracker tracker_;
    GeneralImage image_{runner_, {32, 32, 3, 1}};
    std::optional<GeneralImage> other_image_;
    std::vector<ImageView> views_ = {image_.view(0), image_.view(1), image_.view(2)};
    std::vector<ImageView> other_views_;
    std::uint64_t generation_ = 0;
    Kernel add_ = make_add(context_);
    Kernel choose_ = make_kernel(context_, "choose_grid", spirv::tests_engine_choose_grid);
    Kernel numbers_ = make_kernel(context_, "write_numbers", spirv::tests_engine_write_numbers);
    Kernel count_ = make_kernel(context_, "count_rounds", spirv::tests_engine_count_rounds);
    Kernel images_ = make_kernel(context_, "add_image", spirv::tests_engine_add_image);
    Kernel by_address_ = context_.profile().buffer_device_address
                             ? make_kernel(context_, "add_by_address", spirv::tests_engine_add_by_address)
                             : Kernel();
    Buffer pool_;
    Buffer source_ = upload(runner_, std::vector<std::uint32_t>{8});
    Buffer grid_ = take(Buffer::create(context_, {.size = 512}));
    Buffer counted_ = take(Buffer::create(context_, {.size = 16}));
    Buffer shown_ = take(Buffer::create(context_, {.size = 4096 * 1024}));
    Buffer addressed_ =
        take(Buffer::create(context_, {.size = 256, .device_address = context_.profile().buffer_device_address}));
    std::vector<std::uint32_t> words_ = std::vector<std::uint32_t>(16, 3);
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    /// Declared after all members that own resources, so that the frames are destroyed first. Their destructors wait
    /// for the device.
    Submission frames_[3];
    HazardModel model_;
    std::uint64_t command_ = 0;
    std::uint64_t barriers_ = 0;
};

TEST(HazardFuzz, AnyMixOfCallsOverThreeFramesIsFreeOfHazards) {
    ValidatedContext context;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        RandomCalls mix(context, seed);
        for (int turn = 0; turn < 2; ++turn) {
            mix.run(70);
        }
        for (const std::string& text : context.messages().taken()) {
            ADD_FAILURE() << "seed " << seed << ": " << text;
        }
        for (const std::string& text : mix.model().failures()) {
            ADD_FAILURE() << "seed " << seed << ": " << text;
        }
        EXPECT_LT(mix.barriers(), mix.commands()) << "fewer than commands";
        EXPECT_GT(mix.barriers(), 100U);
    }
}

}  // namespace
}  // namespace vkalgo::test
