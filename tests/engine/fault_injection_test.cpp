// Runs a whole program many times. In each run, another call that returns a VkResult fails.
#include "tests/engine/kernels.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/fault_injector.hpp"

#include <filesystem>

#include <unistd.h>

namespace vkalgo::test {
namespace {

/// Uses every part of the engine that an ordinary program uses: kernels, buffers, runs, submissions, chunks and copies.
/// If `arena`, the profile has no push descriptors, so descriptor sets come from an arena. If `validate`, the context
/// has the validation layer and a messenger.
Result<void> scenario(FaultInjector& injector, bool arena, bool validate) {
    ContextOptions options = test_options();
    options.validate = validate;
    options.get_instance_proc_addr = injector.entry();
    options.pipeline_cache =
        (std::filesystem::temp_directory_path() / ("vkalgo_fault_" + std::to_string(getpid()))).string();
    options.narrow = [arena](DeviceProfile& profile) { profile.push_descriptors = profile.push_descriptors && !arena; };
    VKALGO_TRY(const std::unique_ptr<Context> context, Context::create(options));
    KernelInfo info;
    info.name = "add_constant";
    info.spirv = spirv::tests_engine_add_constant;
    info.constants = {{kAddConstantThreads, kAddWidth}, {kAddConstantFactor, 1}};
    VKALGO_TRY(const auto add, context->kernel(info));
    VKALGO_TRY(const Kernel own, Kernel::create(*context, info));
    VKALGO_TRY(Runner runner, Runner::create(*context));
    const std::vector<std::uint32_t> values(100, 4);
    VKALGO_TRY(const Buffer source, runner.upload_new(std::as_bytes(std::span(values)), "source"));
    VKALGO_TRY(const Buffer target, Buffer::create(*context, {.size = 400, .kind = MemoryKind::readback}));
    for (int i = 0; i < 2; ++i) {
        VKALGO_CHECK(runner.run([&](Recorder& recorder) -> Result<void> {
            recorder.fill(target.view(), 0);
            record_add(recorder, *add, source.view(), target.view(), 100, 5);
            return recorder.status();
        }));
    }
    // Created after the buffers, so that the runner is destroyed before them and waits for its unfinished work.
    VKALGO_TRY(Runner later, Runner::create(*context));
    std::vector<Ticket> tickets;
    for (int i = 0; i < 3; ++i) {
        VKALGO_TRY(const Ticket ticket, later.submit([&](Recorder& recorder) -> Result<void> {
            record_add(recorder, own, source.view(), target.view(), 100, 7);
            return recorder.status();
        }));
        tickets.push_back(ticket);
    }
    for (const Ticket ticket : tickets) {
        VKALGO_CHECK(later.wait(ticket));
    }
    VKALGO_CHECK(
        runner.run_chunks({.steps = 5, .chunk = 2, .record = [&](Recorder& recorder, auto, auto) -> Result<void> {
                               record_add(recorder, *add, source.view(), target.view(), 100, 5);
                               return recorder.status();
                           }}));
    context->trim_kernels();
    VKALGO_CHECK(runner.stage(source.view(), std::as_bytes(std::span(values))));
    VKALGO_CHECK(runner.await_staged());
    std::vector<std::uint32_t> result(100);
    VKALGO_CHECK(runner.download(target.view(), std::as_writable_bytes(std::span(result))));
    if (result != std::vector<std::uint32_t>(100, 9)) {
        return Error{ErrorCode::driver, "wrong result", "scenario"};
    }
    return {};
}

class FaultInjection : public ::testing::Test {
protected:
    /// Keeps the driver loaded. A driver that is unloaded and loaded again for every scenario may run out of resources
    /// that it never releases (NVIDIA's refuses to create an instance after some dozens).
    static void SetUpTestSuite() {
        ContextOptions options = test_options();
        options.validate = false;
        kept_ = take(Context::create(options));
    }
    static void TearDownTestSuite() { kept_.reset(); }

    void TearDown() override {
        std::filesystem::remove(std::filesystem::temp_directory_path() / ("vkalgo_fault_" + std::to_string(getpid())));
    }

private:
    inline static std::unique_ptr<Context> kept_;
};

/// Runs the scenario without a failure, which counts the calls. Then runs it once for each of the calls 1, 1 + stride,
/// 1 + 2 * stride and so on, and makes that call fail.
void fail_every_call(VkResult failure, bool arena, bool validate, std::uint64_t stride) {
    FaultInjector injector;
    injector.fail_call(0, VK_SUCCESS);
    ASSERT_OK(scenario(injector, arena, validate));
    ASSERT_TRUE(injector.live().empty()) << injector.live_words();
    const std::uint64_t calls = injector.calls();
    ASSERT_GT(calls, 40U);
    std::uint64_t errors = 0, survived = 0;
    for (std::uint64_t call = 1; call <= calls; call += stride) {
        injector.fail_call(call, failure);
        const Result<void> result = scenario(injector, arena, validate);
        const std::string context = "call " + std::to_string(call) + ", " + injector.failed();
        ASSERT_FALSE(injector.failed().empty()) << context;
        EXPECT_TRUE(injector.live().empty()) << context << " left " << injector.live_words();
        // The program does not fail if a cache cannot be written, or the driver rejects a stored one.
        if (injector.failed() == "vkGetPipelineCacheData" || injector.failed() == "vkCreatePipelineCache") {
            EXPECT_OK(result);
            continue;
        }
        // Another heap may have enough memory.
        if (failure == VK_ERROR_OUT_OF_DEVICE_MEMORY && injector.failed() == "vkAllocateMemory" && result) {
            ++survived;
            continue;
        }
        EXPECT_FALSE(result.has_value()) << context;
        if (!result) {
            ++errors;
            EXPECT_FALSE(result.error().message.empty()) << context;
            // The device is then listed as unusable, and no other device exists; or no driver finds a device.
            if (result.error().code == ErrorCode::no_device) {
                EXPECT_TRUE(injector.failed().starts_with("vkEnumerate") ||
                            injector.failed().starts_with("vkGetPhysicalDevice"))
                    << context;
                continue;
            }
            EXPECT_EQ(result.error().where, injector.failed()) << result.error().message;
            if (failure == VK_ERROR_DEVICE_LOST) {
                EXPECT_EQ(result.error().code, ErrorCode::device_lost) << context;
            }
            if (failure == VK_ERROR_OUT_OF_DEVICE_MEMORY || failure == VK_ERROR_OUT_OF_HOST_MEMORY) {
                EXPECT_EQ(result.error().code, ErrorCode::out_of_memory) << context;
            }
        }
    }
    EXPECT_GE((errors + survived + 4) * stride, calls);
}

/// Returns the stride of the longer tests: 1 with VKALGO_DEEP=1, otherwise 3.
std::uint64_t stride() {
    return deep() ? 1 : 3;
}

TEST_F(FaultInjection, EveryCallMayRunOutOfHostMemory) {
    fail_every_call(VK_ERROR_OUT_OF_HOST_MEMORY, false, false, 1);
}
TEST_F(FaultInjection, EveryCallMayRunOutOfDeviceMemoryWithoutPushDescriptors) {
    fail_every_call(VK_ERROR_OUT_OF_DEVICE_MEMORY, true, false, 1);
}
TEST_F(FaultInjection, EveryCallMayLoseTheDevice) {
    fail_every_call(VK_ERROR_DEVICE_LOST, true, false, stride());
}
TEST_F(FaultInjection, EveryCallMayFailForAnUnknownReason) {
    fail_every_call(VK_ERROR_UNKNOWN, false, false, stride());
}
TEST_F(FaultInjection, EveryCallMayFailUnderValidation) {
    if (!validating()) {
        GTEST_SKIP() << "needs the validation layer";
    }
    fail_every_call(VK_ERROR_INITIALIZATION_FAILED, false, true, 4 * stride());
}

TEST_F(FaultInjection, ALostDeviceStaysLost) {
    for (const char* function : {"vkQueueSubmit", "vkWaitForFences"}) {
        FaultInjector injector;
        {
            ContextOptions options = test_options();
            options.validate = false;
            options.get_instance_proc_addr = injector.entry();
            const auto context = take(Context::create(options));
            const Kernel add = make_add(*context);
            Runner runner = take(Runner::create(*context));
            const Buffer a = take(Buffer::create(*context, {.size = 256}));
            const auto run = [&] {
                return runner.run([&](Recorder& recorder) -> Result<void> {
                    record_add(recorder, add, a.view(), a.view(), 64, 1);
                    return {};
                });
            };
            EXPECT_OK(run());
            injector.fail_function(function, VK_ERROR_DEVICE_LOST);
            EXPECT_ERROR(run(), ErrorCode::device_lost);
            EXPECT_EQ(injector.failed(), function);
            std::vector<std::byte> bytes(16);
            EXPECT_ERROR(run(), ErrorCode::device_lost);
            EXPECT_ERROR(runner.upload(a.view(), bytes), ErrorCode::device_lost);
            EXPECT_ERROR(runner.download(a.view(), bytes), ErrorCode::device_lost);
            EXPECT_ERROR(Buffer::create(*context, {.size = 16}), ErrorCode::device_lost);
        }
        EXPECT_TRUE(injector.live().empty()) << function << " left " << injector.live_words();
    }
}

TEST_F(FaultInjection, ASubmissionThatNobodyWaitedForMayEndInALostDevice) {
    FaultInjector injector;
    {
        ContextOptions options = test_options();
        options.validate = false;
        options.get_instance_proc_addr = injector.entry();
        const auto context = take(Context::create(options));
        Runner runner = take(Runner::create(*context));
        const Buffer a = take(Buffer::create(*context, {.size = 256}));
        const Ticket ticket = take(runner.submit([&](Recorder& recorder) -> Result<void> {
            recorder.fill(a.view(), 1);
            return {};
        }));
        injector.fail_function("vkGetFenceStatus", VK_ERROR_DEVICE_LOST);
        EXPECT_ERROR(runner.finished(ticket), ErrorCode::device_lost);
        EXPECT_EQ(injector.failed(), "vkGetFenceStatus");
        EXPECT_ERROR(runner.wait(ticket), ErrorCode::device_lost);
        EXPECT_ERROR(runner.submit([](Recorder&) -> Result<void> { return {}; }), ErrorCode::device_lost);
        // The loss was injected, so the device itself must still finish before its objects are destroyed.
        context->table().device.vkQueueWaitIdle(context->queue());
    }
    EXPECT_TRUE(injector.live().empty()) << injector.live_words();
}

TEST_F(FaultInjection, ListingDevicesMayFailAtEveryCall) {
    FaultInjector injector;
    injector.fail_call(0, VK_SUCCESS);
    ASSERT_OK(list_devices(injector.entry()));
    const std::uint64_t calls = injector.calls();
    for (std::uint64_t call = 1; call <= calls; ++call) {
        injector.fail_call(call, VK_ERROR_OUT_OF_HOST_MEMORY);
        EXPECT_ERROR(list_devices(injector.entry()), ErrorCode::out_of_memory);
        EXPECT_TRUE(injector.live().empty()) << injector.live_words();
    }
}

TEST_F(FaultInjection, TheCounterFindsObjectsThatAreNotDestroyed) {
    FaultInjector injector;
    {
        ContextOptions options = test_options();
        options.validate = false;
        options.get_instance_proc_addr = injector.entry();
        const auto context = take(Context::create(options));
        EXPECT_EQ(injector.live().at("device"), 1);
        const Buffer buffer = take(Buffer::create(*context, {.size = 16}));
        EXPECT_EQ(injector.live().at("buffer"), 1);
        EXPECT_EQ(injector.live().at("memory"), 1);
    }
    EXPECT_TRUE(injector.live().empty());
}

}  // namespace
}  // namespace vkalgo::test
