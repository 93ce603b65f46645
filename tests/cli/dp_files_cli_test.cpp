// Tests the outputs of `vkalgo dp` other than its answer: a template of a recurrence, the solution, compiled modules.
// Also tests --timeout.
#include "cli/commands/dp/new.hpp"
#include "cli/dp/timeout.hpp"
#include "formats/source.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Runs a script in a shell, in the given folder.
ProcessResult run_in(const TemporaryFolder& folder, const std::string& script) {
    return run_shell("cd " + folder.path("") + " && " + script);
}

TEST(DpNew, WritesARecurrenceThatPassesTheCheckAndRuns) {
    const TemporaryFolder folder;
    const ProcessResult written = run_in(folder, "$V dp --new my-first");
    EXPECT_EQ(written.exit_code, 0) << written.errors;
    EXPECT_NE(written.output.find("my-first.glsl"), std::string::npos) << written.output;
    const std::string file = folder.path("my-first.glsl");
    EXPECT_EQ(json_of_command("dp", {"--check", file})["result"]["warnings"].size(), 0U);
    const auto json = json_of_command("dp", {"--recurrence", file, "--n", "40", "--m", "33", "--solution", "--verify"});
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json["result"]["problem"], "my-first");
    const auto x = folder.file("x.txt", "kitten");
    const auto y = folder.file("y.txt", "sitting");
    EXPECT_EQ(json_of_command("dp", {"--recurrence", file, x, y})["result"]["answer"], 3);
    EXPECT_EQ(json_of_command("dp", {"--recurrence", file, "--replace", "2", x, y})["result"]["answer"], 5);
}

TEST(DpNew, WritesToTheNamedFileAndReportsItInJson) {
    const TemporaryFolder folder;
    const std::string path = folder.path("other.glsl");
    const auto json = json_of_command("dp", {"--new", "mine", path});
    EXPECT_EQ(json["result"]["file"], path);
    EXPECT_NE(content_of(path).find("//! problem  mine\n"), std::string::npos);
    const ProcessResult shown = run_vkalgo({"dp", "--new", "mine", "-"});
    EXPECT_EQ(shown.exit_code, 0) << shown.errors;
    EXPECT_NE(shown.output.find("//! problem  mine\n"), std::string::npos);
}

TEST(DpNew, ReplacesNoFileAndRefusesInvalidNames) {
    const TemporaryFolder folder;
    const std::string kept = folder.file("kept.glsl", "precious");
    expect_refused({{"dp", "--new", "mine", kept}, 2, "already exists"});
    EXPECT_EQ(content_of(kept), "precious");
    expect_refused({{"dp", "--new", "My Problem", folder.path("a.glsl")}, 2, "small letters, digits"});
    expect_refused({{"dp", "--new", "../mine", folder.path("a.glsl")}, 2, "small letters, digits"});
    expect_refused({{"dp", "--new", "mine", folder.path("a.glsl"), folder.path("b.glsl")},
                    2,
                    "writes one FILE, but 2 are given; leave"});
    expect_refused({{"dp", "--new", "mine", folder.path("a.glsl"), "--n", "5"}, 2, "leave out the other options"});
    expect_refused({{"dp", "--new", "mine", "--check", kept}, 2, "leave out the other options"});
    expect_refused({{"dp", "--new", "mine", folder.path("no/such/a.glsl")}, 2, "a.glsl"});
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(DpOutput, WritesTheSolutionAsItIsPrinted) {
    const TemporaryFolder folder;
    const auto x = folder.file("x.txt", "agcgtag");
    const auto y = folder.file("y.txt", "gtcaga");
    const std::string text = folder.path("s.txt");
    const std::string json = folder.path("s.json");
    const ProcessResult run = run_vkalgo({"dp", "--problem", "lcs", "--output", text, x, y});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output.find("gcga"), std::string::npos) << run.output;
    EXPECT_EQ(content_of(text), "gcga\n");
    const auto printed = json_of_command("dp", {"--problem", "lcs", "--solution", "--output", json, x, y});
    EXPECT_EQ(printed["result"]["solution_file"], json);
    EXPECT_EQ(nlohmann::json::parse(content_of(json)), printed["result"]["solution"]);
    const ProcessResult alone = run_vkalgo({"dp", "--problem", "lcs", "--output", "-", x, y});
    EXPECT_EQ(alone.output, "gcga\n");
}

TEST(DpOutput, RefusesWhatItCannotWrite) {
    const TemporaryFolder folder;
    const auto x = folder.file("x.txt", "agcgtag");
    const std::string text = folder.path("s.txt");
    expect_refused({{"dp", "--problem", "lcs", "--output", x, x, x}, 2, "--output"});
    EXPECT_EQ(content_of(x), "agcgtag");
    expect_refused({{"dp", "--problem", "lcs", "--output", folder.path("s.png"), x, x}, 2, "cannot write this format"});
    expect_refused({{"dp", "--problem", "lcs", "--output", folder.path("no/s.txt"), x, x}, 2, "s.txt"});
    expect_refused({{"dp", "--problem", "binomial", "--n", "9", "--m", "3", "--output", text}, 2, "no solution"});
    const ProcessResult twice = run_vkalgo({"dp", "--problem", "lcs", "--output", "-", "--solution", "--n", "9"});
    EXPECT_EQ(twice.exit_code, 2);
    EXPECT_EQ(folder.entries(), 1U);
}

TEST(DpTimeout, StopsARunThatTakesLonger) {
    if (!on_software_device()) {
        GTEST_SKIP() << "a GPU takes milliseconds for this";
    }
    const auto begin = std::chrono::steady_clock::now();
    expect_refused({{"dp", "--problem", "lcs", "--n", "60000", "--method", "stage", "--timeout", "0.5", "--quiet"},
                    1,
                    "the run did not finish within 0.5 s"});
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(passed.count(), 60);
}

TEST(DpTimeout, LeavesAShorterRunAlone) {
    EXPECT_EQ(json_of_command("dp", {"--problem", "lcs", "--n", "30", "--timeout", "600"})["result"]["rows"], 31);
    for (const char* seconds : {"0", "-1", "1e300", "soon"}) {
        expect_refused({{"dp", "--problem", "lcs", "--n", "30", "--timeout", seconds}, 2, "--timeout"});
    }
    expect_refused({{"dp", "--list", "--timeout", "3"}, 2, "--list allows only"});
}

TEST(Timeout, IsDistinguishedFromACancellationByTheUser) {
    const Error cancelled{ErrorCode::cancelled, "cancelled", {}};
    std::stop_source user;
    Timeout late(0.01, user.get_token());
    while (!late.token().stop_requested()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(late.error_of(cancelled).code, ErrorCode::timeout);
    EXPECT_EQ(late.error_of({ErrorCode::overflow, "too much", {}}).code, ErrorCode::overflow);

    Timeout stopped(1e6, user.get_token());
    Timeout endless({}, user.get_token());
    EXPECT_FALSE(stopped.token().stop_requested());
    user.request_stop();
    EXPECT_TRUE(stopped.token().stop_requested());
    EXPECT_TRUE(endless.token().stop_requested());
    EXPECT_EQ(stopped.error_of(cancelled).code, ErrorCode::cancelled);
}

TEST(DpCheck, WritesJson) {
    const TemporaryFolder folder;
    const std::string file = folder.path("mine.glsl");
    json_of_command("dp", {"--new", "mine", file});
    const auto json = json_of_command("dp", {"--check", file});
    EXPECT_EQ(json["command"], "dp");
    EXPECT_EQ(json["parameters"]["check"], file);
    const auto& result = json["result"];
    EXPECT_EQ(result["problem"], "mine");
    EXPECT_EQ(result["pattern"], "NOSE");
    EXPECT_EQ(result["class"], "local");
    EXPECT_EQ(result["fits"], true);
    EXPECT_EQ(result["offsets"], nlohmann::json::parse("[[-1, -1], [-1, 0], [0, -1]]"));
    EXPECT_EQ(result["patterns"], nlohmann::json::parse(R"(["NOSE"])"));
    std::string text = content_of(file);
    text.replace(text.find("at(i, j - 1)) + cell_t(1));"), 12, "at(i, j - 2)");
    expect_refused({{"dp", "--check", folder.file("far.glsl", text)}, 2, "reads at(1, -1)"});
}

TEST(DpCache, KeepsTheCompiledModulesOfAFile) {
    const TemporaryFolder folder;
    const std::string file = folder.path("mine.glsl");
    json_of_command("dp", {"--new", "mine", file});
    const ProcessSettings kept{.environment = {{"VKALGO_CACHE_DIR", folder.path("cache")}}};
    const auto files = [&] {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path("cache"))) {
            names.push_back(entry.path().string());
        }
        return names;
    };
    const auto answer = [&](const ProcessSettings& settings) {
        return json_of_command("dp", {"--recurrence", file, "--n", "20"}, settings)["result"]["answer"];
    };
    const auto first = answer(kept);
    const std::size_t modules = files().size();
    EXPECT_GT(modules, 0U);
    EXPECT_EQ(answer(kept), first);
    EXPECT_EQ(files().size(), modules);
    for (const std::string& name : files()) {
        ASSERT_TRUE(write_file(name, "damaged"));
    }
    EXPECT_EQ(answer(kept), first);
    EXPECT_NE(content_of(files().front()), "damaged");
    EXPECT_EQ(answer({.environment = {{"VKALGO_CACHE_DIR", "/proc/no/such"}}}), first);
    const ProcessSettings by_home{.environment = {{"VKALGO_CACHE_DIR", ""}, {"XDG_CACHE_HOME", folder.path("xdg")}}};
    EXPECT_EQ(answer(by_home), first);
    EXPECT_TRUE(std::filesystem::exists(folder.path("xdg/vkalgo")));
}

}  // namespace
}  // namespace vkalgo::cli::test
