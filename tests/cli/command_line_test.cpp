#include "cli/command.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

/// Tests of the built command as a process. The bad inputs of each single command are the rows of a table like
/// kBadUsage in the file that tests this command.
namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

const Refusal kBadUsage[] = {
    {{}, 2, "no command is given"},
    {{"devics"}, 2, "unknown command 'devics'; did you mean 'devices'?"},
    {{"quux"}, 2, "unknown command 'quux'; there are: "},
    {{"--bogus"}, 2, "unknown option '--bogus'"},
    {{"--jsn", "devices"}, 2, "unknown option '--jsn'; did you mean --json?"},
    {{"devices", "--jsn"}, 2, "unknown option '--jsn'; did you mean --json?"},
    {{"devices", "extra"}, 2, "unexpected argument 'extra': devices reads no inputs"},
    {{"devices", "--repeat", "3"}, 2, "--repeat does not apply to devices"},
    {{"--memory", "1Gi", "devices"}, 2, "--memory does not apply to devices"},
    {{"devices", "--device"}, 2, "--device needs a value"},
    {{"--device"}, 2, "--device needs a value"},
    {{"--device=", "devices"}, 2, "--device needs a value"},
    {{"devices", "--quiet", "--quiet"}, 2, "--quiet is given 2 times"},
    {{"devices", "--json=1"}, 2, "--json takes no value"},
    {{"devices", "--device", "no such device"}, 2, "no such device"},
};

TEST(CommandTable, IsCompleteInEveryEntry) {
    ASSERT_FALSE(commands().empty());
    for (const Command* command : commands()) {
        ASSERT_NE(command, nullptr);
        EXPECT_STRNE(command->name, "");
        EXPECT_STRNE(command->summary, "") << command->name;
        EXPECT_STRNE(command->description, "") << command->name;
        EXPECT_STRNE(command->examples, "") << command->name;
        ASSERT_NE(command->make, nullptr) << command->name;
        EXPECT_NE(command->make(), nullptr) << command->name;
    }
}

TEST(CommandLine, RefusesBadUsageInWordsAndAsJson) {
    for (const Refusal& row : kBadUsage) {
        expect_refused(row);
    }
}

TEST(CommandLine, HasHelpWithAnExampleOnEveryLevel) {
    const ProcessResult general = run_vkalgo({"--help"});
    std::istringstream words(general.output);
    std::string unwrapped;
    for (std::string word; words >> word;) {
        unwrapped += word + " ";
    }
    EXPECT_EQ(general.exit_code, 0);
    for (const char* part : {"devices", "--device", "--json", "--memory", "Exit codes", "Examples:\n  vkalgo "}) {
        EXPECT_NE(general.output.find(part), std::string::npos) << part;
    }
    for (const Command* command : commands()) {
        EXPECT_NE(unwrapped.find(command->summary), std::string::npos) << command->name;
        const ProcessResult help = run_vkalgo({command->name, "--help"});
        EXPECT_EQ(help.exit_code, 0);
        EXPECT_NE(help.output.find(std::string("Examples:\n  vkalgo ") + command->name), std::string::npos)
            << help.output;
        EXPECT_EQ(help.errors, "");
    }
    const ProcessResult version = run_vkalgo({"--version"});
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_TRUE(version.output.starts_with("vkalgo ")) << version.output;
}

TEST(CommandLine, HelpOnHelpIsHelpOnEverything) {
    const std::string general = run_vkalgo({"--help"}).output;
    for (const auto& words : {std::vector<std::string>{"help"}, {"help", "help"}, {"help", "--help"}, {"help", "-h"}}) {
        const ProcessResult help = run_vkalgo(words);
        EXPECT_EQ(help.exit_code, 0) << help.errors;
        EXPECT_EQ(help.output, general);
    }
}

TEST(CommandLine, HelpFitsAWindowOf100Columns) {
    std::vector<std::vector<std::string>> levels = {{"--help"}};
    for (const Command* command : commands()) {
        levels.push_back({command->name, "--help"});
    }
    for (const char* problem : {"binomial", "edit-distance", "knapsack", "lcs", "matrix-chain"}) {
        levels.push_back({"dp", "--problem", problem, "--help"});
    }
    for (const auto& level : levels) {
        std::istringstream help(run_vkalgo(level).output);
        std::size_t lines = 0;
        for (std::string line; std::getline(help, line); ++lines) {
            EXPECT_LE(line.size(), 100U) << line;
        }
        EXPECT_GT(lines, 10U);
    }
}

TEST(CommandLine, FailsWhenStandardOutputIsFull) {
    const ProcessResult result = run_vkalgo({"--help"}, {.input = {}, .environment = {}, .output_file = "/dev/full"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_NE(result.errors.find("could not write the whole answer"), std::string::npos) << result.errors;
}

TEST(Devices, AreListedAsTextAndAsJsonWithGlobalOptionsOnEitherSide) {
    const ProcessResult text = run_vkalgo({"devices"});
    ASSERT_EQ(text.exit_code, 0) << text.errors;
    EXPECT_NE(text.output.find("), chosen\n"), std::string::npos) << text.output;
    for (const auto& arguments : {std::vector<std::string>{"--json", "devices"}, {"devices", "--json"}}) {
        const ProcessResult result = run_vkalgo(arguments);
        ASSERT_EQ(result.exit_code, 0) << result.errors;
        const Json json = Json::parse(result.output, nullptr, false);
        ASSERT_TRUE(json.is_object()) << result.output;
        EXPECT_EQ(json["command"], "devices");
        const Json& devices = json["result"]["devices"];
        ASSERT_FALSE(devices.empty());
        int chosen = 0;
        for (const Json& device : devices) {
            chosen += device["chosen"] == true ? 1 : 0;
        }
        EXPECT_EQ(chosen, 1);
        EXPECT_FALSE(json["device"]["name"].get<std::string>().empty());
    }
}

TEST(Devices, ObeyTheEnvironmentVariable) {
    const ProcessSettings bad{.input = {}, .environment = {{"VKALGO_DEVICE", "no such device"}}, .output_file = {}};
    const ProcessResult refused = run_vkalgo({"devices"}, bad);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.errors.find("VKALGO_DEVICE: there is no device 'no such device'"), std::string::npos)
        << refused.errors;
    const ProcessResult named = run_vkalgo({"devices", "--device", "nor this"}, bad);
    EXPECT_EQ(named.errors.find("VKALGO_DEVICE"), std::string::npos) << named.errors;
    const ProcessResult overruled = run_vkalgo({"devices", "--device", "0"}, bad);
    EXPECT_EQ(overruled.exit_code, 0) << "the option overrules the environment: " << overruled.errors;
}

TEST(Devices, ExplainWhenThereIsNoDriver) {
    // Loaders older than 1.3.207 know only VK_ICD_FILENAMES.
    const ProcessSettings none{
        .input = {},
        .environment = {{"VK_ICD_FILENAMES", "/nowhere.json"}, {"VK_DRIVER_FILES", "/nowhere.json"}},
        .output_file = {}};
    const ProcessResult result = run_vkalgo({"devices"}, none);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.output, "");
    EXPECT_NE(result.errors.find("vkalgo: error: "), std::string::npos) << result.errors;
    const ProcessResult json = run_vkalgo({"devices", "--json"}, none);
    EXPECT_EQ(json.exit_code, 3);
    EXPECT_EQ(Json::parse(json.output, nullptr, false)["error"]["code"], 3);
}

}  // namespace
}  // namespace vkalgo::cli::test
