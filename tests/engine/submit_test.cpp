// Tests submissions that are not waited for at once, and work in chunks.
#include "engine/dispatch_table.hpp"
#include "engine/runner.hpp"
#include "tests/engine/kernels.hpp"

#include <chrono>
#include <functional>
#include <thread>
#include <utility>

namespace vkalgo::test {
namespace {

class SubmitTest : public DeviceTest {};

/// A semaphore that the caller of a runner creates.
class Semaphore {
public:
    Semaphore(Context& context, bool timeline) : context_(context) {
        VkSemaphoreTypeCreateInfo type{};
        type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
        type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
        VkSemaphoreCreateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
        info.pNext = timeline ? &type : nullptr;
        EXPECT_EQ(vk().vkCreateSemaphore(context.device(), &info, nullptr, &semaphore_), VK_SUCCESS);
    }
    Semaphore(const Semaphore&) = delete;
    Semaphore& operator=(const Semaphore&) = delete;
    ~Semaphore() { vk().vkDestroySemaphore(context_.device(), semaphore_, nullptr); }

    VkSemaphore handle() const { return semaphore_; }
    void signal(std::uint64_t value) const {
        VkSemaphoreSignalInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO;
        info.semaphore = semaphore_;
        info.value = value;
        EXPECT_EQ(vk().vkSignalSemaphore(context_.device(), &info), VK_SUCCESS);
    }
    std::uint64_t value() const {
        std::uint64_t value = 0;
        EXPECT_EQ(vk().vkGetSemaphoreCounterValue(context_.device(), semaphore_, &value), VK_SUCCESS);
        return value;
    }

private:
    const VolkDeviceTable& vk() const { return context_.table().device; }
    Context& context_;
    VkSemaphore semaphore_ = VK_NULL_HANDLE;
};

std::function<Result<void>(Recorder&)> filling(const Buffer& buffer, std::uint32_t word) {
    return [&buffer, word](Recorder& recorder) -> Result<void> {
        recorder.fill(buffer.view(), word);
        return {};
    };
}

TEST_F(SubmitTest, RunsSeveralSubmissionsInTheirOrder) {
    const auto add = take(context().kernel({"add_constant",
                                            spirv::tests_engine_add_constant,
                                            {{kAddConstantThreads, kAddWidth}, {kAddConstantFactor, 1}}}));
    const auto values = random_words(1000, 7);
    const Buffer a = upload(runner(), values);
    const Buffer b = take(Buffer::create(context(), {.size = 4000}));
    std::vector<Ticket> tickets;
    for (std::uint32_t i = 0; i < 10; ++i) {
        tickets.push_back(take(runner().submit([&](Recorder& recorder) -> Result<void> {
            const SpanScope span(recorder, std::to_string(i));
            record_add(recorder, *add, (i % 2 == 0 ? a : b).view(), (i % 2 == 0 ? b : a).view(), 1000, i);
            return {};
        })));
    }
    for (std::size_t i = tickets.size(); i-- > 0;) {
        const RunReport report = take(runner().wait(tickets[i]));
        ASSERT_EQ(report.spans.size(), 1U);
        EXPECT_EQ(report.spans[0].name, std::to_string(i));
        EXPECT_TRUE(take(runner().finished(tickets[i])));
    }
    const auto result = read_back<std::uint32_t>(runner(), a.view().slice(0, 4000));
    for (std::size_t i = 0; i < 1000; ++i) {
        ASSERT_EQ(result[i], values[i] + 45);
    }
    EXPECT_TRUE(take(runner().wait(tickets[3])).spans.empty()) << "a report is fetched once";
}

TEST_F(SubmitTest, KnowsOnlyItsOwnTickets) {
    EXPECT_ERROR(runner().wait({}), ErrorCode::invalid_argument);
    EXPECT_ERROR(runner().finished({1'000'000}), ErrorCode::invalid_argument);
}

TEST_F(SubmitTest, WaitsForATimelineSemaphoreAndSignalsIt) {
    if (!context().profile().timeline_semaphores) {
        GTEST_SKIP() << "the device has no timeline semaphores";
    }
    const Semaphore semaphore(context(), true);
    const Buffer buffer = upload(runner(), std::vector<std::uint32_t>(16, 1));
    const SemaphoreWait wait{semaphore.handle(), 5};
    const SemaphoreSignal signal{semaphore.handle(), 9};
    const Ticket ticket = take(runner().submit(filling(buffer, 2), {.wait = {&wait, 1}, .signal = {&signal, 1}}));
    EXPECT_FALSE(take(runner().finished(ticket)));
    EXPECT_EQ(semaphore.value(), 0U);
    semaphore.signal(5);
    take(runner().wait(ticket));
    EXPECT_TRUE(take(runner().finished(ticket)));
    EXPECT_EQ(semaphore.value(), 9U);
    EXPECT_EQ(read_back<std::uint32_t>(runner(), buffer.view())[0], 2U);
}

TEST_F(SubmitTest, PassesBinarySemaphoresFromOneSubmissionToTheNext) {
    const Semaphore semaphore(context(), false);
    const Buffer buffer = upload(runner(), std::vector<std::uint32_t>(16, 1));
    const SemaphoreSignal signal{semaphore.handle()};
    const SemaphoreWait wait{semaphore.handle()};
    take(runner().submit(filling(buffer, 2), {.signal = {&signal, 1}}));
    take(runner().wait(take(runner().submit(filling(buffer, 3), {.wait = {&wait, 1}}))));
    EXPECT_EQ(read_back<std::uint32_t>(runner(), buffer.view())[0], 3U);
}

TEST(SubmitLimit, RefusesASemaphoreValueWithoutTimelineSemaphores) {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.timeline_semaphores = false; };
    ValidatedContext context(options);
    Runner runner = take(Runner::create(*context));
    const Semaphore semaphore(*context, false);
    const SemaphoreSignal signal{semaphore.handle(), 1};
    EXPECT_ERROR(runner.submit([](Recorder&) -> Result<void> { return {}; }, {.signal = {&signal, 1}}),
                 ErrorCode::unsupported);
    EXPECT_OK(runner.run([](Recorder&) -> Result<void> { return {}; }));
}

int allocated = 0;
PFN_vkAllocateCommandBuffers real_allocate_commands = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL count_allocations(VkDevice device, const VkCommandBufferAllocateInfo* info,
                                                 VkCommandBuffer* buffers) {
    ++allocated;
    return real_allocate_commands(device, info, buffers);
}

TEST_F(SubmitTest, ReusesCommandBuffers) {
    ValidatedContext own;
    Runner fresh = take(Runner::create(*own));
    const Buffer buffer = take(Buffer::create(*own, {.size = 64}));
    allocated = 0;
    real_allocate_commands = std::exchange(own->table().device.vkAllocateCommandBuffers, count_allocations);
    for (std::uint32_t i = 0; i < 200; ++i) {
        take(fresh.run(filling(buffer, i)));
    }
    EXPECT_EQ(allocated, 0) << "runs one after the other share one";
    for (std::uint32_t i = 0; i < 200; ++i) {
        const Ticket ticket = take(fresh.submit(filling(buffer, i)));
        if (i % 8 == 7) {
            take(fresh.wait(ticket));
        }
    }
    EXPECT_LE(allocated, static_cast<int>(Runner::kReportsKept)) << "each holds a report that nobody has fetched";
}

TEST_F(SubmitTest, KeepsTheReportsOfTheLastSubmissions) {
    Runner fresh = take(Runner::create(context()));
    constexpr std::uint64_t kMany = 3 * Runner::kReportsKept;
    for (std::uint64_t i = 0; i < kMany; ++i) {
        take(fresh.submit([](Recorder& recorder) -> Result<void> {
            const SpanScope span(recorder, "one");
            return {};
        }));
        context().table().device.vkQueueWaitIdle(context().queue());
    }
    for (std::uint64_t number = kMany; number > kMany - Runner::kReportsKept; --number) {
        EXPECT_EQ(take(fresh.wait({number})).spans.size(), 1U) << number;
    }
    EXPECT_TRUE(take(fresh.wait({Runner::kReportsKept})).spans.empty()) << "dropped";
}

TEST_F(SubmitTest, ReusesNothingThatIsUnfinished) {
    if (!context().profile().timeline_semaphores) {
        GTEST_SKIP() << "the device has no timeline semaphores";
    }
    const Semaphore semaphore(context(), true);
    const Buffer buffer = take(Buffer::create(context(), {.size = 64}));
    const SemaphoreWait wait{semaphore.handle(), 1};
    Runner fresh = take(Runner::create(context()));
    const Ticket first = take(fresh.submit(filling(buffer, 1), {.wait = {&wait, 1}}));
    Ticket last;
    for (std::size_t i = 0; i < Runner::kReportsKept + 5; ++i) {
        last = take(fresh.submit(filling(buffer, 2)));
    }
    EXPECT_FALSE(take(fresh.finished(first)));
    semaphore.signal(1);
    take(fresh.wait(last));
    EXPECT_TRUE(take(fresh.finished(first)));
}

TEST_F(SubmitTest, DoesNotTakeAnErrorOfTheFenceForFinished) {
    if (!context().profile().timeline_semaphores) {
        GTEST_SKIP() << "the device has no timeline semaphores";
    }
    const Semaphore semaphore(context(), true);
    const Buffer buffer = take(Buffer::create(context(), {.size = 64}));
    const SemaphoreWait wait{semaphore.handle(), 1};
    const Ticket ticket = take(runner().submit(filling(buffer, 2), {.wait = {&wait, 1}}));
    const auto real = std::exchange(context().table().device.vkGetFenceStatus,
                                    [](VkDevice, VkFence) -> VkResult { return VK_ERROR_OUT_OF_HOST_MEMORY; });
    EXPECT_ERROR(runner().finished(ticket), ErrorCode::out_of_memory);
    context().table().device.vkGetFenceStatus = real;
    EXPECT_FALSE(take(runner().finished(ticket)));
    semaphore.signal(1);
    take(runner().wait(ticket));
}

// The spy below notes the barriers that the runner itself records. No other test would fail if one were missing.
struct BarrierCall {
    VkPipelineStageFlags from, to;
    VkAccessFlags made, seen;
};
std::vector<BarrierCall> barriers;
PFN_vkCmdPipelineBarrier real_barrier = nullptr;

VKAPI_ATTR void VKAPI_CALL spy_barrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkPipelineStageFlags to,
                                       VkDependencyFlags flags, std::uint32_t count, const VkMemoryBarrier* memory,
                                       std::uint32_t buffer_count, const VkBufferMemoryBarrier* buffer,
                                       std::uint32_t image_count, const VkImageMemoryBarrier* image) {
    for (std::uint32_t i = 0; i < count; ++i) {
        barriers.push_back({from, to, memory[i].srcAccessMask, memory[i].dstAccessMask});
    }
    real_barrier(commands, from, to, flags, count, memory, buffer_count, buffer, image_count, image);
}

/// Returns the barriers that `work` records.
template <class Work>
std::vector<BarrierCall> barriers_of(Context& context, Work&& work) {
    barriers.clear();
    real_barrier = std::exchange(context.table().device.vkCmdPipelineBarrier, spy_barrier);
    work();
    context.table().device.vkCmdPipelineBarrier = real_barrier;
    return barriers;
}

bool covers(std::uint32_t all, std::uint32_t part) {
    return (all & part) == part;
}

TEST_F(SubmitTest, BeginsAfterAllThatEarlierSubmissionsWrote) {
    const Buffer buffer = take(Buffer::create(context(), {.size = 64}));
    std::vector<std::byte> bytes(64);
    const std::vector<std::function<void()>> all{
        [&] { take(runner().run([](Recorder&) -> Result<void> { return {}; })); },
        [&] { take(runner().upload(buffer.view(), bytes)); },
        [&] { take(runner().download(buffer.view(), bytes)); },
    };
    for (const auto& work : all) {
        const auto seen = barriers_of(context(), work);
        ASSERT_FALSE(seen.empty());
        const BarrierCall& first = seen.front();
        EXPECT_EQ(first.from, VkPipelineStageFlags{VK_PIPELINE_STAGE_ALL_COMMANDS_BIT});
        EXPECT_EQ(first.made, VkAccessFlags{VK_ACCESS_MEMORY_WRITE_BIT});
        EXPECT_EQ(first.to, VkPipelineStageFlags{VK_PIPELINE_STAGE_ALL_COMMANDS_BIT});
        EXPECT_EQ(first.seen, VkAccessFlags{VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT});
        EXPECT_EQ(seen.size(), 2U) << "that one, and the one for the host";
    }
}

TEST_F(SubmitTest, MakesWhatItWroteVisibleToTheHost) {
    const Buffer buffer = take(Buffer::create(context(), {.size = 64}));
    std::vector<std::byte> bytes(64);
    const auto run = barriers_of(context(), [&] { take(runner().run(filling(buffer, 1))); });
    ASSERT_FALSE(run.empty());
    EXPECT_EQ(run.back().from, VkPipelineStageFlags{VK_PIPELINE_STAGE_ALL_COMMANDS_BIT});
    EXPECT_EQ(run.back().made, VkAccessFlags{VK_ACCESS_MEMORY_WRITE_BIT});
    EXPECT_TRUE(covers(run.back().to, VK_PIPELINE_STAGE_HOST_BIT) && covers(run.back().seen, VK_ACCESS_HOST_READ_BIT));
    const auto download = barriers_of(context(), [&] { take(runner().download(buffer.view(), bytes)); });
    ASSERT_FALSE(download.empty());
    EXPECT_TRUE(covers(download.back().from, VK_PIPELINE_STAGE_TRANSFER_BIT) &&
                covers(download.back().made, VK_ACCESS_TRANSFER_WRITE_BIT));
    EXPECT_TRUE(covers(download.back().to, VK_PIPELINE_STAGE_HOST_BIT) &&
                covers(download.back().seen, VK_ACCESS_HOST_READ_BIT));
}

using Ranges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

Chunks chunks_that_note(Ranges& ranges, std::uint64_t steps, std::uint64_t chunk) {
    Chunks chunks;
    chunks.name = "chunk";
    chunks.steps = steps;
    chunks.chunk = chunk;
    chunks.record = [&ranges](Recorder& recorder, std::uint64_t first, std::uint64_t count) -> Result<void> {
        const SpanScope span(recorder, "inner");
        ranges.emplace_back(first, count);
        return {};
    };
    return chunks;
}

TEST_F(SubmitTest, CutsStepsIntoChunksAndReportsProgress) {
    Ranges ranges;
    std::vector<double> fractions;
    Chunks chunks = chunks_that_note(ranges, 10, 4);
    chunks.progress = [&](double fraction) { fractions.push_back(fraction); };
    const RunReport report = take(runner().run_chunks(chunks));
    EXPECT_EQ(ranges, (Ranges{{0, 4}, {4, 4}, {8, 2}}));
    EXPECT_EQ(fractions, (std::vector<double>{0.4, 0.8, 1.0}));
    ASSERT_EQ(report.spans.size(), 6U);
    EXPECT_EQ(report.spans[0].name, "chunk");
    EXPECT_EQ(report.spans[0].depth, 0U);
    EXPECT_EQ(report.spans[5].name, "inner");
    EXPECT_EQ(report.spans[5].depth, 1U);
    EXPECT_DOUBLE_EQ(report.gpu_milliseconds,
                     report.spans[0].milliseconds + report.spans[2].milliseconds + report.spans[4].milliseconds);
    ranges.clear();
    EXPECT_OK(runner().run_chunks(chunks_that_note(ranges, 0, 4)));
    EXPECT_TRUE(ranges.empty());
    EXPECT_OK(runner().run_chunks(chunks_that_note(ranges, 5, UINT64_MAX)));
    EXPECT_EQ(ranges, (Ranges{{0, 5}}));
}

TEST_F(SubmitTest, CutsChunksByTheTimeThatTheyTake) {
    Ranges ranges;
    double slow = 0;
    Chunks chunks = chunks_that_note(ranges, 1000, 100);
    chunks.first_chunk = 2;
    chunks.aim_milliseconds = 1e5;
    chunks.record = [&](Recorder&, std::uint64_t first, std::uint64_t count) -> Result<void> {
        ranges.emplace_back(first, count);
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(slow));
        return {};
    };
    // If chunks take far less time than aimed at, each is four times as large as the one before, up to the maximum.
    take(runner().run_chunks(chunks));
    ASSERT_GE(ranges.size(), 5U);
    EXPECT_EQ((Ranges{ranges.begin(), ranges.begin() + 5}), (Ranges{{0, 2}, {2, 8}, {10, 32}, {42, 100}, {142, 100}}));
    EXPECT_EQ(ranges.back().first + ranges.back().second, 1000U);
    // If chunks take more time than aimed at, each has at most half the size of the one before, but at least 1.
    ranges.clear();
    slow = 20;
    chunks.steps = 30;
    chunks.first_chunk = 16;
    chunks.aim_milliseconds = 10;
    take(runner().run_chunks(chunks));
    ASSERT_GE(ranges.size(), 5U);
    EXPECT_EQ(ranges[0].second, 16U);
    EXPECT_LE(ranges[1].second, 8U);
    EXPECT_LE(ranges[2].second, 4U);
    EXPECT_EQ(ranges.back().second, 1U);
}

TEST_F(SubmitTest, EndsEarlyIfTheWorkIsDone) {
    Ranges ranges;
    std::vector<double> fractions;
    Chunks chunks = chunks_that_note(ranges, 100, 1);
    chunks.done = [&]() -> Result<bool> { return ranges.size() == 3; };
    chunks.progress = [&](double fraction) { fractions.push_back(fraction); };
    take(runner().run_chunks(chunks));
    EXPECT_EQ(ranges.size(), 3U);
    EXPECT_EQ(fractions.back(), 1.0);
    chunks.done = []() -> Result<bool> { return Error{ErrorCode::overflow, "no", ""}; };
    EXPECT_ERROR(runner().run_chunks(chunks), ErrorCode::overflow);
}

TEST_F(SubmitTest, StopsBetweenTwoChunksWhenItIsCancelled) {
    Ranges ranges;
    std::stop_source stop;
    Chunks chunks = chunks_that_note(ranges, 10, 1);
    chunks.cancel = stop.get_token();
    chunks.progress = [&](double) {
        if (ranges.size() == 4) {
            stop.request_stop();
        }
    };
    EXPECT_ERROR(runner().run_chunks(chunks), ErrorCode::cancelled);
    EXPECT_EQ(ranges.size(), 4U);
    EXPECT_OK(runner().run([](Recorder&) -> Result<void> { return {}; }));
    // Work that has finished cannot be cancelled.
    std::stop_source late;
    ranges.clear();
    chunks = chunks_that_note(ranges, 2, 2);
    chunks.cancel = late.get_token();
    chunks.progress = [&](double) { late.request_stop(); };
    EXPECT_OK(runner().run_chunks(chunks));
}

std::uint64_t waited_value = 0;
PFN_vkWaitForFences real_wait = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL spy_wait(VkDevice device, std::uint32_t count, const VkFence* fences, VkBool32 all,
                                        std::uint64_t nanoseconds) {
    waited_value = nanoseconds;
    return real_wait(device, count, fences, all, nanoseconds);
}

TEST_F(SubmitTest, WaitsForAChunkUpToItsTimeout) {
    Ranges ranges;
    Chunks chunks = chunks_that_note(ranges, 3, 2);
    chunks.timeout_nanoseconds = 23'456'789'012;
    real_wait = std::exchange(context().table().device.vkWaitForFences, spy_wait);
    EXPECT_OK(runner().run_chunks(chunks));
    context().table().device.vkWaitForFences = real_wait;
    EXPECT_EQ(waited_value, 23'456'789'012U);
}

TEST_F(SubmitTest, RefusesChunksOfNothing) {
    Ranges ranges;
    EXPECT_ERROR(runner().run_chunks(chunks_that_note(ranges, 5, 0)), ErrorCode::invalid_argument);
    EXPECT_ERROR(runner().run_chunks({.steps = 5}), ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace vkalgo::test
