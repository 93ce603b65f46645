#include "tests/cli/process.hpp"

#include "cli/formats.hpp"
#include "formats/source.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Turns the cache of modules off, so that the tests write nothing into the user's folders. A test of the cache sets a
/// folder of its own.
[[maybe_unused]] const int kNoCache = ::setenv("VKALGO_CACHE_DIR", "", 1);

[[noreturn]] void become_vkalgo(std::vector<char*>& words, const ProcessSettings& settings, const std::string& input,
                                const std::string& output, const std::string& errors) {
    for (const auto& [name, value] : settings.environment) {
        value.empty() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value.c_str(), 1);
    }
    const int in = ::open(input.c_str(), O_RDONLY);
    const int out = ::open(output.c_str(), O_WRONLY | O_CREAT, 0600);
    const int err = ::open(errors.c_str(), O_WRONLY | O_CREAT, 0600);
    if (::dup2(in, 0) == 0 && ::dup2(out, 1) == 1 && ::dup2(err, 2) == 2) {
        ::execv(words.front(), words.data());
    }
    ::_exit(126);
}

ProcessResult run_program(std::vector<std::string> copies, const ProcessSettings& settings) {
    const TemporaryFolder folder;
    const std::string input = settings.input_file.empty() ? folder.file("input", settings.input) : settings.input_file;
    const std::string output = settings.output_file.empty() ? folder.path("output") : settings.output_file;
    const std::string errors = folder.path("errors");

    std::vector<char*> words;
    words.reserve(copies.size() + 1);
    for (std::string& copy : copies) {
        words.push_back(copy.data());
    }
    words.push_back(nullptr);

    const pid_t child = ::fork();
    if (child == 0) {
        become_vkalgo(words, settings, input, output, errors);
    }
    int status = 0;
    struct rusage usage {};
    ProcessResult result;
    if (child < 0 || ::wait4(child, &status, 0, &usage) != child) {
        result.errors = "the process could not be started";
        return result;
    }
    result.peak_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.output = settings.output_file.empty() ? content_of(output) : std::string();
    result.errors = content_of(errors);
    return result;
}

}  // namespace

std::string vkalgo_path() {
    return vkalgo::test::command_program();
}

ProcessResult run_vkalgo(const std::vector<std::string>& arguments, const ProcessSettings& settings) {
    std::vector<std::string> words = {vkalgo_path()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_program(std::move(words), settings);
}

nlohmann::json json_of_command(const std::string& command, std::vector<std::string> arguments,
                               const ProcessSettings& settings) {
    arguments.insert(arguments.begin(), {"--json", command});
    const ProcessResult run = run_vkalgo(arguments, settings);
    EXPECT_EQ(run.exit_code, 0) << run.output << run.errors;
    EXPECT_EQ(run.errors, "");
    auto json = nlohmann::json::parse(run.output, nullptr, false);
    EXPECT_TRUE(json.is_object()) << run.output;
    return json.is_object() ? json : nlohmann::json{{"result", nlohmann::json::object()}};
}

nlohmann::json result_of_command(const std::string& command, std::vector<std::string> arguments,
                                 const ProcessSettings& settings) {
    return json_of_command(command, std::move(arguments), settings)["result"];
}

std::string content_of(const std::string& path) {
    const auto bytes = read_file(path);
    EXPECT_TRUE(bytes) << path;
    return bytes ? std::string(as_text(*bytes)) : std::string();
}

ProcessResult run_shell(const std::string& script) {
    const TemporaryFolder folder;
    return run_program({"/bin/bash", "-c", "cd '" + folder.path("") + "' && " + script},
                       {.input = {}, .environment = {{"V", vkalgo_path()}}, .output_file = {}});
}

bool on_software_device() {
    const ProcessResult run = run_vkalgo({"--json", "dp", "--problem", "lcs", "--n", "8"});
    return nlohmann::json::parse(run.output)["device"]["type"] == "software";
}

void expect_refused(const Refusal& refusal, const ProcessSettings& settings) {
    std::string shown = "vkalgo";
    for (const std::string& argument : refusal.arguments) {
        shown += " " + argument;
    }
    const ::testing::ScopedTrace trace(__FILE__, __LINE__, shown);

    const ProcessResult words = run_vkalgo(refusal.arguments, settings);
    EXPECT_EQ(words.exit_code, refusal.exit_code);
    EXPECT_EQ(words.output, "");
    EXPECT_NE(words.errors.find("vkalgo: error: "), std::string::npos) << words.errors;
    EXPECT_NE(words.errors.find(refusal.message), std::string::npos) << words.errors;

    std::vector<std::string> arguments = refusal.arguments;
    arguments.insert(arguments.begin(), "--json");
    const ProcessResult object = run_vkalgo(arguments, settings);
    EXPECT_EQ(object.exit_code, refusal.exit_code);
    EXPECT_EQ(object.errors, "");
    const auto json = nlohmann::json::parse(object.output, nullptr, false);
    ASSERT_TRUE(json.is_object() && json.size() == 1 && json.contains("error")) << object.output;
    EXPECT_EQ(json["error"]["code"], refusal.exit_code);
    EXPECT_NE(json["error"]["message"].get<std::string>().find(refusal.message), std::string::npos) << object.output;
}

void expect_refused(const std::string& command, Words arguments, const std::string& message, int exit_code) {
    arguments.insert(arguments.begin(), command);
    expect_refused({.arguments = std::move(arguments), .exit_code = exit_code, .message = message});
}

void expect_refused_within(std::uint64_t most_bytes, const std::vector<std::string>& arguments,
                           const std::string& message, const ProcessSettings& settings) {
#if defined(__SANITIZE_ADDRESS__)
    constexpr bool kMeasures = false;
#else
    constexpr bool kMeasures = true;
#endif
    std::string shown;
    for (const std::string& word : arguments) {
        shown += " " + word;
    }
    SCOPED_TRACE("vkalgo" + shown);
    const ProcessResult run = run_vkalgo(arguments, settings);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.output, "");
    EXPECT_LT(run.errors.size(), 1000U);
    EXPECT_NE(run.errors.find(message), std::string::npos) << run.errors.substr(0, 1000);
    if (kMeasures) {
        EXPECT_LT(run.peak_bytes, most_bytes);
    }
}

}  // namespace vkalgo::cli::test
