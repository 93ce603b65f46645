// Tests that `dp --write-inputs` writes the random instance, and that its files give the same instance when they are
// read back.
#include "algorithms/alignment/scoring.hpp"
#include "algorithms/dp/instance/random_instance.hpp"
#include "cli/dp/files.hpp"
#include "cli/dp/job.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using vkalgo::test::take;

/// Writes an instance and reads it back. It must equal the instance that these options draw.
void expect_written(const std::string& option, const dp::Recurrence& recurrence, std::vector<std::string> chosen,
                    const dp::GeneratorOptions& options) {
    const TemporaryFolder folder;
    chosen.insert(chosen.end(), {"--write-inputs", folder.path("sample"), "--n", std::to_string(options.n), "--seed",
                                 std::to_string(options.seed)});
    const auto written = json_of_command("dp", chosen);
    const auto paths = written["result"]["files"].get<std::vector<std::string>>();
    InputReader reader;
    const dp::Instance read = take(read_files(reader, recurrence.header(), paths, {}));
    const dp::Instance drawn = take(dp::random_instance(recurrence.header(), options));
    ASSERT_EQ(read.inputs.size(), drawn.inputs.size()) << option;
    for (const auto& [name, array] : drawn.inputs) {
        const dp::InputArray& again = read.inputs.find(name)->second;
        EXPECT_EQ(again.type, array.type) << option << " " << name;
        EXPECT_EQ(again.data, array.data) << option << " " << name;
    }
    const auto next = written["result"]["next"].get<std::string>();
    EXPECT_TRUE(next.starts_with("vkalgo dp " + option + " ")) << next;
    for (const std::string& path : paths) {
        EXPECT_NE(next.find(" " + path), std::string::npos) << next;
    }
    EXPECT_EQ(next.find(" --n ") != std::string::npos, files_need(recurrence.header(), "n")) << next;
}

TEST(DpWriteInputs, WritesTheRandomInstanceOfEveryProblem) {
    std::size_t tried = 0;
    for (const dp::CompiledRecurrence* each : dp::builtin_recurrences()) {
        if (each->header.inputs.empty() || takes_scores(each->header)) {  // These have tests of their own
            continue;
        }
        const std::string& name = each->header.problem;
        for (const std::int64_t n : {1, 5, 9}) {
            expect_written("--problem " + name, take(builtin_recurrence(name)), {"--problem", name}, {n, n, 3, {}});
        }
        ++tried;
    }
    EXPECT_GE(tried, 28U);
}

TEST(DpWriteInputs, WritesArraysIfTheRecurrenceDeclaresNoFiles) {
    const TemporaryFolder folder;
    const std::string file = folder.file("own.glsl",
                                         "//! problem own\n//! pattern RUD\n//! cell f64\n//! input a f32[]\n"
                                         "//! input b u8[n]\n//! rows len(a) + 1\n//! columns n + 1\n"
                                         "//! base first-row 1\n//! answer last\n"
                                         "cell_t base(int i, int j) { return cell_t(0); }\n"
                                         "cell_t cell(int i, int j) { return at(i - 1, j) + cell_t(a(i - 1)); }\n");
    expect_written("--recurrence " + file, take(recurrence_from_file(file)), {"--recurrence", file}, {7, 7, 2, {}});
}

TEST(DpWriteInputs, WritesLettersOfAnAlphabetAndLettersThatNoTextHolds) {
    const TemporaryFolder folder;
    for (const char* letters : {"as ACGT", ""}) {
        const std::string file = folder.file(
            "own.glsl",
            "//! problem own\n//! pattern RUD\n//! cell u32\n//! input x u8[] in 0 .. 3\n//! rows len(x) + 1\n"
            "//! columns 2\n//! base first-row 1\n//! answer last\n//! files letters x " +
                std::string(letters) +
                ": letters\ncell_t base(int i, int j) { return cell_t(0); }\n"
                "cell_t cell(int i, int j) { return at(i - 1, j) + cell_t(x(i - 1)); }\n");
        expect_written("--recurrence " + file, take(recurrence_from_file(file)), {"--recurrence", file},
                       {50, 50, 2, {}});
    }
}

TEST(DpWriteInputs, QuotesNamesThatAShellWouldSplit) {
    const TemporaryFolder folder;
    const std::string sample = folder.path("it's a sample");
    const auto written = json_of_command("dp", {"--problem", "matrix-chain", "--write-inputs", sample});
    EXPECT_EQ(written["result"]["next"],
              "vkalgo dp --problem matrix-chain '" + folder.path("it'\\''s a sample") + "/d.txt'");
}

TEST(DpWriteInputs, WritesNoSampleThatWouldBeRefused) {
    const TemporaryFolder folder;
    expect_refused({{"dp", "--problem", "production", "--most", "3000000000", "--write-inputs", folder.path("p")},
                    2,
                    "'most' is 3000000000, but its range is 0 .. 1000000000; give another --most"});
    const std::string file = folder.file("own.glsl",
                                         "//! problem own\n//! pattern RUD\n//! cell u32\n//! input a u32[] in 0 .. 5\n"
                                         "//! param most u32 9\n//! rows len(a) + 1\n//! columns 2\n"
                                         "//! base first-row 1\n//! answer last\n//! random a 3 .. most\n"
                                         "//! files numbers a: numbers\ncell_t base(int i, int j) { return 0u; }\n"
                                         "cell_t cell(int i, int j) { return at(i - 1, j) + a(i - 1); }\n");
    const auto written =
        json_of_command("dp", {"--recurrence", file, "--n", "50", "--write-inputs", folder.path("own")});
    const auto path = written["result"]["files"][0].get<std::string>();
    EXPECT_EQ(run_vkalgo({"dp", "--recurrence", file, path, "--quiet"}).exit_code, 0);
    EXPECT_EQ(folder.entries(), 2U);
}

TEST(DpWriteInputs, ReplacesNoFileAndRefusesConflictingOptions) {
    const TemporaryFolder folder;
    const std::string sample = folder.path("sample");
    const auto written = json_of_command("dp", {"--problem", "knapsack", "--capacity", "7", "--write-inputs", sample});
    EXPECT_EQ(written["result"]["next"], "vkalgo dp --problem knapsack --capacity 7 " + sample + "/knapsack.csv");
    expect_refused({{"dp", "--problem", "knapsack", "--write-inputs", sample}, 2, "already exists"});
    expect_refused({{"dp", "--problem", "binomial", "--write-inputs", sample}, 2, "reads no files"});
    expect_refused(
        {{"dp", "--problem", "lcs", "--write-inputs", sample, "--solution"}, 2, "leave out the other options"});
    expect_refused({{"dp", "--problem", "lcs", "--write-inputs", sample, "x.txt", "y.txt"}, 2, "leave out the other"});
    expect_refused({{"dp", "--write-inputs", sample}, 2, "no problem is given"});
    expect_refused({{"dp", "--list", "--write-inputs", sample}, 2, "--list allows only"});
    expect_refused({{"dp", "--new", "mine", "--write-inputs", sample}, 2, "leave out the other options"});
    const std::string file = folder.file("file", "");
    expect_refused({{"dp", "--problem", "lcs", "--write-inputs", file + "/sample"}, 2, "give a folder"});
    EXPECT_EQ(folder.entries(), 2U);
}

}  // namespace
}  // namespace vkalgo::cli::test
