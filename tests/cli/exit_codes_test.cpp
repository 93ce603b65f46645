#include "engine/dispatch_table.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

/// Tests of exit codes: what a run does if a result differs or the device fails. The faults are injected through the
/// context's table of functions.
namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Returns a function that opens a device and changes its table of functions by `tamper`.
template <class Tamper>
OpenContext tampered(Tamper tamper) {
    return [tamper](const ContextOptions& options) -> Result<std::unique_ptr<Context>> {
        VKALGO_TRY(auto context, Context::create(options));
        tamper(*context);
        return context;
    };
}

VKAPI_ATTR void VKAPI_CALL dispatch_nothing(VkCommandBuffer /*commands*/, std::uint32_t /*x*/, std::uint32_t /*y*/,
                                            std::uint32_t /*z*/) {}

VKAPI_ATTR VkResult VKAPI_CALL lose_device(VkQueue /*queue*/, std::uint32_t /*count*/, const VkSubmitInfo* /*submits*/,
                                           VkFence /*fence*/) {
    return VK_ERROR_DEVICE_LOST;
}

PFN_vkCmdCopyBuffer copy_in_full = nullptr;

/// Executes only copies of at most 64 bytes. The inputs and the answer of a small table are that short, its cells are
/// not.
VKAPI_ATTR void VKAPI_CALL copy_short_regions(VkCommandBuffer commands, VkBuffer from, VkBuffer to, std::uint32_t count,
                                              const VkBufferCopy* regions) {
    for (std::uint32_t index = 0; index < count; ++index) {
        if (regions[index].size <= 64) {
            copy_in_full(commands, from, to, 1, &regions[index]);
        }
    }
}

const OpenContext kIdle = tampered([](Context& context) { context.table().device.vkCmdDispatch = dispatch_nothing; });

void expect_difference(Words words, const std::string& part) {
    SCOPED_TRACE(words.front() + ": " + part);
    words.emplace_back("--verify");
    const ProcessResult text = run_here(words, kIdle);
    EXPECT_EQ(text.exit_code, 4) << text.output;
    EXPECT_EQ(text.output, "");
    EXPECT_NE(text.errors.find("vkalgo: error: the answer is not equal to "), std::string::npos) << text.errors;
    EXPECT_NE(text.errors.find(part), std::string::npos) << text.errors;
    words.emplace_back("--json");
    const ProcessResult object = run_here(words, kIdle);
    EXPECT_EQ(object.exit_code, 4);
    EXPECT_EQ(object.errors, "");
    const Json json = Json::parse(object.output, nullptr, false);
    ASSERT_TRUE(json.is_object()) << object.output;
    EXPECT_EQ(json["verified"], false);
    EXPECT_EQ(json["error"]["code"], 4);
    EXPECT_NE(json["error"]["message"].get<std::string>().find(part), std::string::npos) << object.output;
}

TEST(ExitCodes, RunningOutOfHostMemoryIsTwo) {
    const OpenContext without_memory = [](const ContextOptions&) -> Result<std::unique_ptr<Context>> {
        throw std::bad_alloc();
    };
    const ProcessResult run = run_here({"histogram", "--n", "10", "--type", "u8"}, without_memory);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_NE(run.errors.find("the machine has no memory left"), std::string::npos) << run.errors;
}

TEST(ExitCodes, ADifferenceFoundByVerifyIsFour) {
    expect_difference({"histogram", "--n", "1000", "--type", "u8"}, "bin ");
    expect_difference({"scan", "--n", "1000"}, "element 1 is ");
    expect_difference({"scan", "--n", "1000", "--type", "f32"}, "element 1 is ");
    expect_difference({"dp", "--problem", "binomial", "--n", "10", "--m", "5"}, "the answer is ");
}

TEST(ExitCodes, ADifferenceWritesNoFile) {
    const TemporaryFolder folder;
    Words words = {"histogram", "--n", "1000", "--type", "u8", "--verify", "--output", folder.path("counts.csv")};
    EXPECT_EQ(run_here(words, kIdle).exit_code, 4);
    words.emplace_back("--json");
    EXPECT_EQ(run_here(words, kIdle).exit_code, 4);
    EXPECT_EQ(folder.entries(), 0U);
}

TEST(ExitCodes, VerifyLooksAtTheValuesOutsideToo) {
    const TemporaryFolder folder;
    const std::string values = folder.file("values.raw", std::string(100, '\xC8'));
    const Words words = {"histogram", values, "--type", "u8", "--range", "0:99", "--bins", "100", "--verify"};
    EXPECT_EQ(run_here(words, {}).exit_code, 0);
    const ProcessResult result = run_here(words, kIdle);
    EXPECT_EQ(result.exit_code, 4);
    EXPECT_NE(result.errors.find("outside"), std::string::npos) << result.errors;
}

TEST(ExitCodes, VerifyLooksAtTheTableToo) {
    const TemporaryFolder folder;
    const std::string first = folder.file("first.txt", "GATTACAGAT");
    const std::string second = folder.file("second.txt", "TAGACCATTA");
    const Words words = {"dp", "--problem", "lcs", "--verify", "--table", folder.path("table.npy"), first, second};
    const ProcessResult result = run_here(words, tampered([](Context& context) {
                                              copy_in_full = context.table().device.vkCmdCopyBuffer;
                                              context.table().device.vkCmdCopyBuffer = copy_short_regions;
                                          }));
    EXPECT_EQ(result.exit_code, 4) << result.errors;
    EXPECT_NE(result.errors.find("cell ("), std::string::npos) << result.errors;
    EXPECT_EQ(run_here(words, {}).exit_code, 0);
}

TEST(ExitCodes, VerifyLooksAtTheOutputsToo) {
    const TemporaryFolder folder;
    const std::string file = folder.file(
        "marks.glsl",
        "//! problem  marks\n//! pattern  NOSE\n//! cell     u32\n//! output   first u32[n]\n//! output   mark u32[n]\n"
        "//! rows     n\n//! columns  1\n//! answer   last\n"
        "cell_t cell(int i, int j) {\n    if (i == 3) mark(i, 9u);\n    return 0u;\n}\n");
    expect_difference({"dp", "--recurrence", file, "--n", "5"},
                      "element 3 of output 'mark' is 0, but the interpreter has 9");
}

TEST(ExitCodes, ALostDeviceIsOne) {
    const OpenContext lossy = tampered([](Context& context) { context.table().device.vkQueueSubmit = lose_device; });
    for (const Words& words : {Words{"histogram", "--n", "1000"}, {"dp", "--problem", "lcs", "--n", "100"}}) {
        const ProcessResult text = run_here(words, lossy);
        EXPECT_EQ(text.exit_code, 1);
        EXPECT_EQ(text.output, "");
        EXPECT_NE(text.errors.find("vkalgo: error: "), std::string::npos) << text.errors;
        Words with_json = words;
        with_json.emplace_back("--json");
        const ProcessResult object = run_here(with_json, lossy);
        EXPECT_EQ(object.exit_code, 1);
        EXPECT_EQ(Json::parse(object.output, nullptr, false)["error"]["code"], 1) << object.output;
    }
}

TEST(ExitCodes, AMessageOfTheValidationLayersIsOne) {
    if (!validating()) {
        GTEST_SKIP() << "needs the validation layer";
    }
    const OpenContext wrong = tampered([](Context& context) {
        const VkBufferCreateInfo nothing{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};  // Invalid: no size, no usage
        VkBuffer buffer = VK_NULL_HANDLE;
        if (context.table().device.vkCreateBuffer(context.device(), &nothing, nullptr, &buffer) == VK_SUCCESS) {
            context.table().device.vkDestroyBuffer(context.device(), buffer, nullptr);
        }
    });
    const ProcessResult result = run_here({"histogram", "--n", "1000", "--validate"}, wrong);
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(result.output, "");
    EXPECT_NE(result.errors.find("vkalgo: error: the validation layers sent "), std::string::npos) << result.errors;
    EXPECT_EQ(run_here({"histogram", "--n", "1000", "--validate"}, {}).exit_code, 0);
}

TEST(ExitCodes, NoDeviceIsThreeForEveryCommandThatNeedsOne) {
    const ProcessSettings none{
        .input = {},
        .environment = {{"VK_ICD_FILENAMES", "/nonexistent"}, {"VK_DRIVER_FILES", "/nonexistent"}},
        .output_file = {}};
    for (const Words& words : {Words{"devices"},
                               {"histogram", "--n", "10"},
                               {"dp", "--problem", "lcs", "--n", "10"},
                               {"bench", "--quick"}}) {
        expect_refused({words, 3, "mesa-vulkan-drivers"}, none);
    }
}

TEST(GlobalOptions, ReachTheContextAndTheRun) {
    ContextOptions seen;
    const OpenContext spy = [&seen](const ContextOptions& options) {
        seen = options;
        return Context::create(options);
    };
    EXPECT_EQ(run_here({"histogram", "--n", "1000", "--memory", "3M", "--device", "0"}, spy).exit_code, 0);
    EXPECT_EQ(seen.memory_limit, 3'000'000U);
    EXPECT_EQ(seen.device, "0");
    EXPECT_FALSE(seen.validate);
    for (const Words& words :
         {Words{"histogram", "--n", "100K", "--type", "u8"}, {"dp", "--problem", "lcs", "--n", "100"}}) {
        const auto run = [&words](const Words& more) {
            Words all = words;
            all.insert(all.end(), more.begin(), more.end());
            all.emplace_back("--json");
            return Json::parse(run_here(all, {}).output, nullptr, false);
        };
        EXPECT_EQ(run({"--repeat", "3"})["repeat"]["runs"], 3);
        EXPECT_EQ(run({"--repeat", "1"})["repeat"]["runs"], 1);
        EXPECT_EQ(run({"--seed", "1"})["result"], run({})["result"]);
        EXPECT_NE(run({"--seed", "2"})["result"], run({})["result"]) << words.front() << " ignores --seed";
    }
}

TEST(ExitCodes, TheContextHasTheLimitOfTheOptionMemory) {
    const OpenContext greedy = tampered([](Context& context) {
        EXPECT_FALSE(context.book_memory(2'000'001));
        EXPECT_TRUE(context.book_memory(1'000'000));
        context.return_memory(1'000'000);
    });
    EXPECT_EQ(run_here({"histogram", "--n", "1000", "--memory", "2M"}, greedy).exit_code, 0);
}

}  // namespace
}  // namespace vkalgo::cli::test
