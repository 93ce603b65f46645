// Runs single alignments by `vkalgo dp`: what is printed, letters and matrices, strands, thresholds.
#include "cli/dp/job.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

struct Files {
    TemporaryFolder folder;
    std::string x, y;

    Files(std::string_view x_letters, std::string_view y_letters)
        : x(folder.file("x.txt", x_letters)), y(folder.file("y.txt", y_letters)) {}

    nlohmann::json align(const std::string& problem, std::vector<std::string> options = {}) const {
        options.insert(options.end(), {"--problem", problem, "--solution", x, y});
        return json_of_command("dp", options);
    }
    ProcessResult run(const std::string& problem, std::vector<std::string> options = {}) const {
        options.insert(options.begin(), {"dp", "--problem", problem});
        options.insert(options.end(), {x, y});
        return run_vkalgo(options);
    }
};

TEST(AlignCli, PrintsTheColumnsOfAGlobalAlignment) {
    const Files files("GATTACACAT", "GATACACGT");
    const auto answer = files.align("align-global", {"--verify"});
    EXPECT_EQ(answer["verified"], true);
    const auto& result = answer["result"];
    EXPECT_EQ(result["answer"], 8 * 2 - 3 - 5 - 2);
    const auto& solution = result["solution"];
    EXPECT_EQ(solution["cigar"], "2=1I5=1X1=");
    EXPECT_EQ(solution["columns"], 10);
    EXPECT_EQ(solution["matches"], 8);
    EXPECT_EQ(solution["mismatches"], 1);
    EXPECT_EQ(solution["gaps"], 1);
    EXPECT_EQ(solution["gap_columns"], 1);
    EXPECT_EQ(solution["identity"], 80.0);
    EXPECT_EQ(solution["x_begin"], 1);
    EXPECT_EQ(solution["x_end"], 10);
    EXPECT_EQ(solution["y_end"], 9);
    EXPECT_EQ(solution["strand"], "+");
    EXPECT_EQ(solution["aligned"]["x"], "GATTACACAT");
    EXPECT_EQ(solution["aligned"]["middle"], "|| |||||.|");
    EXPECT_EQ(solution["aligned"]["y"], "GA-TACACGT");
    EXPECT_EQ(answer["parameters"]["match"], 2);
    EXPECT_EQ(answer["parameters"]["open"], 5);
}

TEST(AlignCli, AlignsTheBorderOfWholeSequencesWithGaps) {
    const auto shown = [](std::string_view x, std::string_view y, const char* problem,
                          const std::vector<std::string>& options = {}) {
        return Files(x, y).align(problem, options)["result"]["solution"]["cigar"].get<std::string>();
    };
    EXPECT_EQ(shown("ACGT", "TTTTACGT", "align-global"), "4D4=");
    EXPECT_EQ(shown("TTTTACGT", "ACGT", "align-global"), "4I4=");
    EXPECT_EQ(shown("ACGT", "TTTTACGTTT", "align-semiglobal"), "4=");
    EXPECT_EQ(shown("ACGT", "TTTTACGTTT", "align-semiglobal", {"--anchored", "1"}), "4D4=");
    EXPECT_EQ(shown("GGACGTACGT", "ACGTACGTC", "align-semiglobal"), "2I8=");
    EXPECT_EQ(shown("GGACGTCC", "TTACGTAA", "align-local"), "4=");
    EXPECT_EQ(shown("", "ACG", "align-global"), "3D");
    EXPECT_EQ(shown("ACG", "", "align-semiglobal"), "3I");
}

TEST(AlignCli, AnEmptyAlignmentHasNoPositions) {
    const Files files("AAAA", "CCCC");
    const auto result = files.align("align-local")["result"];
    EXPECT_EQ(result["answer"], 0);
    EXPECT_EQ(result["solution"]["cigar"], "");
    EXPECT_EQ(result["solution"]["columns"], 0);
    EXPECT_TRUE(result["solution"]["x_begin"].is_null());
    EXPECT_TRUE(result["solution"]["y_end"].is_null());
    EXPECT_EQ(result["solution"]["x_length"], 4);
    EXPECT_EQ(result["solution"]["x_coverage"], 0.0);
    EXPECT_EQ(files.run("align-local", {"--solution", "--quiet"}).output, "0\nnone, since no letters are aligned\n");
}

TEST(AlignCli, WrapsTheRowsAtSixtyColumnsAndPrintsTheirPositions) {
    std::string x;
    for (int k = 0; k < 125; ++k) {
        x += "ACGT"[k * k % 7 % 4];
    }
    const Files files(x, "TT" + x);
    const std::string text = files.run("align-semiglobal", {"--solution", "--quiet"}).output;
    EXPECT_NE(text.find("\nx           1 " + x.substr(0, 60) + " 60\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\ny          63 " + x.substr(60, 60) + " 122\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\nx         121 " + x.substr(120) + " 125\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\n              |||||\n"), std::string::npos) << text;
}

TEST(AlignCli, TakesAnyBytesAsLettersUnlessAMatrixIsGiven) {
    EXPECT_EQ(Files("na\xC3\xAFve text", "native text").align("align-global")["result"]["solution"]["aligned"]["x"],
              "na??ve?text");
    const Files small("acgt", "ACGT");
    EXPECT_EQ(small.run("align-global", {"--match", "1", "--mismatch", "-1", "--quiet"}).output, "-4\n");
    EXPECT_EQ(small.align("align-global", {"--ignore-case"})["result"]["answer"], 8);
    EXPECT_EQ(small.align("align-global", {"--matrix", "nuc.4.4"})["result"]["answer"], 20);
}

TEST(AlignCli, WarnsOfLettersThatTheMatrixLacksAndRefusesOtherBytesAndInvalidMatrices) {
    const Files proteins("MUKO", "MCKO");
    const ProcessResult result = proteins.run("align-global", {"--matrix", "BLOSUM62", "--solution"});
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.errors.find("3 letters that BLOSUM62 does not have (O, U) score as X"), std::string::npos)
        << result.errors;
    EXPECT_NE(result.output.find("MUKO"), std::string::npos) << result.output;
    const Files numbered("MK1", "MK");
    expect_refused({{"dp", "--problem", "align-global", "--matrix", "BLOSUM62", numbered.x, numbered.y},
                    2,
                    "'1' at position 3 (from 1) is not one of the letters"});
    const std::string plain = numbered.folder.file("m", "M K\nM 1 0\nK 0 1\n");
    const Files others("MKA", "MK");
    expect_refused({{"dp", "--problem", "align-global", "--matrix", plain, others.x, others.y},
                    2,
                    "'A' at position 3 (from 1) is not one of the letters MK"});
    const std::string cut = numbered.folder.file("cut", "M K\nM 1 0\nK 0\n");
    expect_refused({{"dp", "--problem", "align-global", "--matrix", cut, others.x, others.y},
                    2,
                    "cut' line 3: the row K has 1 score"});
}

TEST(AlignCli, RefusesOptionsThatDoNotGoTogether) {
    const Files files("ACGT", "ACGA");
    const auto refused = [&](std::vector<std::string> options, const std::string& message) {
        options.insert(options.begin(), {"dp", "--problem", "align-local"});
        options.insert(options.end(), {files.x, files.y});
        expect_refused({options, 2, message});
    };
    refused({"--matrix", "BLOSUM62", "--match", "3"}, "leave out --match and --mismatch");
    refused({"--mismatch", "3"}, "give a --mismatch below 2");
    refused({"--match", "2000000"}, "--match 2000000");
    refused({"--alphabet", "4"}, "--alphabet needs --input score=FILE");
    refused({"--open", "-1"}, "'open' is -1");
    refused({"--at-most", "1", "--at-least", "2"}, "no answer is both --at-most 1 and --at-least 2");
    expect_refused({{"dp", "--problem", "lcs", "--matrix", "BLOSUM62", files.x, files.y}, 2, "--matrix"});
}

TEST(AlignCli, TakesTheBetterStrandAndPrintsItsPositionsInTheFile) {
    const Files files("GGACGTTAACA", "CCCTGTTAACGTTTT");
    const auto answer = files.align("align-local", {"--reverse-complement", "--verify"});
    EXPECT_EQ(answer["verified"], true);
    const auto& solution = answer["result"]["solution"];
    EXPECT_EQ(answer["result"]["answer"], 18);
    EXPECT_EQ(solution["strand"], "-");
    EXPECT_EQ(solution["x_begin"], 3);
    EXPECT_EQ(solution["y_begin"], 12);
    EXPECT_EQ(solution["y_end"], 4);
    EXPECT_EQ(solution["x_length"], 11);
    EXPECT_EQ(solution["y_length"], 15);
    EXPECT_EQ(solution["x_coverage"], 81.82);
    EXPECT_EQ(solution["y_coverage"], 60.0);
    EXPECT_EQ(solution["aligned"]["y"], "ACGTTAACA");
    // Of equally good strands, the first is reported.
    const auto both = Files("ACGT", "ACGT").align("align-global", {"--reverse-complement"});
    EXPECT_EQ(both["result"]["solution"]["strand"], "+");
    // Letters of either case and IUPAC codes have complements; other letters have no complement.
    EXPECT_EQ(Files("acgtrn", "nyacgt").align("align-global", {"--reverse-complement"})["result"]["answer"], 12);
    const Files proteins("MKV", "MEV");
    expect_refused(
        {{"dp", "--problem", "align-global", "--matrix", "BLOSUM62", "--reverse-complement", proteins.x, proteins.y},
         2,
         "'E' at position 2 (from 1) has no complement"});
}

TEST(AlignCli, SaysWhetherTheAnswerIsWithinTheThreshold) {
    const Files files("GATTACA", "GATACA");
    EXPECT_EQ(files.align("align-global", {"--at-least", "5"})["result"]["within"], true);
    EXPECT_EQ(files.align("align-global", {"--at-least", "6"})["result"]["within"], false);
    EXPECT_EQ(files.align("edit-distance", {"--at-most", "1"})["result"]["within"], true);
    EXPECT_EQ(files.align("edit-distance", {"--at-most", "0.5"})["result"]["within"], false);
    EXPECT_FALSE(files.align("edit-distance")["result"].contains("within"));
    const auto greatest = files.align("edit-distance", {"--at-most", "18446744073709551614"});
    EXPECT_EQ(greatest["result"]["within"], true);
    EXPECT_EQ(greatest["parameters"]["at_most"], 18446744073709551614U);
    EXPECT_NE(files.run("edit-distance", {"--at-most", "1"}).output.find("\nwithin    yes: at most 1\n"),
              std::string::npos);
}

TEST(AlignCli, DrawsLettersOfTheMatrixAndWritesThemAsFilesToReadAgain) {
    const TemporaryFolder folder;
    for (const std::vector<std::string>& scores :
         {std::vector<std::string>{}, {"--matrix", "PAM30"}, {"--match", "5", "--mismatch", "-4"}}) {
        std::vector<std::string> chosen{"--problem", "align-local"};
        chosen.insert(chosen.end(), scores.begin(), scores.end());
        auto drawing = chosen;
        drawing.insert(drawing.end(), {"--n", "20", "--seed", "3", "--solution"});
        auto writing = chosen;
        const std::string sample = folder.path("sample" + std::to_string(folder.entries()));
        writing.insert(writing.end(), {"--n", "20", "--seed", "3", "--write-inputs", sample});
        const auto written = json_of_command("dp", writing)["result"];
        EXPECT_EQ(written["files"].size(), 2U);
        auto reading = chosen;
        reading.insert(reading.end(),
                       {"--solution", written["files"][0].get<std::string>(), written["files"][1].get<std::string>()});
        EXPECT_EQ(json_of_command("dp", drawing)["result"], json_of_command("dp", reading)["result"]);
        const auto next = written["next"].get<std::string>();
        EXPECT_EQ(run_shell("\"$V\" " + next.substr(7) + " --quiet").exit_code, 0) << next;
    }
}

TEST(AlignCli, TakesScoresAndLetterIndicesFromFiles) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.csv", "0,1,0\n");
    const std::string y = folder.file("y.csv", "0,1,1\n");
    const std::string score = folder.file("score.txt", "4 -1\n-2 4\n");
    const auto answer = json_of_command("dp", {"--problem", "align-global", "--input", "x=" + x, "--input", "y=" + y,
                                               "--input", "score=" + score, "--alphabet", "2"});
    EXPECT_EQ(answer["result"]["answer"], 4 + 4 - 1);
    expect_refused({{"dp", "--problem", "align-global", "--input", "x=" + x, "--input", "y=" + y, "--input",
                     "score=" + score, "--alphabet", "2", "--matrix", "BLOSUM62"},
                    2,
                    "--input score=FILE gives the scores"});
}

TEST(AlignCli, ACopyOfTheBuiltInFileIsScoredInTheSameWay) {
    const Files files("GATTACA", "GATACA");
    const std::string source =
        vkalgo::test::take(vkalgo::test::take(builtin_recurrence("align-global")).with_modules({}))->source;
    const std::string path = files.folder.file("copy.glsl", source);
    const auto answer =
        json_of_command("dp", {"--recurrence", path, "--matrix", "NUC.4.4", "--solution", files.x, files.y});
    EXPECT_EQ(answer["result"]["solution"]["cigar"], "2=1I4=");
    EXPECT_EQ(answer["result"]["answer"], 6 * 5 - 12);
}

}  // namespace
}  // namespace vkalgo::cli::test
