// Tests timeouts of waits. After one, objects that the device may still use must not be destroyed.
#include "engine/dispatch_table.hpp"
#include "engine/runner.hpp"
#include "tests/engine/kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace vkalgo::test {
namespace {

/// Records work that takes a software device some tens of milliseconds: `rounds` steps in each of many invocations.
void record_long_work(Recorder& recorder, const Kernel& linger, const Buffer& target) {
    const Binding views[] = {target.view()};
    const std::uint32_t rounds = 60000;
    for (int i = 0; i < 2; ++i) {
        recorder.dispatch(linger, views, std::as_bytes(std::span(&rounds, 1)),
                          {static_cast<std::uint32_t>(target.size() / 256), 1, 1});
    }
}

TEST(Timeout, IsAnErrorAfterWhichEverythingCanBeDestroyed) {
    ValidatedContext context;
    {
        const Kernel linger = make_kernel(*context, "linger", spirv::tests_engine_linger);
        Runner runner = take(Runner::create(*context));
        const Buffer target = take(Buffer::create(*context, {.size = 1 << 12}));
        RunOptions options;
        options.timeout_nanoseconds = 1;
        const auto result = runner.run(
            [&](Recorder& recorder) -> Result<void> {
                record_long_work(recorder, linger, target);
                return {};
            },
            options);
        EXPECT_ERROR(result, ErrorCode::timeout);
        EXPECT_ERROR(runner.run([](Recorder&) -> Result<void> { return {}; }), ErrorCode::device_lost);
        EXPECT_ERROR(Buffer::create(*context, {.size = 16}), ErrorCode::device_lost);
        // The buffer is destroyed first, while the device may still write to it. So its destructor waits.
    }
    EXPECT_EQ(context->memory_in_use(), 0U);
    EXPECT_TRUE(context->may_destroy()) << "the device finished meanwhile";
}

TEST(Timeout, LeavesObjectsAloneThatTheDeviceStillUses) {
    // Simulates a device that never finishes: nothing it uses may be destroyed, and nothing may hang or crash.
    ContextOptions options = test_options();
    options.validate = false;  // It would rightly report the objects that are not destroyed
    auto context = take(Context::create(options));
    VolkDeviceTable& vk = context->table().device;
    vk.vkWaitForFences = [](VkDevice, std::uint32_t, const VkFence*, VkBool32, std::uint64_t) { return VK_TIMEOUT; };
    vk.vkGetFenceStatus = [](VkDevice, VkFence) { return VK_NOT_READY; };
    static int destroyed;
    destroyed = 0;
    vk.vkDestroyBuffer = [](VkDevice, VkBuffer, const VkAllocationCallbacks*) { ++destroyed; };
    vk.vkDestroyDevice = [](VkDevice, const VkAllocationCallbacks*) { ++destroyed; };
    vk.vkDestroyFence = [](VkDevice, VkFence, const VkAllocationCallbacks*) { ++destroyed; };
    vk.vkDestroyPipeline = [](VkDevice, VkPipeline, const VkAllocationCallbacks*) { ++destroyed; };
    vk.vkDestroyCommandPool = [](VkDevice, VkCommandPool, const VkAllocationCallbacks*) { ++destroyed; };
    {
        const Kernel linger = make_kernel(*context, "linger", spirv::tests_engine_linger);
        Runner runner = take(Runner::create(*context));
        const Buffer target = take(Buffer::create(*context, {.size = 1 << 12}));
        EXPECT_ERROR(runner.run([&](Recorder& recorder) -> Result<void> {
            record_long_work(recorder, linger, target);
            return {};
        }),
                     ErrorCode::timeout);
    }
    context.reset();
    EXPECT_EQ(destroyed, 0);
}

// The test itself answers waits for fences and queries of them. Fences in `hanging` are not signalled.
std::vector<VkFence> hanging;
std::vector<VkFence> asked;

VkResult answer(VkFence fence, VkResult not_yet) {
    asked.push_back(fence);
    return std::find(hanging.begin(), hanging.end(), fence) != hanging.end() ? not_yet : VK_SUCCESS;
}

TEST(Timeout, OfASecondRunIsNotForgottenOnceTheFirstHasFinished) {
    ContextOptions options = test_options();
    options.validate = false;
    const auto context = take(Context::create(options));
    VolkDeviceTable& vk = context->table().device;
    vk.vkWaitForFences = [](VkDevice, std::uint32_t, const VkFence* fences, VkBool32, std::uint64_t) {
        return answer(fences[0], VK_TIMEOUT);
    };
    vk.vkGetFenceStatus = [](VkDevice, VkFence fence) { return answer(fence, VK_NOT_READY); };
    const auto fence = [](std::uintptr_t number) { return reinterpret_cast<VkFence>(number); };
    EXPECT_TRUE(context->may_destroy());
    hanging = {fence(16), fence(32)};
    context->set_unfinished(fence(16));
    hanging = {fence(32)};
    EXPECT_TRUE(context->may_destroy()) << "the first has finished";
    context->set_unfinished(fence(32));
    EXPECT_FALSE(context->may_destroy()) << "the second runs";
    EXPECT_EQ(asked.back(), fence(32));
    EXPECT_ERROR(context->alive(), ErrorCode::device_lost);
    hanging.clear();
    EXPECT_TRUE(context->may_destroy()) << "both have finished";
    asked.clear();
    EXPECT_TRUE(context->may_destroy());
    EXPECT_TRUE(asked.empty()) << "a fence that has been seen to finish may be gone";
}

TEST(Timeout, OfTwoRunsAtOnceWaitsForBoth) {
    ContextOptions options = test_options();
    options.validate = false;
    const auto context = take(Context::create(options));
    VolkDeviceTable& vk = context->table().device;
    vk.vkWaitForFences = [](VkDevice, std::uint32_t, const VkFence* fences, VkBool32, std::uint64_t) {
        return answer(fences[0], VK_TIMEOUT);
    };
    vk.vkGetFenceStatus = [](VkDevice, VkFence fence) { return answer(fence, VK_NOT_READY); };
    const auto fence = [](std::uintptr_t number) { return reinterpret_cast<VkFence>(number); };
    context->set_unfinished(fence(16));
    context->set_unfinished(fence(32));
    hanging = {fence(16), fence(32)};
    EXPECT_FALSE(context->may_destroy());
    hanging = {fence(16)};
    EXPECT_FALSE(context->may_destroy()) << "the first runs";
    hanging.clear();
    EXPECT_TRUE(context->may_destroy());
}

/// Puts two submissions in flight. The wait for the first times out, and the first finishes later. Expects that a
/// buffer is not destroyed while the second submission still uses it.
void expect_left_alone(bool staged_first, bool staged_second) {
    ContextOptions options = test_options();
    options.validate = false;
    auto context = take(Context::create(options));
    VolkDeviceTable& vk = context->table().device;
    Runner runner = take(Runner::create(*context));
    const auto fill = [](const Buffer& buffer) {
        return [&](Recorder& recorder) -> Result<void> {
            recorder.fill(buffer.view(), 1);
            return {};
        };
    };
    const Buffer first = take(Buffer::create(*context, {.size = 64}));
    auto second = std::make_unique<Buffer>(take(Buffer::create(*context, {.size = 64})));
    static std::vector<VkFence> submitted;
    static PFN_vkQueueSubmit submit;
    static PFN_vkDestroyBuffer destroy;
    static int destroyed;
    submitted.clear();
    destroyed = 0;
    submit = std::exchange(vk.vkQueueSubmit,
                           [](VkQueue queue, std::uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
                               submitted.push_back(fence);
                               return submit(queue, count, infos, fence);
                           });
    destroy = std::exchange(vk.vkDestroyBuffer, [](VkDevice device, VkBuffer buffer, const VkAllocationCallbacks* how) {
        ++destroyed;
        destroy(device, buffer, how);
    });
    const std::vector<std::byte> bytes(64);
    const Ticket ticket = staged_first ? Ticket{} : take(runner.submit(fill(first)));
    if (staged_first) {
        take(runner.stage(first.view(), bytes));
    }
    if (staged_second) {
        take(runner.stage(second->view(), bytes));
    } else {
        take(runner.submit(fill(*second)));
    }
    vk.vkQueueWaitIdle(context->queue());
    const auto wait_of_driver =
        std::exchange(vk.vkWaitForFences, [](VkDevice, std::uint32_t, const VkFence* fences, VkBool32, std::uint64_t) {
            return answer(fences[0], VK_TIMEOUT);
        });
    const auto real_status =
        std::exchange(vk.vkGetFenceStatus, [](VkDevice, VkFence fence) { return answer(fence, VK_NOT_READY); });
    hanging = submitted;
    if (staged_first) {
        EXPECT_ERROR(runner.await_staged(), ErrorCode::timeout);
    } else {
        EXPECT_ERROR(runner.wait(ticket), ErrorCode::timeout);
    }
    hanging = {submitted[1]};  // The first finishes, the second still runs
    second.reset();
    EXPECT_EQ(destroyed, 0);
    hanging.clear();
    vk.vkWaitForFences = wait_of_driver;
    vk.vkGetFenceStatus = real_status;
}

TEST(Timeout, LeavesObjectsAloneThatALaterSubmissionUses) {
    expect_left_alone(false, false);
}

TEST(Timeout, LeavesObjectsAloneThatAStagedUploadUses) {
    expect_left_alone(false, true);
}

TEST(Timeout, OfAStagedUploadLeavesObjectsAloneThatASubmissionUses) {
    expect_left_alone(true, false);
}

}  // namespace
}  // namespace vkalgo::test
