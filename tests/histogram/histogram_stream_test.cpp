#include "algorithms/histogram/histogram_call.hpp"
#include "algorithms/histogram/histogram_reference.hpp"
#include "engine/dispatch_table.hpp"
#include "tests/histogram/inputs.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/fault_injector.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::test {
namespace {

/// A reader that returns `bytes` in pieces of random lengths up to `most`, and an error in place of piece `failing`,
/// counted from 0.
struct PieceReader {
    const std::vector<std::uint8_t>& bytes;
    std::uint32_t most;
    int failing = -1;
    std::size_t at = 0;
    int turns = 0;
    SplitMix64 random{7};

    Result<std::size_t> operator()(std::span<std::byte> room) {
        if (turns++ == failing) {
            return Error{ErrorCode::driver, "the disk is gone", "disk"};
        }
        const std::size_t count = std::min({room.size(), std::size_t{1 + random.below(most)}, bytes.size() - at});
        std::memcpy(room.data(), bytes.data() + at, count);
        at += count;
        return count;
    }
};

class HistogramStream : public DeviceTest {};

TEST_F(HistogramStream, CountsManyPartsOfAnySize) {
    for (const ElementType type : {ElementType::u8, ElementType::u16, ElementType::f32, ElementType::i64}) {
        const HistogramOptions options{.type = type, .bins = 77, .range = HistogramRange{3, 101}};
        const auto bytes = make_values(type, Distribution::sorted, 200'003, 3);
        const HistogramCounts expected =
            take(histogram_reference(std::as_bytes(std::span(bytes)), options), "reference");
        for (const std::uint64_t memory : {99'000u, 101'111u, 123'457u}) {
            HistogramCallOptions call{.histogram = options};
            call.call.memory_limit = memory;
            const HistogramResult result = take(histogram(runner(), PieceReader{bytes, 9001}, call), "histogram");
            const std::string what = to_string(type) + (" in " + std::to_string(memory)) + " bytes";
            EXPECT_GT(result.parts, 3u) << what;
            EXPECT_LE(result.report.device_bytes, memory) << what;
            EXPECT_EQ(result.count, 200'003u) << what;
            EXPECT_EQ(result.counts, expected.counts) << what;
            EXPECT_EQ(result.outside, expected.outside) << what;
        }
    }
}

TEST_F(HistogramStream, CountsPartsThatAreLargerThanStagingMemory) {
    std::vector<std::uint64_t> expected(256);
    std::uint64_t left = 2 * Runner::kStagingBytes + 12'345;
    std::uint32_t state = 1;
    const HistogramReader read = [&](std::span<std::byte> room) -> Result<std::size_t> {
        const std::size_t count = std::min<std::size_t>(room.size(), left);
        for (std::byte& byte : room.first(count)) {
            state = state * 1664525u + 1013904223u;
            byte = static_cast<std::byte>(state >> 24);
            ++expected[state >> 24];
        }
        left -= count;
        return count;
    };
    const HistogramResult result = take(histogram(runner(), read, {.histogram = {.type = ElementType::u8}}));
    EXPECT_GT(result.plan.count, Runner::kStagingBytes / 2);
    EXPECT_EQ(result.parts, 3u);
    EXPECT_EQ(result.counts, expected);
}

// Fences of the submissions, in order, and whether each was waited for, recorded by the hooks below.
std::vector<VkFence> submitted;
std::vector<bool> finished;
PFN_vkQueueSubmit queue_submit = nullptr;
PFN_vkWaitForFences wait_for_fences = nullptr;

TEST_F(HistogramStream, StagesAPartWhileThePreviousOneIsCounted) {
    HistogramCallOptions call{.histogram = {.type = ElementType::u8}};
    call.call.memory_limit = kLittleMemory;
    VolkDeviceTable& vk = context().table().device;
    submitted.clear();
    finished.clear();
    queue_submit = std::exchange(vk.vkQueueSubmit,
                                 [](VkQueue queue, std::uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
                                     submitted.push_back(fence);
                                     finished.push_back(false);
                                     return queue_submit(queue, count, infos, fence);
                                 });
    wait_for_fences = std::exchange(vk.vkWaitForFences, [](VkDevice device, std::uint32_t count, const VkFence* fences,
                                                           VkBool32 all, std::uint64_t timeout) {
        for (std::size_t i = 0; i < submitted.size(); ++i) {
            finished[i] = finished[i] || submitted[i] == fences[0];
        }
        return wait_for_fences(device, count, fences, all, timeout);
    });
    {
        HistogramCounter counter = take(HistogramCounter::create(runner(), call));
        ASSERT_EQ(counter.plan().parts_at_once, 2u);
        const std::vector<std::byte> part(static_cast<std::size_t>(counter.plan().part_values));
        for (std::size_t turn = 0; turn < 6; ++turn) {
            EXPECT_OK(counter.add(part));
            // Each part has two submissions: a copy and a count. The counter has waited only for the count of two parts
            // before, which used the same buffers.
            ASSERT_EQ(submitted.size(), 2 * turn + 2);
            EXPECT_FALSE(finished[2 * turn]) << "the copy of part " << turn;
            EXPECT_FALSE(finished[2 * turn + 1]) << "the count of part " << turn;
            EXPECT_FALSE(turn > 0 && finished[2 * turn - 1]) << "the count of the part before " << turn;
            EXPECT_TRUE(turn < 2 || finished[2 * turn - 3]) << "the count of two parts before " << turn;
        }
        EXPECT_EQ(take(counter.finish()).counts[0], 6 * part.size());
    }
    vk.vkQueueSubmit = queue_submit;
    vk.vkWaitForFences = wait_for_fences;
}

TEST_F(HistogramStream, LeavesNoUnfinishedWorkIfAReadFails) {
    const HistogramOptions options{.type = ElementType::u16, .bins = 1000, .method = "global"};
    const auto bytes = make_values(options.type, Distribution::uniform, 100'003, 3);
    HistogramCallOptions call{.histogram = options};
    call.call.memory_limit = kLittleMemory;
    // Buffers are freed as soon as a read has failed. Validation would report buffers that are still in use.
    for (const int failing : {0, 1, 2, 3, 5, 8, 13}) {
        EXPECT_ERROR(histogram(runner(), PieceReader{bytes, 40'000, failing}, call), ErrorCode::driver);
    }
    const HistogramResult result = take(histogram(runner(), PieceReader{bytes, 40'000}, call));
    EXPECT_EQ(result.counts, take(histogram_reference(std::as_bytes(std::span(bytes)), options)).counts);
}

TEST(HistogramStreamFaults, EveryCallMayFail) {
    const HistogramOptions options{.type = ElementType::u8, .bins = 100};
    const auto bytes = make_values(options.type, Distribution::uniform, 60'007, 3);
    FaultInjector injector;
    // Makes call `failing` of the stream fail; if `failing` is 0, no call fails. Returns the number of calls.
    const auto stream = [&](std::uint64_t failing, VkResult failure) {
        {
            ContextOptions wanted = test_options();
            wanted.get_instance_proc_addr = injector.entry();
            ValidatedContext context(wanted);
            Runner own = take(Runner::create(*context));
            HistogramCallOptions call{.histogram = options};
            call.call.memory_limit = kLittleMemory;
            SCOPED_TRACE("call " + std::to_string(failing) + " gives " + std::to_string(failure));
            injector.fail_call(failing, failure);
            const auto result = histogram(own, PieceReader{bytes, 9001}, call);
            EXPECT_EQ(result.has_value(), failing == 0) << injector.failed();
            if (!result) {
                EXPECT_EQ(result.error().where, injector.failed()) << result.error().message;
            }
        }
        EXPECT_TRUE(injector.live().empty()) << injector.failed() << " left " << injector.live_words();
        return injector.calls();
    };
    const std::uint64_t calls = stream(0, VK_SUCCESS);
    ASSERT_GT(calls, 40u);
    const std::uint64_t stride = deep() ? 1 : 7;
    for (std::uint64_t call = 1; call <= calls; call += stride) {
        // A lost device is not simulated, since the device would continue to run work that is not waited for.
        stream(call, call % 2 == 0 ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_ERROR_UNKNOWN);
    }
}

}  // namespace
}  // namespace vkalgo::test
