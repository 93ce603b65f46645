// Several threads on one context use everything that is documented as thread-safe. `cmake --preset tsan` builds this
// suite to run under the thread sanitizer; other builds still check the results.
#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"

#include <atomic>
#include <latch>
#include <thread>

namespace vkalgo::test {
namespace {

constexpr std::uint32_t kWordsPerThread = 1000;

/// Runs `work(0)` to `work(threads - 1)` concurrently; an exception of a thread fails the test.
void at_once(std::uint32_t threads, const std::function<void(std::uint32_t)>& work) {
    std::latch start(threads);
    std::vector<std::jthread> running;
    for (std::uint32_t number = 0; number < threads; ++number) {
        running.emplace_back([&, number] {
            start.arrive_and_wait();
            try {
                work(number);
            } catch (const std::exception& problem) {
                ADD_FAILURE() << "thread " << number << ": " << problem.what();
            }
        });
    }
}

/// Does the work of one thread of an application: creates a runner, takes kernels from the context, creates and frees
/// buffers.
void use(Context& context, std::uint32_t number, int rounds) {
    Runner runner = take(Runner::create(context));
    for (int round = 0; round < rounds; ++round) {
        const auto factor = number + static_cast<std::uint32_t>(round) % 3 + 1;
        const auto add = take(context.kernel(add_info(factor)));
        const auto values = random_words(kWordsPerThread, number * 100 + static_cast<std::uint32_t>(round));
        const Buffer source = upload(runner, values);
        const Buffer target = take(Buffer::create(context, {.size = kWordsPerThread * 4}));
        const auto record = [&](Recorder& recorder) -> Result<void> {
            record_add(recorder, *add, source.view(), target.view(), kWordsPerThread, 5);
            return recorder.status();
        };
        const Ticket first = take(runner.submit(record));
        const Ticket second = take(runner.submit(record));
        (void)take(runner.finished(first));
        take(runner.wait(second));
        take(runner.wait(first));
        const auto result = read_back<std::uint32_t>(runner, target.view().slice(0, kWordsPerThread * 4));
        for (std::size_t i = 0; i < kWordsPerThread; ++i) {
            ASSERT_EQ(result[i], values[i] + 5 * factor);
        }
    }
}

TEST(Threads, EachHaveARunnerOnOneContext) {
    ValidatedContext context;
    at_once(4, [&](std::uint32_t number) { use(*context, number, 6); });
    EXPECT_EQ(context->memory_in_use(), 0U);
}

TEST(Threads, WithoutPushDescriptorsHaveSeparateArenas) {
    ContextOptions options = test_options();
    options.narrow = [](DeviceProfile& profile) { profile.push_descriptors = false; };
    ValidatedContext context(options);
    at_once(4, [&](std::uint32_t number) { use(*context, number, 4); });
}

TEST(Threads, RequestKernelsWhileOthersAreDropped) {
    ValidatedContext context;
    std::atomic<bool> over = false;
    std::jthread trimming([&] {
        while (!over) {
            context->trim_kernels();
            std::this_thread::yield();
        }
    });
    at_once(6, [&](std::uint32_t number) {
        std::vector<std::shared_ptr<const Kernel>> kept;
        for (std::uint32_t round = 0; round < 30; ++round) {
            const auto kernel = take(context->kernel(add_info((number + round) % 5 + 1)));
            EXPECT_NE(kernel->pipeline(), VkPipeline{VK_NULL_HANDLE});
            if (round % 3 == 0) {
                kept.push_back(kernel);
            }
        }
    });
    over = true;
}

TEST(Threads, RecordIntoCommandBuffersOfTheirOwnWithOneKernel) {
    ValidatedContext context;
    const auto add = take(context->kernel(add_info(2)));
    at_once(4, [&](std::uint32_t) {
        Runner runner = take(Runner::create(*context));
        const Buffer a = upload(runner, std::vector<std::uint32_t>(kWordsPerThread, 1));
        const Buffer b = take(Buffer::create(*context, {.size = kWordsPerThread * 4}));
        take(runner.run_chunks(
            {.name = "part",
             .steps = 20,
             .chunk = 3,
             .record = [&](Recorder& recorder, std::uint64_t first, std::uint64_t count) -> Result<void> {
                 for (std::uint64_t step = first; step < first + count; ++step) {
                     const bool there = step % 2 == 0;
                     record_add(recorder, *add, (there ? a : b).view(), (there ? b : a).view(), kWordsPerThread, 1);
                 }
                 return recorder.status();
             }}));
        EXPECT_EQ(read_back<std::uint32_t>(runner, a.view().slice(0, kWordsPerThread * 4)),
                  std::vector<std::uint32_t>(kWordsPerThread, 41));
    });
}

TEST(Threads, SeeADeviceThatAnotherThreadLost) {
    ContextOptions options = test_options();
    options.validate = false;
    const auto context = take(Context::create(options));
    at_once(3, [&](std::uint32_t number) {
        if (number == 0) {
            EXPECT_ERROR(context->check(VK_ERROR_DEVICE_LOST, "vkQueueSubmit"), ErrorCode::device_lost);
        }
        while (context->alive()) {
            std::this_thread::yield();
        }
        EXPECT_ERROR(context->kernel(add_info(number + 1)), ErrorCode::device_lost);
        EXPECT_ERROR(Buffer::create(*context, {.size = 16}), ErrorCode::device_lost);
    });
}

}  // namespace
}  // namespace vkalgo::test
