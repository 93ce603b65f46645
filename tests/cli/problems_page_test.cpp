// docs/problems.md is generated from the recurrences in shaders/dp/problems/, and its examples are run. With
// VKALGO_UPDATE_PAGES=1 the test rewrites the page, otherwise it compares.
#include "cli/dp/files.hpp"
#include "cli/dp/job.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/pages.hpp"
#include "tests/support/paths.hpp"

#include <cctype>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
namespace {

constexpr const char* kHead = R"(# The built-in problems

<!-- Made from shaders/dp/problems/ and by running the examples:
     VKALGO_UPDATE_PAGES=1 build/bin/vkalgo_tests_cli --gtest_filter='ProblemsPage*' -->

A built-in problem is one recurrence file. This page is generated from these files; `vkalgo dp --list --verbose` prints
the same. Every problem runs on random instances (`--n`) or on files of your own, and `--write-inputs` writes a sample
of such files. [The command](dp-command.md) has the options that all problems share, and
[CONTRIBUTING.md](../CONTRIBUTING.md) says how to add a problem.

)";

std::string pattern_of(const nlohmann::json& problem) {
    return problem["pattern"].is_string() ? problem["pattern"].get<std::string>() : "-";
}

std::string params_of(const nlohmann::json& problem) {
    std::string text;
    for (const nlohmann::json& param : problem["params"]) {
        const nlohmann::json& fallback = param["default"];
        const std::string value = fallback.is_string() ? fallback.get<std::string>() : fallback.dump();
        const std::string range = param["range"].is_null() ? "" : " in " + param["range"].get<std::string>();
        text += fmt::format("{}`--{}` ({}{}{})", text.empty() ? "" : ", ", param["name"].get<std::string>(),
                            param["type"].get<std::string>(), range,
                            fallback.is_null() ? "" : ", " + value + " by default");
    }
    return text;
}

/// Returns the lines of a console block: each command, and what it prints in a folder of its own.
std::string console(const std::vector<std::string>& commands) {
    std::string script = "mkdir bin; ln -s \"$V\" bin/vkalgo; export PATH=$PWD/bin:$PATH\n";
    std::string shown;
    for (const std::string& command : commands) {
        script += command + " 2>&1; echo '---'\n";
    }
    std::istringstream output(run_shell(script).output);
    std::size_t next = 0;
    std::string block = "$ " + commands.front() + "\n";
    for (std::string line; std::getline(output, line);) {
        if (line == "---") {
            block += ++next < commands.size() ? "$ " + commands[next] + "\n" : "";
        } else {
            block += line + "\n";
        }
    }
    EXPECT_EQ(next, commands.size()) << block;
    return block;
}

std::string example_of(const nlohmann::json& problem) {
    const auto name = problem["name"].get<std::string>();
    const std::string shown = problem["solution"].get<bool>() ? " --solution --quiet" : " --quiet";
    if (problem["inputs"].empty()) {
        const dp::Recurrence recurrence = vkalgo::test::take(builtin_recurrence(name));
        const char* second = uses_name(recurrence.header(), "m") ? " --m 4" : "";
        return console({fmt::format("vkalgo dp --problem {} --n 10{}{}", name, second, shown)});
    }
    const std::string write = fmt::format("vkalgo dp --problem {0} --write-inputs {0}", name);
    const nlohmann::json written = nlohmann::json::parse(run_shell("$V --json" + write.substr(6)).output);
    std::vector<std::string> commands{write};
    for (const nlohmann::json& file : written["result"]["files"]) {
        commands.push_back("cat " + file.get<std::string>());
    }
    commands.push_back(written["result"]["next"].get<std::string>() + shown);
    return console(commands);
}

std::string page() {
    std::string text = kHead;
    text += "| `--problem` | pattern | class | finds |\n|---|---|---|---|\n";
    std::string sections;
    const nlohmann::json list = json_of_command("dp", {"--list"});
    for (const nlohmann::json& problem : list["result"]["problems"]) {
        const auto name = problem["name"].get<std::string>();
        const auto about = problem["about"].get<std::string>();
        const dp::Recurrence recurrence = vkalgo::test::take(builtin_recurrence(name));
        text += fmt::format("| [`{0}`](#{0}) | {1} | {2} | {3} |\n", name, pattern_of(problem),
                            problem["class"].get<std::string>(), about);
        std::string sentence = about;
        sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
        sections += fmt::format("\n## {}\n\n{}.\n\n", name, sentence);
        sections += fmt::format("- Recurrence: [{0}.glsl](../shaders/dp/problems/{0}.glsl), cells of {1}\n", name,
                                problem["cell"].get<std::string>());
        if (!problem["inputs"].empty()) {
            sections += fmt::format("- Files: {}\n- Random: {}\n", files_text(recurrence.header()),
                                    problem["instance"].get<std::string>());
        }
        const nlohmann::json& reduction = problem["reduction"];
        const std::string best =
            reduction.is_null() ? "" : ", each cell the " + reduction.get<std::string>() + " of terms";
        sections +=
            fmt::format("- Properties: pattern {}, class {}{}; cells are read at offsets {}\n", pattern_of(problem),
                        problem["class"].get<std::string>(), best, problem["reach"].get<std::string>());
        sections += fmt::format("- Methods: {}\n", fmt::join(problem["methods"].get<std::vector<std::string>>(), ", "));
        if (!problem["params"].empty()) {
            sections += fmt::format("- Params: {}\n", params_of(problem));
        }
        sections += fmt::format("\n```console\n{}```\n", example_of(problem));
    }
    return text + sections;
}

TEST(ProblemsPage, IsMadeOfTheRecurrencesAndOfWhatTheExamplesPrint) {
    const std::string path = std::string(vkalgo::test::source_folder()) + "/docs/problems.md";
    const std::string made = page();
    if (const char* update = std::getenv("VKALGO_UPDATE_PAGES"); update != nullptr && *update != '\0') {
        std::ofstream(path) << made;
    }
    std::string text;
    for (const std::string& line : vkalgo::test::lines_of(path)) {
        text += line + "\n";
    }
    EXPECT_EQ(text, made);
}

}  // namespace
}  // namespace vkalgo::cli::test
