#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/// What the command prints if the Vulkan loader, a driver file or a driver is faulty.
namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using Parts = std::vector<std::string>;

/// Returns settings with this list of driver files. Loaders older than 1.3.207 know only VK_ICD_FILENAMES.
ProcessSettings with_drivers(const std::string& list) {
    return {.input = {}, .environment = {{"VK_DRIVER_FILES", list}, {"VK_ICD_FILENAMES", list}}, .output_file = {}};
}

/// Expects exit code 3, as text and as JSON, with a message that contains each part.
void expect_no_driver(const ProcessSettings& settings, const Parts& parts) {
    for (const Words& words : {Words{"devices"}, {"sort", "--n", "3"}}) {
        const ProcessResult text = run_vkalgo(words, settings);
        EXPECT_EQ(text.exit_code, 3) << text.output << text.errors;
        EXPECT_EQ(text.output, "");
        Words with_json = words;
        with_json.emplace_back("--json");
        const ProcessResult object = run_vkalgo(with_json, settings);
        EXPECT_EQ(object.exit_code, 3);
        const auto json = nlohmann::json::parse(object.output, nullptr, false);
        ASSERT_TRUE(json.is_object() && json.contains("error")) << object.output;
        const auto message = json["error"]["message"].get<std::string>();
        for (const std::string& part : parts) {
            EXPECT_NE(text.errors.find(part), std::string::npos) << part << " is missing: " << text.errors;
            EXPECT_NE(message.find(part), std::string::npos) << part << " is missing: " << message;
        }
    }
}

std::string driver_file(const std::string& library) {
    return R"({"file_format_version": "1.0.0", "ICD": {"library_path": ")" + library + R"(", "api_version": "1.3.0"}})";
}

TEST(Drivers, AVariableThatNamesNoFileIsNamed) {
    const TemporaryFolder folder;
    expect_no_driver(with_drivers("/nonexistent.json"),
                     {"VK_DRIVER_FILES names '/nonexistent.json': No such file", "correct or unset VK_DRIVER_FILES"});
    expect_no_driver(with_drivers(folder.path("")), {"names the folder", "which has no .json file"});
    const std::string misnamed = folder.file("driver.icd", driver_file("libm.so.6"));
    expect_no_driver(with_drivers("/no.json:" + misnamed), {"'/no.json'", misnamed, "names end in .json"});
}

TEST(Drivers, TheOlderVariableIsNamedWhereItAloneIsSet) {
    const ProcessSettings older{.input = {},
                                .environment = {{"VK_DRIVER_FILES", ""}, {"VK_ICD_FILENAMES", "/nonexistent.json"}},
                                .output_file = {}};
    expect_no_driver(older, {"VK_ICD_FILENAMES names '/nonexistent.json'", "correct or unset VK_ICD_FILENAMES"});
}

TEST(Drivers, ABrokenDriverFileIsNamedWithTheLine) {
    const TemporaryFolder folder;
    const std::vector<std::pair<std::string, std::string>> broken = {
        {"", "is empty"},
        {"{ broken", "is not valid JSON in line 1"},
        {"{\n  \"ICD\": {\n    \"library_path\": \"libvulkan_lvp.so\"\n", "is not valid JSON in line 4"},
        {"[]", "has no 'file_format_version'"},
        {R"({"file_format_version": "1.0.0", "ICD": {"api_version": "1.3.0"}})", "has no 'ICD/library_path'"},
    };
    for (const auto& [content, part] : broken) {
        const std::string file = folder.file("driver.json", content);
        expect_no_driver(with_drivers(file), {"'" + file + "' (named by VK_DRIVER_FILES) " + part});
    }
}

TEST(Drivers, ABrokenFileInTheUsersFolderIsNamed) {
    const TemporaryFolder folder;
    const ProcessResult made = run_shell("mkdir -p '" + folder.path("vulkan/icd.d") + "'");
    ASSERT_EQ(made.exit_code, 0) << made.errors;
    const std::string file = folder.file("vulkan/icd.d/driver.json", "{ broken");
    const ProcessSettings users{.input = {},
                                .environment = {{"VK_DRIVER_FILES", ""},
                                                {"VK_ICD_FILENAMES", ""},
                                                {"VK_LOADER_DRIVERS_SELECT", "driver.json"},
                                                {"XDG_DATA_HOME", folder.path("")}},
                                .output_file = {}};
    const ProcessResult run = run_vkalgo({"devices"}, users);
    // Newer loaders ignore the file, and older ones ignore VK_LOADER_DRIVERS_SELECT.
    if (run.exit_code != 0) {
        EXPECT_EQ(run.exit_code, 3);
        EXPECT_NE(run.errors.find("driver.json' is not valid JSON in line 1; correct or remove this file"),
                  std::string::npos)
            << run.errors;
    }
}

TEST(Drivers, ALibraryThatDoesNotLoadIsNamedWithTheReason) {
    const TemporaryFolder folder;
    const std::string missing = folder.file("missing.json", driver_file("/nonexistent/libdriver.so"));
    expect_no_driver(with_drivers(missing), {"'" + missing + "'", "'/nonexistent/libdriver.so', which does not load",
                                             "cannot open shared object file"});
    static_cast<void>(folder.file("libbroken.so", "no library"));
    const std::string broken = folder.file("broken.json", driver_file("./libbroken.so"));
    expect_no_driver(with_drivers(broken), {"'./libbroken.so', which does not load", "file too short"});
    const std::string other = folder.file("other.json", driver_file("libm.so.6"));
    expect_no_driver(with_drivers(other), {"'libm.so.6', which is not a Vulkan driver"});
}

TEST(Drivers, ALoaderThatDoesNotLoadIsNamedWithTheReason) {
    const TemporaryFolder folder;
    static_cast<void>(folder.file("libvulkan.so.1", "no library"));
    const ProcessSettings broken{.input = {}, .environment = {{"LD_LIBRARY_PATH", folder.path("")}}, .output_file = {}};
    expect_no_driver(broken, {"libvulkan.so.1 does not load: ", "file too short",
                              "LD_LIBRARY_PATH is '" + folder.path("") + "' and is searched first"});
}

}  // namespace
}  // namespace vkalgo::cli::test
