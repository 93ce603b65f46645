// Contains code that docs/embedding.md shows, so that it is compiled and run. tests/docs/snippets_test.cpp compares the
// page with this file, line for line.
#include "algorithms/histogram/histogram.hpp"
#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "engine/recorder.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/random.hpp"

#include <cstdio>
#include <iterator>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

constexpr std::uint32_t kPixels = 5000;

std::vector<std::uint32_t> counted(const std::vector<std::uint8_t>& codes) {
    std::vector<std::uint32_t> counts(257);
    for (const std::uint8_t code : codes) {
        ++counts[code];
    }
    return counts;
}

/// The codes of a picture's pixels, on the host and on the device, and a buffer for their histogram.
struct Picture {
    explicit Picture(Runner& runner, std::uint64_t seed, std::uint32_t pixels = kPixels)
        : values(random_codes(seed, pixels)), codes(runner, values), counts(runner, 257 * 4) {}

    static std::vector<std::uint8_t> random_codes(std::uint64_t seed, std::uint32_t pixels) {
        SplitMix64 random(seed);
        std::vector<std::uint8_t> codes(pixels);
        for (std::uint8_t& code : codes) {
            code = static_cast<std::uint8_t>(random.below(16) * random.below(16));
        }
        return codes;
    }

    void expect_counted() const {
        EXPECT_EQ(counts.values<std::uint32_t>(257), counted(values));
        counts.expect_intact();
    }

    std::vector<std::uint8_t> values;
    GuardedBuffer codes;
    GuardedBuffer counts;
};

/// Copies a buffer as the host does, in its own command buffer.
void copy(ForeignDevice& foreign, VkCommandBuffer commands, const BufferView& from, const BufferView& to) {
    const VkBufferCopy all{from.offset, to.offset, to.size};
    foreign.table().device.vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &all);
}

/// A host's device with every feature that vkalgo requests, or with none.
class Embedding : public ::testing::TestWithParam<bool> {
protected:
    ForeignDevice foreign{{.everything = GetParam()}};
};

INSTANTIATE_TEST_SUITE_P(Hosts, Embedding, ::testing::Bool(), [](const ::testing::TestParamInfo<bool>& host) {
    return std::string(host.param ? "EnablesAllThatIsAskedFor" : "EnablesNothing");
});

/// The host's own command buffers. Most versions of the validation layer detect hazards only within one command buffer.
/// So if `shared`, all frames are recorded into one command buffer, in the order in which the queue would execute them.
class FrameCommands {
public:
    FrameCommands(ForeignDevice& foreign, bool shared) : foreign_(foreign), shared_(shared) {
        VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
        pool.queueFamilyIndex = foreign.queue_family();
        take(check_vk(table().vkCreateCommandPool(foreign.device(), &pool, nullptr, &pool_), "vkCreateCommandPool"));
    }
    FrameCommands(const FrameCommands&) = delete;
    FrameCommands& operator=(const FrameCommands&) = delete;
    ~FrameCommands() { table().vkDestroyCommandPool(foreign_.device(), pool_, nullptr); }

    VkCommandBuffer begin_frame() {
        if (shared_ && commands_ != VK_NULL_HANDLE) {
            return commands_;
        }
        VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        info.commandPool = pool_;
        info.commandBufferCount = 1;
        take(check_vk(table().vkAllocateCommandBuffers(foreign_.device(), &info, &commands_), "vkAllocateCommand"));
        const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        take(check_vk(table().vkBeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer"));
        return commands_;
    }
    void end_frame() {
        if (!shared_) {
            submit();
        }
    }
    void wait() {
        if (shared_) {
            submit();
        }
        EXPECT_EQ(table().vkQueueWaitIdle(foreign_.queue()), VK_SUCCESS);
    }

private:
    const VolkDeviceTable& table() const { return foreign_.table().device; }
    void submit() {
        take(check_vk(table().vkEndCommandBuffer(commands_), "vkEndCommandBuffer"));
        VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO};
        info.commandBufferCount = 1;
        info.pCommandBuffers = &commands_;
        take(check_vk(table().vkQueueSubmit(foreign_.queue(), 1, &info, VK_NULL_HANDLE), "vkQueueSubmit"));
    }
    ForeignDevice& foreign_;
    bool shared_;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    VkCommandBuffer commands_ = VK_NULL_HANDLE;
};

TEST_P(Embedding, TakesFifteenLinesWithThreeFramesInFlight) {
    const HostDevice host = foreign.host();
    for (const bool shared : {true, false}) {
        // Once, after vkCreateDevice.
        auto context = vkalgo::Context::adopt(host).value();
        auto histogram = vkalgo::Histogram::create(*context, {.type = vkalgo::ElementType::u8}).value();
        vkalgo::HazardTracker queue;  // what the queue was given so far

        Runner runner = take(Runner::create(*context));
        const Picture pictures[] = {Picture(runner, 1), Picture(runner, 11), Picture(runner, 12)};
        const GuardedBuffer shared_codes(runner, kPixels);
        const GuardedBuffer shared_counts(runner, 257 * 4);
        const BufferView codes = shared_codes.view();
        const BufferView counts = shared_counts.view();
        const std::uint32_t pixels = kPixels;
        FrameCommands frames(foreign, shared);
        // Records a frame and, unless `shared`, submits it. Then does the same for the frames after it, waits for all
        // of them, and does what a host does after the frame's fence has signalled.
        const auto run_frames = [&](std::size_t frame, const auto& run_next) -> void {
            // Once for each frame in flight.
            vkalgo::DescriptorArena arena(*context);

            const VkCommandBuffer commands = frames.begin_frame();
            // Each frame, in the host's command buffer, outside a render pass.
            vkalgo::Recorder recorder(*context, commands, arena, {.hazards = &queue});
            recorder.hand_over(codes, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});

            // Here the host copies its picture into `codes`.
            copy(foreign, commands, pictures[frame].codes.view(), codes);

            // `counts` takes 257 uint32: one per bin of u8, and the last for values outside the range.
            auto recorded = histogram.record(recorder, {.values = codes, .counts = counts, .count = pixels});
            if (!recorded) {
                std::fprintf(stderr, "%s\n", recorded.error().message.c_str());
            }
            recorder.hand_over(counts, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});

            EXPECT_OK(recorded);
            copy(foreign, commands, counts, pictures[frame].counts.view());
            frames.end_frame();
            if (frame + 1 < std::size(pictures)) {
                run_next(frame + 1, run_next);
            } else {
                frames.wait();
            }

            // Once the frame's fence has signalled.
            auto freed = arena.reset();

            EXPECT_OK(freed);
        };
        run_frames(0, run_frames);
        for (const Picture& picture : pictures) {
            picture.expect_counted();
        }
    }
}

TEST_P(Embedding, SharesScratchBetweenPassesOfACommandBuffer) {
    const auto context = take(Context::adopt(foreign.host()));
    const HistogramOptions options{.type = ElementType::u8, .method = "two-kernel", .blocks = 4, .threads = 64};
    const Histogram histogram = take(Histogram::create(*context, options));
    const auto need = take(Histogram::scratch({options, kPixels}, context->profile()));
    Runner runner = take(Runner::create(*context));
    DescriptorArena arena(*context);
    const Picture pictures[] = {Picture(runner, 21), Picture(runner, 22)};
    const GuardedBuffer scratch(runner, need.bytes);
    for (HazardTracker queue; HazardTracker * tracker : {static_cast<HazardTracker*>(nullptr), &queue}) {
        foreign.run([&](VkCommandBuffer commands) {
            for (const Picture& picture : pictures) {
                Recorder pass(*context, commands, arena, {.hazards = tracker});
                EXPECT_OK(histogram.record(pass, {.values = picture.codes.view(),
                                                  .counts = picture.counts.view(),
                                                  .scratch = scratch.view(),
                                                  .count = kPixels}));
            }
        });
        for (const Picture& picture : pictures) {
            picture.expect_counted();
        }
        EXPECT_OK(arena.reset());
    }
}

TEST_P(Embedding, BindsOtherBuffersAtEachCallOfOneCommandBuffer) {
    const auto context = take(Context::adopt(foreign.host()));
    const Histogram histogram = take(Histogram::create(*context, {.type = ElementType::u8}));
    Runner runner = take(Runner::create(*context));
    DescriptorArena arena(*context);
    const Picture left_picture(runner, 2);
    const Picture right_picture(runner, 3, 777);
    const BufferView left = left_picture.codes.view();
    const BufferView right = right_picture.codes.view();
    const BufferView left_counts = left_picture.counts.view();
    const BufferView right_counts = right_picture.counts.view();
    foreign.run([&](VkCommandBuffer commands) {
        Recorder recorder(*context, commands, arena);
        auto first = histogram.record(recorder, {.values = left, .counts = left_counts, .count = 5000});
        auto second = histogram.record(recorder, {.values = right, .counts = right_counts, .count = 777});
        EXPECT_OK(first);
        EXPECT_OK(second);
    });
    left_picture.expect_counted();
    right_picture.expect_counted();
}

TEST(EmbeddingWithoutADevice, SaysHowMuchScratchIsNeeded) {
    vkalgo::DeviceProfile profile;  // the least that Vulkan 1.2 promises; or that of a device, context->profile()
    profile.device_memory = 2ull << 30;
    vkalgo::HistogramOptions options{.type = vkalgo::ElementType::u16, .method = "two-kernel"};
    auto need = vkalgo::Histogram::scratch({.options = options, .count = 1920 * 1080}, profile);

    ASSERT_OK(need);
    EXPECT_GT(need->bytes, 65537u * 4u);
    EXPECT_NE(need->usage & VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, 0u);
    EXPECT_EQ(need->alignment % 256, 0u);
}

TEST_P(Embedding, ReturnsTheAccessesThatAHostsOwnBarriersNeed) {
    const auto context = take(Context::adopt(foreign.host()));
    const HistogramOptions options{.type = ElementType::u8};
    const Histogram histogram = take(Histogram::create(*context, options));
    Runner runner = take(Runner::create(*context));
    DescriptorArena arena(*context);
    const Picture picture(runner, 4);
    const GuardedBuffer poisoned(runner, kPixels);
    const std::uint32_t pixels = kPixels;
    const VolkDeviceTable& vk = foreign.table().device;
    const BufferView codes = poisoned.view();
    const BufferView counts = picture.counts.view();
    foreign.run([&](VkCommandBuffer commands) {
        copy(foreign, commands, picture.codes.view(), codes);

        vkalgo::HistogramArguments arguments{.values = codes, .counts = counts, .count = pixels};
        auto access = histogram.access(arguments).value();
        auto first = access.values.first.folded();
        VkMemoryBarrier before{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
        before.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
        before.dstAccessMask = first.access;
        VkPipelineStageFlags from = VK_PIPELINE_STAGE_TRANSFER_BIT;
        VkPipelineStageFlags to = first.stages;
        vk.vkCmdPipelineBarrier(commands, from, to, 0, 1, &before, 0, nullptr, 0, nullptr);

        Recorder recorder(*context, commands, arena);
        EXPECT_OK(histogram.record(recorder, arguments));
    });
    picture.expect_counted();
}

TEST_P(Embedding, TakesTheCountFromTheDevice) {
    const auto context = take(Context::adopt(foreign.host()));
    const Histogram histogram = take(Histogram::create(*context, {.type = ElementType::u8}));
    Runner runner = take(Runner::create(*context));
    DescriptorArena arena(*context);
    const Picture picture(runner, 5);
    const GuardedBuffer count(runner, std::vector<std::uint32_t>{1234});
    const BufferView codes = picture.codes.view();
    const BufferView counts = picture.counts.view();
    const BufferView visible = count.view();
    const std::uint32_t most = kPixels;
    foreign.run([&](VkCommandBuffer commands) {
        Recorder recorder(*context, commands, arena);
        auto recorded =
            histogram.record(recorder, {.values = codes, .counts = counts, .count = most, .count_buffer = visible});
        EXPECT_OK(recorded);
    });
    EXPECT_EQ(picture.counts.values<std::uint32_t>(257),
              counted({picture.values.begin(), picture.values.begin() + 1234}));
}

TEST_P(Embedding, SubmitsWithoutWaiting) {
    const auto context = take(Context::adopt(foreign.host()));
    if (!context->profile().timeline_semaphores) {
        GTEST_SKIP() << "the host enabled no timeline semaphores";
    }
    const auto histogram = take(Histogram::create(*context, {.type = ElementType::u8}));
    Runner runner = take(Runner::create(*context));
    const Picture picture(runner, 6);
    const BufferView codes = picture.codes.view();
    const BufferView counts = picture.counts.view();
    const std::uint32_t pixels = kPixels;
    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
    const VolkDeviceTable& vk = foreign.table().device;
    VkSemaphore timeline = VK_NULL_HANDLE;
    ASSERT_EQ(vk.vkCreateSemaphore(foreign.device(), &info, nullptr, &timeline), VK_SUCCESS);
    vkalgo::SemaphoreWait uploaded{.semaphore = timeline, .value = 1};
    vkalgo::SemaphoreSignal counted{.semaphore = timeline, .value = 2};
    auto ticket = runner.submit(
        [&](vkalgo::Recorder& recorder) {
            return histogram.record(recorder, {.values = codes, .counts = counts, .count = pixels});
        },
        {.wait = {&uploaded, 1}, .signal = {&counted, 1}});
    ASSERT_OK(ticket);
    EXPECT_FALSE(take(runner.finished(*ticket)));
    VkSemaphoreSignalInfo signal{VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO};
    signal.semaphore = timeline;
    signal.value = 1;
    ASSERT_EQ(vk.vkSignalSemaphore(foreign.device(), &signal), VK_SUCCESS);
    EXPECT_OK(runner.wait(*ticket));
    picture.expect_counted();
    vk.vkDestroySemaphore(foreign.device(), timeline, nullptr);
}

/// A host's function that returns errors in the same way as vkalgo.
vkalgo::Result<vkalgo::Histogram> make_metering(const vkalgo::HostDevice& host,
                                                std::unique_ptr<vkalgo::Context>& context) {
    VKALGO_TRY(context, vkalgo::Context::adopt(host));
    VKALGO_TRY(auto histogram, vkalgo::Histogram::create(*context, {.type = vkalgo::ElementType::u8}));
    return histogram;
}

TEST_P(Embedding, ReturnsErrorsAsValues) {
    std::unique_ptr<Context> context;
    EXPECT_ERROR(make_metering({}, context), ErrorCode::invalid_argument);
    const Histogram histogram = take(make_metering(foreign.host(), context));
    Runner runner = take(Runner::create(*context));
    DescriptorArena arena(*context);
    const Picture picture(runner, 6);
    foreign.run([&](VkCommandBuffer commands) {
        Recorder recorder(*context, commands, arena);
        auto recorded = histogram.record(
            recorder,
            {.values = picture.codes.view(), .counts = picture.counts.view().slice(0, 512), .count = kPixels});
        ASSERT_ERROR(recorded, ErrorCode::invalid_argument);
        EXPECT_EQ(recorded.error().message, "the view `counts` has 512 bytes, but needs 1028");
        EXPECT_EQ(recorder.dispatches(), 0u);
    });
}

TEST_P(Embedding, RecordsOneAlgorithmOnSeveralThreads) {
    const auto context = take(Context::adopt(foreign.host()));
    const Histogram histogram = take(Histogram::create(*context, {.type = ElementType::u8}));
    Runner runner = take(Runner::create(*context));
    const Picture first(runner, 7);
    const Picture second(runner, 8);
    // Each thread has its own objects where Vulkan and vkalgo require it: a command buffer from its own pool, and an
    // arena.
    const VolkDeviceTable& vk = foreign.table().device;
    struct Thread {
        VkCommandPool pool = VK_NULL_HANDLE;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        Result<void> recorded;
    };
    std::vector<Thread> threads(2);
    std::vector<std::unique_ptr<DescriptorArena>> arenas;
    for (Thread& thread : threads) {
        VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
        pool.queueFamilyIndex = foreign.queue_family();
        ASSERT_EQ(vk.vkCreateCommandPool(foreign.device(), &pool, nullptr, &thread.pool), VK_SUCCESS);
        VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        info.commandPool = thread.pool;
        info.commandBufferCount = 1;
        ASSERT_EQ(vk.vkAllocateCommandBuffers(foreign.device(), &info, &thread.commands), VK_SUCCESS);
        arenas.push_back(std::make_unique<DescriptorArena>(*context));
    }
    const auto record = [&](std::size_t k, const Picture& picture) {
        const VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        vk.vkBeginCommandBuffer(threads[k].commands, &begin);
        Recorder recorder(*context, threads[k].commands, *arenas[k]);
        for (int repeat = 0; repeat < 50 && threads[k].recorded; ++repeat) {
            threads[k].recorded = histogram.record(
                recorder, {.values = picture.codes.view(), .counts = picture.counts.view(), .count = kPixels});
        }
        vk.vkEndCommandBuffer(threads[k].commands);
    };
    std::thread other([&] { record(0, first); });
    record(1, second);
    other.join();
    for (const Thread& thread : threads) {
        EXPECT_OK(thread.recorded);
        VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
        submit.commandBufferCount = 1;
        submit.pCommandBuffers = &thread.commands;
        EXPECT_EQ(vk.vkQueueSubmit(foreign.queue(), 1, &submit, VK_NULL_HANDLE), VK_SUCCESS);
    }
    EXPECT_EQ(vk.vkQueueWaitIdle(foreign.queue()), VK_SUCCESS);
    first.expect_counted();
    second.expect_counted();
    for (const Thread& thread : threads) {
        vk.vkDestroyCommandPool(foreign.device(), thread.pool, nullptr);
    }
}

}  // namespace
}  // namespace vkalgo::test
