// Every verb of a recorder in random order, in three frames of one queue without a wait between them, judged twice: by
// synchronization validation, and by a model of Vulkan's memory rules that is told of the accesses by this test and of
// the barriers by a spy in the dispatch table.
#include "engine/descriptors.hpp"
#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"
#include "tests/support/general_image.hpp"
#include "tests/support/hazard_model.hpp"
#include <vkalgo_spirv/tests_engine/add_image.hpp>

namespace vkalgo::test {
namespace {

HazardModel* spied_on = nullptr;
PFN_vkCmdPipelineBarrier real_barrier = nullptr;

VKAPI_ATTR void VKAPI_CALL spy(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                               VkDependencyFlags flags, std::uint32_t count, const VkMemoryBarrier* memory,
                               std::uint32_t buffers, const VkBufferMemoryBarrier* buffer, std::uint32_t images,
                               const VkImageMemoryBarrier* image) {
    for (std::uint32_t i = 0; i < count; ++i) {
        spied_on->barrier(from, memory[i].srcAccessMask, to, memory[i].dstAccessMask);
    }
    real_barrier(commands, from, to, flags, count, memory, buffers, buffer, images, image);
}

struct Masks {
    VkPipelineStageFlags stages;
    VkAccessFlags access;
};
constexpr Masks kRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
constexpr Masks kWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
constexpr Masks kUniform{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT};
constexpr Masks kIndirect{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
constexpr Masks kCopyRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr Masks kCopyWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};

class EveryVerb {
public:
    EveryVerb(ValidatedContext& context, std::uint64_t seed)
        : context_(*context),
          runner_(take(Runner::create(*context))),
          random_(seed),
          image_(runner_, {32, 32, 3, 1}),
          other_image_(runner_, {32, 32, 3, 1}) {
        for (std::uint32_t level = 0; level < 3; ++level) {
            views_.push_back(image_.view(level));
            other_views_.push_back(other_image_.view(level));
        }
    }

    void run(int frames, int steps) {
        DescriptorArena arena(context_);
        HazardTracker tracker;
        VolkDeviceTable& vk = context_.table().device;
        take(runner_.run([&](Recorder& host) -> Result<void> {
            spied_on = &model_;
            real_barrier = std::exchange(vk.vkCmdPipelineBarrier, spy);
            commands_ = host.commands();
            for (int frame = 0; frame < frames; ++frame) {
                Recorder recorder(context_, commands_, arena, {.hazards = &tracker});
                for (int i = 0; i < steps; ++i) {
                    step(recorder);
                }
                barriers_ += recorder.barriers();
                EXPECT_OK(recorder.status());
            }
            vk.vkCmdPipelineBarrier = real_barrier;
            return {};
        }));
    }
    const HazardModel& model() const { return model_; }
    std::uint64_t barriers() const { return barriers_; }

private:
    void step(Recorder& recorder) {
        ++command_;
        const BufferView a = part();
        const BufferView b = part();
        switch (random_.below(11)) {
            case 0:
                recorder.fill(a, random_.next32());
                return note(a, kCopyWrite);
            case 1:
                recorder.update(a, std::as_bytes(std::span(words_)));
                return note(a.slice(0, 64), kCopyWrite);
            case 2:
                if (a.offset + a.size <= b.offset || b.offset + b.size <= a.offset) {
                    recorder.copy(a, b);
                    note(a.slice(0, std::min(a.size, b.size)), kCopyRead);
                    note(b.slice(0, std::min(a.size, b.size)), kCopyWrite);
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
                return host_writes_and_tells(recorder, a);
            case 8:
                return image(recorder, a);
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
        note(grid_.view().slice(0, 12), kIndirect);
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
        recorder.hand_over(a, {kCopyWrite.stages, kCopyWrite.access});
        context_.table().device.vkCmdFillBuffer(commands_, a.buffer, a.offset, a.size, 7);
        note(a, kCopyWrite);
    }
    void host_reads_after_hand_over(Recorder& recorder, const BufferView& a) {
        recorder.hand_over(a, {kCopyRead.stages, kCopyRead.access});
        const VkBufferCopy region{a.offset, (command_ % 1024) * 4096, a.size};
        context_.table().device.vkCmdCopyBuffer(commands_, a.buffer, shown_.view().buffer, 1, &region);
        note(a, kCopyRead);
    }
    void host_writes_and_tells(Recorder& recorder, const BufferView& a) {
        const VkMemoryBarrier before{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, VK_ACCESS_MEMORY_WRITE_BIT,
                                     VK_ACCESS_TRANSFER_WRITE_BIT};
        context_.table().device.vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                                     VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &before, 0, nullptr, 0,
                                                     nullptr);
        context_.table().device.vkCmdFillBuffer(commands_, a.buffer, a.offset, a.size, 9);
        recorder.assume(a, {kCopyWrite.stages, kCopyWrite.access});
        note(a, kCopyWrite);
    }
    void image(Recorder& recorder, const BufferView& a) {
        const std::uint32_t from = random_.below(3);
        const std::uint32_t to = random_.below(3);
        const bool back = random_.below(2) == 0;
        const ImageView& source = back ? other_views_[from] : views_[from];
        const ImageView& target = back ? views_[to] : other_views_[to];
        ImageView sampler;
        sampler.sampler = source.sampler;
        const Binding bindings[] = {a.slice(0, 16), source, source, sampler, target, counted_.view()};
        recorder.dispatch(images_, bindings, {}, {4, 4, 1});
        note(a.slice(0, 16), kUniform);
        note(1000 + from + (back ? 10 : 0), kRead);
        note(1000 + to + (back ? 0 : 10), kWrite);
        note(counted_.view(), {kRead.stages, kRead.access | kWrite.access});
    }

    BufferView part() {
        const std::uint64_t at = random_.below(16);
        return pool_.view().slice(at * 1024 + random_.below(2) * 256, 256 * (1 + random_.below(3)));
    }
    void note(const BufferView& view, const Masks& by) {
        model_.access(command_, {reinterpret_cast<std::uint64_t>(view.buffer), view.offset, view.offset + view.size},
                      by.stages, by.access);
    }
    void note(std::uint64_t subresource, const Masks& by) {
        model_.access(command_, {subresource, 0, 1}, by.stages, by.access);
    }

    Context& context_;
    Runner runner_;
    SplitMix64 random_;
    GeneralImage image_;
    GeneralImage other_image_;
    std::vector<ImageView> views_;
    std::vector<ImageView> other_views_;
    Kernel add_ = make_add(context_);
    Kernel choose_ = make_kernel(context_, "choose_grid", spirv::tests_engine_choose_grid);
    Kernel numbers_ = make_kernel(context_, "write_numbers", spirv::tests_engine_write_numbers);
    Kernel images_ = make_kernel(context_, "add_image", spirv::tests_engine_add_image);
    Kernel by_address_ = context_.profile().buffer_device_address
                             ? make_kernel(context_, "add_by_address", spirv::tests_engine_add_by_address)
                             : Kernel();
    Buffer pool_ = take(Buffer::create(context_, {.size = 1 << 15}));
    Buffer source_ = upload(runner_, std::vector<std::uint32_t>{8});
    Buffer grid_ = take(Buffer::create(context_, {.size = 256}));
    Buffer counted_ = take(Buffer::create(context_, {.size = 16}));
    Buffer shown_ = take(Buffer::create(context_, {.size = 4096 * 1024}));
    Buffer addressed_ =
        take(Buffer::create(context_, {.size = 256, .device_address = context_.profile().buffer_device_address}));
    std::vector<std::uint32_t> words_ = std::vector<std::uint32_t>(16, 3);
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
    HazardModel model_;
    std::uint64_t command_ = 0;
    std::uint64_t barriers_ = 0;
};

TEST(HazardFuzz, EveryMixOfVerbsOverThreeFramesIsFreeOfHazards) {
    ValidatedContext context;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        EveryVerb mix(context, seed);
        mix.run(3, 150);
        for (const std::string& text : context.messages().taken()) {
            ADD_FAILURE() << "seed " << seed << ": " << text;
        }
        for (const std::string& text : mix.model().failures()) {
            ADD_FAILURE() << "seed " << seed << ": " << text;
        }
        EXPECT_LT(mix.barriers(), 450U) << "fewer than commands";
        EXPECT_GT(mix.barriers(), 100U);
    }
}

}  // namespace
}  // namespace vkalgo::test
