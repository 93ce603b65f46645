// Runs `vkalgo sort` as a process by the variants of Shellsort: their options, phases and pictures.
#include "cli/formats.hpp"
#include "formats/source.hpp"
#include "tests/cli/sort_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(SortByShell, TakesItsOptions) {
    const nlohmann::json json =
        json_of_sort({"--n", "2000", "--method", "shell-d", "--increments", "ciura", "--max-threads", "64",
                      "--min-elements", "3", "--runs", "table", "--verify", "--phases"});
    EXPECT_EQ(json["parameters"]["increments"], "ciura");
    EXPECT_EQ(json["parameters"]["max_threads"], 64);
    EXPECT_EQ(json["parameters"]["min_elements"], 3);
    EXPECT_EQ(json["parameters"]["runs"], "table");
    EXPECT_EQ(json["result"]["sorted"], true);
    const nlohmann::json& phases = json["result"]["phases"];
    ASSERT_EQ(phases.size(), 9U);
    EXPECT_EQ(phases[0]["increment"], 1577);
    EXPECT_EQ(phases[8]["threads_per_class"], 63);  // 2,000 keys in runs of 2000 / 64 + 1 = 32 keys
    EXPECT_EQ(phases[8]["classes"], 1);
    for (const nlohmann::json& phase : phases) {
        for (const char* field :
             {"increment", "classes", "threads_per_class", "elements_per_thread", "passes", "reads", "writes", "ms"}) {
            EXPECT_TRUE(phase[field].is_number()) << field;
        }
    }
    const nlohmann::json defaults = json_of_sort({"--n", "100", "--method", "shell-b"});
    EXPECT_EQ(defaults["parameters"]["increments"], "sedgewick");
    EXPECT_EQ(defaults["parameters"]["max_threads"], 512);
    EXPECT_EQ(defaults["parameters"]["min_elements"], 1);
    EXPECT_EQ(defaults["parameters"]["runs"], "text");
    EXPECT_FALSE(defaults["result"].contains("phases"));
}

TEST(SortByShell, RefusesOptionsOfOtherMethods) {
    const TemporaryFolder folder;
    const std::string svg = folder.path("x.svg");  // Every command below is refused, so none writes this file
    const Words n = {"--n", "10"};
    const auto with = [&](std::initializer_list<const char*> more) {
        Words words = n;
        words.insert(words.end(), more.begin(), more.end());
        return words;
    };
    for (const char* method : {"auto", "radix", "pratt"}) {
        expect_refused(with({"--method", method, "--increments", "ciura"}), "shell-seq");
    }
    for (const char* method : {"auto", "pratt", "shell-seq", "shell-0", "shell-a"}) {
        expect_refused(with({"--method", method, "--max-threads", "4"}), "shell-b, shell-c");
        expect_refused(with({"--method", method, "--min-elements", "4"}), "--min-elements");
        expect_refused(with({"--method", method, "--runs", "text"}), "--runs");
    }
    expect_refused(with({"--method", "shell-d", "--max-threads", "0"}), "--max-threads");
    expect_refused(with({"--method", "shell-d", "--min-elements", "2^32"}), "--min-elements");
    expect_refused(with({"--method", "shell-d", "--runs", "other"}), "table");
    expect_refused(with({"--method", "radix", "--phases"}), "pratt or shell-");
    expect_refused(with({"--type", "u16", "--phases"}), "a --type of 32 or 64 bits");
    expect_refused(with({"--type", "u16", "--phases", "--method", "pratt"}), "methods that do: counting");
    expect_refused(with({"--type", "i8", "--picture", svg.c_str()}), "a --type of 32 or 64 bits");
    expect_refused(with({"--type", "u16", "--increments", "ciura"}), "--increments: no method sorts u16 keys");
    expect_refused(with({"--type", "u16", "--method", "shell-d"}), "does not sort u16 keys; methods that do: counting");
    expect_refused(with({"--begin-bit", "8", "--method", "shell-d"}), "methods that do: onesweep, radix");
    expect_refused({"--n", "100K", "--begin-bit", "8", "--picture", svg}, "has no increments; choose --method pratt");
    expect_refused(with({"--method", "shell-d", "--picture", "x.png"}), ".svg");
    expect_refused({"--n", "1M", "--method", "shell-0"}, "dispatches");
}

TEST(SortByShell, TakesIncrementsFromAFile) {
    const TemporaryFolder folder;
    const std::string good = folder.file("good.txt", "5000\n 7\r\n\n3\n1");
    const nlohmann::json json =
        json_of_sort({"--n", "500", "--method", "shell-a", "--increments", good, "--phases", "--verify"});
    EXPECT_EQ(json["parameters"]["increments"], good);
    ASSERT_EQ(json["result"]["phases"].size(), 3U);  // The increment 5,000 is too large for 500 keys
    EXPECT_EQ(json["result"]["phases"][0]["increment"], 7);
    const ProcessResult typed = run_vkalgo(
        {"sort", "--n", "50", "--method", "shell-seq", "--increments", "-", "--verify"}, {.input = "4\n1\n"});
    EXPECT_EQ(typed.exit_code, 0) << typed.errors;
    struct Bad {
        const char* text;
        const char* message;
    };
    for (const Bad& bad : {Bad{"", "no increment"},
                           {"\n \n", "no increment"},
                           {"7\n3\n", "the last increment is 3"},
                           {"7\n9\n1\n", "line 2: 9 comes after 7"},
                           {"7\n7\n1\n", "line 2"},
                           {"1\n3\n7\n", "line 2"},
                           {"7\n0\n", "line 2: an increment of 0"},
                           {"7\n-3\n1\n", "line 2"},
                           {"7 3 1\n", "line 1"},
                           {"7\nx\n1\n", "line 2"},
                           {"99999999999999999999\n1\n", "line 1"}}) {
        const std::string path = folder.file("bad.txt", bad.text);
        expect_refused({"--n", "5", "--method", "shell-a", "--increments", path}, bad.message);
        expect_refused({"--n", "5", "--method", "shell-a", "--increments", path}, "bad.txt");
    }
    expect_refused({"--n", "5", "--method", "shell-a", "--increments", folder.path("none")}, "neither a sequence");
    expect_refused({"--n", "5", "--method", "shell-a", "--increments", folder.path("")}, "");
    expect_refused({"-", "--method", "shell-a", "--increments", "-"}, "standard input");
}

TEST(SortByShell, RunsOnTheProcessorByShellSeq) {
    const nlohmann::json json =
        json_of_sort({"--n", "5000", "--method", "shell-seq", "--verify", "--repeat", "3", "--phases"});
    EXPECT_TRUE(json["device"].is_null());
    EXPECT_TRUE(json["time_ms"]["gpu"].is_null());
    EXPECT_TRUE(json["time_ms"]["upload"].is_null());
    EXPECT_GT(json["time_ms"]["host"], 0);
    EXPECT_GT(json["repeat"]["host_ms"]["median"], 0);
    EXPECT_EQ(json["memory_bytes"]["device"], 0);
    EXPECT_EQ(json["result"]["method"], "shell-seq");
    EXPECT_EQ(json["result"]["sorted"], true);
    EXPECT_EQ(json["verified"], true);
    double all = 0;
    for (const nlohmann::json& phase : json["result"]["phases"]) {
        all += phase["ms"].get<double>();
    }
    EXPECT_GT(all, 0);
    const ProcessResult text = run_vkalgo({"sort", "--n", "100", "--method", "shell-seq"});
    EXPECT_NE(text.output.find("on the processor"), std::string::npos) << text.output;
    expect_refused({"--n", "10", "--method", "shell-seq", "--device", "0"}, "leave --device out");
    expect_refused({"--n", "10", "--method", "shell-seq", "--validate"}, "leave --validate out");
    // Even a missing device does not matter.
    ProcessSettings nowhere;
    nowhere.environment = {{"VKALGO_DEVICE", "no such device"}};
    EXPECT_EQ(run_vkalgo({"sort", "--n", "10", "--method", "shell-seq"}, nowhere).exit_code, 0);
}

TEST(SortByShell, PrintsPhasesAsATable) {
    const ProcessResult run =
        run_vkalgo({"sort", "--n", "1000", "--method", "shell-b", "--min-elements", "5", "--phases"});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_NE(run.output.find("unsorted"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("threads/class"), std::string::npos);
    EXPECT_NE(run.output.find("\n       929        929             1        1.08"), std::string::npos) << run.output;
    const ProcessResult quiet = run_vkalgo({"sort", "--quiet", "--n", "32", "--method", "pratt", "--phases"});
    EXPECT_TRUE(quiet.output.starts_with(" increment")) << quiet.output;
    EXPECT_EQ(std::count(quiet.output.begin(), quiet.output.end(), '\n'), 2) << quiet.output;
}

/// Returns how often `part` occurs in `text`.
std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

TEST(SortByShell, DrawsEachState) {
    const TemporaryFolder folder;
    const auto picture = [&](const std::string& method) {
        const std::string path = folder.path(method + ".svg");
        Words words{"--n", "3000", "--method", method, "--picture", path};
        if (method > "shell-a" && method < "shell-g") {
            words.insert(words.end(), {"--min-elements", "4"});
        }
        json_of_sort(words);
        return content_of(path);
    };
    const std::string a = picture("shell-a");
    EXPECT_TRUE(a.starts_with("<svg")) << a.substr(0, 100);
    EXPECT_TRUE(a.ends_with("</svg>\n"));
    EXPECT_EQ(occurrences(a, "<path"), 10U);  // Before, and after each of nine increments
    EXPECT_EQ(occurrences(a, "h0"), 10U * 1000);
    EXPECT_EQ(occurrences(a, ">sorted<"), 1U);
    const std::string b = picture("shell-b");
    EXPECT_EQ(occurrences(b, ">sorted<"), 0U);
    EXPECT_EQ(occurrences(b, "neighbours out of order"), 10U);
    EXPECT_EQ(occurrences(picture("shell-c"), ">sorted<"), 0U);
    // Every variant that sorts leaves the same array after each increment, so the pictures have the same points.
    const auto points = [](const std::string& svg) { return svg.substr(svg.find("<g transform")); };
    for (const char* method : {"shell-seq", "shell-d", "shell-e", "shell-f"}) {
        EXPECT_TRUE(points(picture(method)) == points(a)) << method;
    }
    EXPECT_EQ(occurrences(picture("pratt"), ">sorted<"), 1U);
    // No temporary file is left beside the pictures.
    for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) {
        EXPECT_EQ(entry.path().extension(), ".svg") << entry.path();
    }
    const std::string many = folder.path("many.svg");
    json_of_sort({"--n", "3000", "--method", "shell-a", "--increments", "pratt", "--picture", many});
    EXPECT_EQ(occurrences(content_of(many), "<path"), 30U);
    for (const char* n : {"0", "1"}) {
        json_of_sort({"--n", n, "--method", "shell-d", "--picture", many});
        EXPECT_EQ(occurrences(content_of(many), "<path"), 1U) << n;
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
