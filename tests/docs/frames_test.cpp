// Contains the loop of frames of docs/embedding.md, so that it is compiled and run. tests/docs/snippets_test.cpp
// compares the two line for line.
#include "algorithms/histogram/histogram.hpp"
#include "algorithms/sort/sort.hpp"
#include "engine/context.hpp"
#include "engine/descriptors.hpp"
#include "engine/recorder.hpp"
#include "tests/support/foreign_device.hpp"
#include "tests/support/guarded_buffer.hpp"
#include "tests/support/random.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

void must(const vkalgo::Result<void>& result) {
    if (!result) {
        throw std::runtime_error(result.error().message);
    }
}

/// Returns whether hand_over() has told the tracker that the host's own access comes next.
bool handed_over(const vkalgo::HazardTracker& queue, const vkalgo::BufferView& view, vkalgo::StageAccess own) {
    const vkalgo::StageAccess last = queue.last(view);
    return vkalgo::writes_of(own.access) != 0 ? last == own : last.holds(own);
}

constexpr vkalgo::StageAccess kWritten{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr vkalgo::StageAccess kRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};

/// What the host uploads for a frame and downloads after it, and the results that are expected.
struct FrameData {
    FrameData(Runner& runner, std::uint64_t seed, std::size_t pixels, std::size_t particles)
        : codes(pixels),
          depths(particles),
          upload_codes(runner, pixels),
          upload_depths(runner, particles * 4),
          counted(runner, 257 * 4),
          ordered(runner, particles * 4) {
        SplitMix64 random(seed);
        for (std::uint8_t& code : codes) {
            code = static_cast<std::uint8_t>(random.below(256));
        }
        std::iota(depths.begin(), depths.end(), -100.0F);
        for (std::size_t k = depths.size(); k > 1; --k) {
            std::swap(depths[k - 1], depths[random.below(static_cast<std::uint32_t>(k))]);
        }
        take(runner.upload(upload_codes.view().slice(0, pixels), std::as_bytes(std::span(codes))));
        take(runner.upload(upload_depths.view(), std::as_bytes(std::span(depths))));
    }

    void expect_right() const {
        std::vector<std::uint32_t> counts(257);
        for (const std::uint8_t code : codes) {
            ++counts[code];
        }
        EXPECT_EQ(counted.values<std::uint32_t>(257), counts);
        std::vector<std::uint32_t> order(depths.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return depths[a] > depths[b]; });
        EXPECT_EQ(ordered.values<std::uint32_t>(order.size()), order);
    }

    std::vector<std::uint8_t> codes;
    std::vector<float> depths;
    GuardedBuffer upload_codes, upload_depths, counted, ordered;
};

class FrameLoop : public ::testing::TestWithParam<bool> {
protected:
    void copy_all(VkCommandBuffer commands, const BufferView& from, const BufferView& to) {
        const VkBufferCopy all{from.offset, to.offset, to.size};
        foreign.table().device.vkCmdCopyBuffer(commands, from.buffer, to.buffer, 1, &all);
    }

    ForeignDevice foreign{{.everything = GetParam()}};
};

INSTANTIATE_TEST_SUITE_P(Hosts, FrameLoop, ::testing::Bool(), [](const ::testing::TestParamInfo<bool>& host) {
    return std::string(host.param ? "EnablesAllThatIsAskedFor" : "EnablesNothing");
});

TEST_P(FrameLoop, CountsAndSortsWithTwoFramesInFlight) {
    const HostDevice host = foreign.host();
    const VolkDeviceTable& vk = foreign.table().device;
    const VkDevice device = foreign.device();
    const VkQueue graphics = foreign.queue();
    const std::uint32_t pixels = 5000, particles = 3000;
    const std::size_t wanted = 5;

    // Once, after vkCreateDevice.
    auto context = vkalgo::Context::adopt(host).value();
    auto histogram = vkalgo::Histogram::create(*context, {.type = vkalgo::ElementType::u8}).value();
    vkalgo::SortOptions by_depth{.type = vkalgo::ElementType::f32, .descending = true, .values = true, .indices = true};
    auto sort = vkalgo::Sort::create(*context, by_depth).value();
    auto need = vkalgo::Sort::scratch({.options = by_depth, .count = particles}, context->profile()).value();
    vkalgo::HazardTracker queue;  // what the queue was given so far

    Runner runner = take(Runner::create(*context));
    const GuardedBuffer own_codes(runner, pixels), own_counts(runner, 257 * 4);
    const GuardedBuffer own_depths(runner, particles * 4), own_order(runner, particles * 4);
    const Buffer own_scratch = take(Buffer::create(*context, {.size = std::max<std::uint64_t>(need.bytes, 4)}));
    const BufferView codes = own_codes.view(), counts = own_counts.view();
    const BufferView depths = own_depths.view(), order = own_order.view(), scratch = own_scratch.view();
    std::vector<FrameData> data;
    data.reserve(wanted);
    for (std::uint64_t seed = 1; seed <= wanted; ++seed) {
        data.emplace_back(runner, seed, pixels, particles);
    }

    // Once for each frame in flight.
    struct Frame {
        vkalgo::DescriptorArena arena;
        VkCommandBuffer commands = VK_NULL_HANDLE;  // of a pool with VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT
        VkFence fence = VK_NULL_HANDLE;             // made with VK_FENCE_CREATE_SIGNALED_BIT
    };
    Frame frames[2] = {{vkalgo::DescriptorArena(*context)}, {vkalgo::DescriptorArena(*context)}};

    VkCommandPoolCreateInfo pool_info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool_info.queueFamilyIndex = foreign.queue_family();
    VkCommandPool pool = VK_NULL_HANDLE;
    ASSERT_EQ(vk.vkCreateCommandPool(device, &pool_info, nullptr, &pool), VK_SUCCESS);
    for (Frame& frame : frames) {
        VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        allocate.commandPool = pool;
        allocate.commandBufferCount = 1;
        ASSERT_EQ(vk.vkAllocateCommandBuffers(device, &allocate, &frame.commands), VK_SUCCESS);
        VkFenceCreateInfo signalled{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
        signalled.flags = VK_FENCE_CREATE_SIGNALED_BIT;
        ASSERT_EQ(vk.vkCreateFence(device, &signalled, nullptr, &frame.fence), VK_SUCCESS);
    }
    const auto upload = [&](VkCommandBuffer commands, std::size_t number) {
        EXPECT_TRUE(handed_over(queue, codes, kWritten) && handed_over(queue, depths, kWritten));
        copy_all(commands, data[number].upload_codes.view(), codes);
        copy_all(commands, data[number].upload_depths.view(), depths);
    };
    const auto draw = [&](VkCommandBuffer commands, std::size_t number) {
        EXPECT_TRUE(handed_over(queue, counts, kRead) && handed_over(queue, order, kRead));
        copy_all(commands, counts, data[number].counted.view());
        copy_all(commands, order, data[number].ordered.view());
    };

    for (std::size_t number = 0; number < wanted; ++number) {
        Frame& frame = frames[number % 2];
        // The GPU is done with what this frame recorded last time: its arena and its command buffer are free.
        vk.vkWaitForFences(device, 1, &frame.fence, VK_TRUE, UINT64_MAX);
        vk.vkResetFences(device, 1, &frame.fence);
        must(frame.arena.reset());
        VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
        vk.vkBeginCommandBuffer(frame.commands, &begin);

        // The host's copies come first; then vkalgo; then the host reads. Here by copies, elsewhere by a draw.
        vkalgo::Recorder recorder(*context, frame.commands, frame.arena, {.hazards = &queue});
        recorder.hand_over(codes, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
        recorder.hand_over(depths, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT});
        upload(frame.commands, number);
        must(histogram.record(recorder, {.values = codes, .counts = counts, .count = pixels}));
        must(sort.record(recorder, {.keys = depths, .values = order, .scratch = scratch, .count = particles}));
        recorder.hand_over(counts, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
        recorder.hand_over(order, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
        must(recorder.status());
        draw(frame.commands, number);

        vk.vkEndCommandBuffer(frame.commands);
        VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
        submit.commandBufferCount = 1;
        submit.pCommandBuffers = &frame.commands;
        vk.vkQueueSubmit(graphics, 1, &submit, frame.fence);
    }
    vk.vkDeviceWaitIdle(device);  // before anything that the frames use is destroyed

    for (const FrameData& frame : data) {
        frame.expect_right();
    }
    for (Frame& frame : frames) {
        EXPECT_OK(frame.arena.reset());
        vk.vkDestroyFence(device, frame.fence, nullptr);
    }
    vk.vkDestroyCommandPool(device, pool, nullptr);
}

TEST_P(FrameLoop, DetectsAForgottenHandOverByTheTracker) {
    const auto context = take(Context::adopt(foreign.host()));
    const Histogram histogram = take(Histogram::create(*context, {.type = ElementType::u8}));
    Runner runner = take(Runner::create(*context));
    const GuardedBuffer own_codes(runner, 1000), own_counts(runner, 257 * 4);
    const BufferView codes = own_codes.view(), counts = own_counts.view();
    HazardTracker queue;
    for (const bool forgets : {false, false, true}) {
        DescriptorArena arena(*context);
        Recorder recorder(*context, VK_NULL_HANDLE, arena, {.hazards = &queue, .dry = true});
        if (!forgets) {
            recorder.hand_over(codes, kWritten);
        }
        EXPECT_EQ(handed_over(queue, codes, kWritten), !forgets);
        ASSERT_OK(histogram.record(recorder, {.values = codes, .counts = counts, .count = 1000}));
        if (!forgets) {
            recorder.hand_over(counts, kRead);
        }
        EXPECT_EQ(handed_over(queue, counts, kRead), !forgets);
    }
}

}  // namespace
}  // namespace vkalgo::test
