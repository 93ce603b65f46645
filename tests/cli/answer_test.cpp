#include "cli/answer.hpp"

#include "cli/reporter.hpp"

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

DeviceProfile some_device() {
    DeviceProfile profile;
    profile.name = "Test GPU";
    profile.driver = "test 1.0";
    profile.type = DeviceType::discrete;
    return profile;
}

TEST(Answer, HasTheFieldsOfTheContractInTheirOrder) {
    const DeviceProfile device = some_device();
    Answer answer;
    answer.parameters["n"] = 4096;
    answer.result["answer"] = std::uint64_t{18446744073709551615U};
    answer.gpu_ms = 1.5;
    answer.scratch_bytes = 64;
    const AnswerFrame frame{.command = "dp", .device = &device, .peak_memory = 4096, .total_ms = 9};
    const Json json = answer_json(answer, frame);
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) {
        keys.push_back(key);
    }
    EXPECT_EQ(keys, (std::vector<std::string>{"command", "device", "parameters", "result", "time_ms", "memory_bytes"}));
    EXPECT_EQ(json["device"]["name"], "Test GPU");
    EXPECT_EQ(json["time_ms"]["gpu"], 1.5);
    EXPECT_TRUE(json["time_ms"]["upload"].is_null());
    EXPECT_EQ(json["memory_bytes"]["device"], 4096);
    EXPECT_EQ(json["memory_bytes"]["scratch"], 64);
    EXPECT_NE(dump(json).find("18446744073709551615"), std::string::npos) << "64-bit integers stay integers";
}

TEST(Answer, SaysWhetherItWasVerified) {
    Answer answer;
    answer.verification = Verification{"the CPU reference", ""};
    const AnswerFrame frame{.command = "dp"};
    EXPECT_EQ(answer_json(answer, frame)["verified"], true);
    EXPECT_EQ(answer_json(answer, frame)["verified_against"], "the CPU reference");
    EXPECT_FALSE(answer_json(answer, frame).contains("error"));
    EXPECT_NE(answer_text(answer, frame).find("equal to the CPU reference"), std::string::npos);
    answer.verification->difference = "3 instead of 4";
    EXPECT_EQ(answer_json(answer, frame)["verified"], false);
    EXPECT_EQ(answer_json(answer, frame)["error"]["code"], 4);
}

TEST(Answer, GivesTheMedianOfRepeatedRuns) {
    Answer answer;
    answer.gpu_ms = 99;
    answer.repeats = {3, 1, 2, 10};
    const Json json = answer_json(answer, {.command = "dp"});
    EXPECT_EQ(json["time_ms"]["gpu"], 2.5);
    EXPECT_EQ(json["repeat"]["runs"], 4);
    EXPECT_EQ(json["repeat"]["gpu_ms"]["least"], 1);
    EXPECT_EQ(json["repeat"]["gpu_ms"]["most"], 10);
    EXPECT_EQ(spread_of(std::vector<double>{5, 1, 3}).median, 3);
    EXPECT_EQ(spread_of({}).median, 0);
}

TEST(Answer, KeepsLinesAlignedAndIsBriefWhenAskedTo) {
    const DeviceProfile device = some_device();
    Answer answer;
    answer.line("answer", "42");
    answer.gpu_ms = 1.5;
    answer.spans = {{"tiles", 0, 1.25}, {"border", 1, 0.25}};
    AnswerFrame frame{.command = "dp", .device = &device, .profile = true};
    const std::string text = answer_text(answer, frame);
    EXPECT_TRUE(text.starts_with("answer    42\ndevice    Test GPU (discrete)\ntime      gpu 1.500 ms")) << text;
    EXPECT_NE(text.find("1.2500  tiles"), std::string::npos) << text;
    EXPECT_NE(text.find("0.2500    border"), std::string::npos) << text;
    frame.profile = false;
    frame.brief = true;
    EXPECT_EQ(answer_text(answer, frame), "answer    42\n");
}

TEST(TextJson, KeepsUtf8AndPacksOtherBytesAsBase64) {
    EXPECT_EQ(text_json("h\xC3\xA9").dump(), "{\"string\":\"h\xC3\xA9\",\"encoding\":\"utf-8\"}");
    EXPECT_EQ(text_json("\xff")["string"], "/w==");
    EXPECT_EQ(text_json("\xff\xfe")["string"], "//4=");
    EXPECT_EQ(text_json("\xff\xfe\xfd")["string"], "//79");
    EXPECT_EQ(text_json("\xff\xfe\xfd")["encoding"], "base64");
}

TEST(ExitCodes, FollowTheKindOfError) {
    EXPECT_EQ(exit_code_of(ErrorCode::invalid_argument), ExitCode::bad_input);
    EXPECT_EQ(exit_code_of(ErrorCode::too_large), ExitCode::bad_input);
    EXPECT_EQ(exit_code_of(ErrorCode::unsupported), ExitCode::bad_input);
    EXPECT_EQ(exit_code_of(ErrorCode::overflow), ExitCode::bad_input);
    EXPECT_EQ(exit_code_of(ErrorCode::no_device), ExitCode::no_device);
    EXPECT_EQ(exit_code_of(ErrorCode::out_of_memory), ExitCode::run_failed);
    EXPECT_EQ(exit_code_of(ErrorCode::device_lost), ExitCode::run_failed);
    EXPECT_EQ(exit_code_of(ErrorCode::timeout), ExitCode::run_failed);
    EXPECT_EQ(exit_code_of(ErrorCode::driver), ExitCode::run_failed);
    EXPECT_EQ(full_message({ErrorCode::driver, "it failed; try again", "vkWaitForFences"}),
              "it failed; try again (vkWaitForFences)");
    EXPECT_EQ(full_message({ErrorCode::driver, "'a.npy' is bad", "a.npy"}), "'a.npy' is bad");
    EXPECT_EQ(full_message({ErrorCode::invalid_argument, "it is bad", "a.glsl:3"}), "it is bad (a.glsl:3)");
    EXPECT_EQ(full_message({ErrorCode::invalid_argument, "give less", "--n"}), "give less (--n)");
    // A field that only a program can use is left out.
    EXPECT_EQ(full_message({ErrorCode::too_large, "give less", "memory"}), "give less");
    EXPECT_EQ(full_message({ErrorCode::no_device, "install one", "vkEnumeratePhysicalDevices"}), "install one");
}

}  // namespace
}  // namespace vkalgo::cli::test
