// Runs `vkalgo dp --list` and `vkalgo dp --check` as processes.
#include "tests/cli/dp_texts.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

TEST(DpListAndCheck, ListsTheProblemsWithTheirFilesAndGenerators) {
    const ProcessResult run = run_vkalgo({"dp", "--list", "--verbose"});
    EXPECT_EQ(run.exit_code, 0);
    for (const char* part :
         {"binomial", "edit-distance", "knapsack", "lcs", "matrix-chain", "--capacity", "weight,profit",
          "weight: n numbers 1 to 100", "sum(weight) / 2 by default", "method stage"}) {
        EXPECT_NE(run.output.find(part), std::string::npos) << part;
    }
    const auto listed = result_of_command("dp", {"--list"});
    EXPECT_GE(listed["problems"].size(), 5U);
}

TEST(DpListAndCheck, ListsPropertiesAndMethods) {
    const auto problems = result_of_command("dp", {"--list"})["problems"];
    std::map<std::string, nlohmann::json> of;
    for (const auto& problem : problems) {
        EXPECT_FALSE(problem["methods"].empty()) << problem["name"];
        EXPECT_FALSE(problem["reach"].get<std::string>().empty()) << problem["name"];
        of[problem["name"].get<std::string>()] = problem;
    }
    const auto has = [&](const std::string& problem, const std::string& method) {
        const auto& methods = of[problem]["methods"];
        return std::find(methods.begin(), methods.end(), method) != methods.end();
    };
    EXPECT_TRUE(has("lcs", "tile") && has("lcs", "bit-parallel") && has("lcs", "stage"));
    EXPECT_TRUE(has("matrix-chain", "segments") && !has("matrix-chain", "tile"));
    EXPECT_EQ(of["matrix-chain"]["reduction"], "min");
    EXPECT_EQ(of["allotment"]["reduction"], "max");
    EXPECT_TRUE(of["lcs"]["reduction"].is_null());
    EXPECT_EQ(of["lcs"]["reach"], "-1 .. 0, -1 .. 0");

    const std::string text = run_vkalgo({"dp", "--list", "--problem", "matrix-chain"}).output;
    for (const char* part : {"    stages    pattern SONE, class segments, min over k\n", "    reads     at offsets ",
                             "    methods   ", "segments, "}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << text;
    }
}

TEST(DpListAndCheck, ListsOneProblemByItsName) {
    for (const char* option : {"--quiet", "--json"}) {
        const ProcessResult named = run_vkalgo({"dp", "--list", "knapsack", option});
        EXPECT_EQ(named.exit_code, 0) << named.errors;
        EXPECT_NE(named.output.find("capacity"), std::string::npos) << named.output;
        EXPECT_EQ(named.output.find("matrix-chain"), std::string::npos) << named.output;
    }
    EXPECT_EQ(run_vkalgo({"dp", "--list", "knapsack"}).output,
              run_vkalgo({"dp", "--list", "--problem", "knapsack"}).output);
}

TEST(DpListAndCheck, ChecksWhichMethodsRunWithTheParamsThatAreGiven) {
    for (const auto& [rep, runs] : {std::pair{"1", true}, {"2", false}}) {
        const auto methods = result_of_command("dp", {"--check", "edit-distance", "--rep", rep, "--n", "5"})["methods"];
        EXPECT_EQ(std::find(methods.begin(), methods.end(), "bit-parallel") != methods.end(), runs) << rep;
        EXPECT_NE(std::find(methods.begin(), methods.end(), "tile"), methods.end());
    }
}

TEST(DpListAndCheck, ChecksAFileAgainstRecordedReads) {
    const TemporaryFolder folder;
    const auto report = result_of_command("dp", {"--check", folder.file("grid.glsl", kGrid)});
    EXPECT_EQ(report["fits"], true);
    EXPECT_EQ(report["offsets"], nlohmann::json({{-1, 0}, {0, -1}}));
    const auto patterns = report["patterns"].get<std::vector<std::string>>();
    EXPECT_NE(std::find(patterns.begin(), patterns.end(), "NOSE"), patterns.end());
    EXPECT_EQ(std::find(patterns.begin(), patterns.end(), "RUD"), patterns.end());
}

TEST(DpListAndCheck, ChecksAFileOnTheBeginningOfItsInputs) {
    const TemporaryFolder folder;
    const std::string scores = folder.file(
        "scores.glsl",
        "//! problem  scores\n//! pattern  NOSE\n//! class    local\n//! cell     i32\n//! input    x u8[]\n"
        "//! input    score i32[4]\n//! param    gap i32\n//! rows     len(x)\n//! columns  len(x)\n//! answer   last\n"
        "cell_t cell(int i, int j) { return score(int(x(i)) - 65) + (i > 0 ? at(i - 1, j) : gap); }\n");
    const auto alone = result_of_command("dp", {"--check", scores});
    ASSERT_EQ(alone["warnings"].size(), 1U);
    EXPECT_NE(alone["warnings"][0].get<std::string>().find("of input 'score', which has no such element (line 11)"),
              std::string::npos);
    const std::string letters = folder.file("letters.txt", "ABCDABCDDCBA");
    const std::string numbers = folder.file("numbers.txt", "5 -1 2 0");
    const auto with = result_of_command("dp", {"--check", scores, letters, numbers, "--gap", "3"});
    EXPECT_EQ(with["warnings"].size(), 0U);
    EXPECT_EQ(with["instances"], 6);
    EXPECT_EQ(result_of_command("dp", {"--recurrence", scores, letters, numbers, "--gap", "3", "--verify"})["answer"],
              21);
    expect_refused({{"dp", "--check", scores, folder.file("wrong.txt", "ABCE"), numbers, "--gap", "3"},
                    2,
                    "cell (3, 0) reads element 4 of input 'score', which has no such element (line 11)"});
    // Sizes make random inputs, which the check handles like files.
    expect_refused({{"dp", "--check", scores, "--n", "5", "--gap", "3"},
                    2,
                    "of input 'score', which has no such element (line 11)"});
    expect_refused({{"dp", "--check", scores, "--n", "5"}, 2, "param 'gap' (i32) is missing; give --gap"});
    expect_refused({{"dp", "--check", scores, letters, numbers}, 2, "param 'gap' (i32) is missing; give --gap"});
}

TEST(DpListAndCheck, SaysWithWhichValuesACheckFoundAFault) {
    const TemporaryFolder folder;
    const std::string file = folder.file("shares.glsl", R"(//! problem  shares
//! pattern  NOSE
//! cell     i32
//! input    x i32[]
//! rows     len(x)
//! columns  len(x)
//! answer   last
cell_t cell(int i, int j) { return 100 / x(i); }
)");
    std::string late;
    for (int k = 0; k < 200; ++k) {
        late += k == 150 ? "0 " : "1 ";
    }
    expect_refused(
        {{"dp", "--check", file, folder.file("early.txt", "4 0 3")}, 2, "cell (1, 0) divides an integer by 0"});
    const std::string numbers = folder.file("late.txt", late);
    const ProcessResult checked = run_vkalgo({"dp", "--check", file, numbers});
    EXPECT_EQ(checked.exit_code, 0) << checked.errors;
    EXPECT_NE(checked.output.find("; the check drew these values at random, where possible from the INPUTs"),
              std::string::npos)
        << checked.output;
    expect_refused({{"dp", "--recurrence", file, numbers}, 2, "cell (150, 0) divides an integer by 0 (line 8)"});
}

TEST(DpListAndCheck, NamesAllIndicesOfTheCellsThatACheckReports) {
    const TemporaryFolder folder;
    const std::string file = folder.file("three.glsl", R"(//! problem  three
//! cell     i32
//! rows     n
//! columns  m
//! index    k 3
//! stage    i + j + k
//! answer   last
cell_t cell(int i, int j, int k) {
    return i == 0 || j == 0 || k == 0 ? 1 : at(i - 1, j - 1, k - 1) + at(i - 1, j, k);
}
)");
    const ProcessResult result = run_vkalgo({"dp", "--check", file});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_NE(result.output.find("reads     at (i, j, k) (-1, -1, -1) (-1, +0, +0)\n"), std::string::npos)
        << result.output;
}

TEST(DpListAndCheck, WarnsIfNoCellReadAnotherAlthoughTheTextHasARead) {
    const TemporaryFolder folder;
    const std::string text =
        "//! problem  paths\n//! pattern  NOSE\n//! cell     u32\n//! input    wall u8[n * m]\n//! rows     n\n"
        "//! columns  m\n//! answer   last\n"
        "cell_t cell(int i, int j) { return i == 0 || wall(i * columns() + j) > 0u ? 1u : at(i - 1, j); }\n";
    const auto warnings_of = [&](const std::string& source) {
        return result_of_command("dp", {"--check", folder.file("paths.glsl", source)})["warnings"];
    };
    const auto warnings = warnings_of(text);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(warnings[0].get<std::string>().find("no cell read another cell in this check"), std::string::npos);
    std::string ranged = text;
    EXPECT_TRUE(warnings_of(ranged.replace(text.find("[n * m]"), 7, "[n * m] in 0 .. 1")).empty());
    std::string alone = text;
    EXPECT_TRUE(warnings_of(alone.replace(text.find("at(i - 1, j)"), 12, "2u")).empty());
}

}  // namespace
}  // namespace vkalgo::cli::test
