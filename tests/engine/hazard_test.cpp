// Tests that synchronization validation reports hazards to our messenger, so its silence in all other tests means
// something, and that the recorder's barriers are what makes it silent.
#include "engine/dispatch_table.hpp"
#include "tests/engine/kernels.hpp"

#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace vkalgo::test {
namespace {

VKAPI_ATTR void VKAPI_CALL no_barrier(VkCommandBuffer, VkPipelineStageFlags, VkPipelineStageFlags, VkDependencyFlags,
                                      std::uint32_t, const VkMemoryBarrier*, std::uint32_t,
                                      const VkBufferMemoryBarrier*, std::uint32_t, const VkImageMemoryBarrier*) {}

class Hazard : public ::testing::Test {
protected:
    void SetUp() override {
        if (!validating()) {
            GTEST_SKIP() << "needs the validation layer";
        }
        validated = std::make_unique<ValidatedContext>();
    }
    /// Returns the messages of a run of `record`, with the recorder's barriers or without any.
    std::vector<std::string> messages(bool barriers, const std::function<void(Recorder&)>& record) {
        VolkDeviceTable& vk = (*validated)->table().device;
        Runner runner = take(Runner::create(**validated));
        const auto real = vk.vkCmdPipelineBarrier;
        if (!barriers) {
            vk.vkCmdPipelineBarrier = no_barrier;
        }
        take(runner.run([&](Recorder& recorder) -> Result<void> {
            record(recorder);
            return {};
        }));
        vk.vkCmdPipelineBarrier = real;
        return validated->messages().taken();
    }
    void expect_seen_and_prevented(const std::function<void(Recorder&)>& record) {
        EXPECT_FALSE(messages(false, record).empty()) << "validation did not see the planted hazard";
        EXPECT_GT((*validated)->validation_messages(), 0U);
        for (const std::string& text : messages(true, record)) {
            ADD_FAILURE() << text;
        }
    }
    Buffer make() { return take(Buffer::create(**validated, {.size = 4096})); }

    std::unique_ptr<ValidatedContext> validated;
};

TEST_F(Hazard, ReadAfterWriteIsSeenByValidationAndPreventedByTheRecorder) {
    const Kernel add = make_add(**validated);
    const Buffer a = make(), b = make(), c = make();
    expect_seen_and_prevented([&](Recorder& recorder) {
        record_add(recorder, add, a.view(), b.view(), 1000, 1);
        record_add(recorder, add, b.view(), c.view(), 1000, 1);
    });
}

TEST_F(Hazard, WriteAfterReadIsSeenByValidationAndPreventedByTheRecorder) {
    const Kernel add = make_add(**validated);
    const Buffer a = make(), b = make(), c = make();
    expect_seen_and_prevented([&](Recorder& recorder) {
        record_add(recorder, add, a.view(), b.view(), 1000, 1);
        record_add(recorder, add, c.view(), a.view(), 1000, 1);
    });
}

TEST_F(Hazard, InPlaceKernelsBoundTwiceAreSeenByValidation) {
    const Kernel add = make_add(**validated);
    const Buffer a = make();
    expect_seen_and_prevented([&](Recorder& recorder) {
        record_add(recorder, add, a.view(), a.view(), 1000, 1);
        record_add(recorder, add, a.view(), a.view(), 1000, 1);
    });
}

TEST_F(Hazard, FillBeforeADispatchIsSeenByValidationAndPreventedByTheRecorder) {
    const Kernel add = make_add(**validated);
    const Buffer a = make(), b = make();
    expect_seen_and_prevented([&](Recorder& recorder) {
        recorder.fill(a.view(), 1);
        record_add(recorder, add, a.view(), b.view(), 1000, 1);
    });
}

TEST_F(Hazard, IsSeenEvenIfASettingsFileRedirectsTheOutputOfTheLayer) {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("vkalgo_settings_" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder);
    std::ofstream("vk_layer_settings.txt") << "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
                                              "khronos_validation.report_flags = error\n"
                                              "khronos_validation.log_filename = elsewhere.txt\n";
    validated = std::make_unique<ValidatedContext>();
    {
        const Kernel add = make_add(**validated);
        const Buffer a = make(), b = make();
        expect_seen_and_prevented([&](Recorder& recorder) {
            recorder.fill(a.view(), 1);
            record_add(recorder, add, a.view(), b.view(), 1000, 1);
        });
    }
    validated.reset();
    std::filesystem::current_path(before);
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace vkalgo::test
