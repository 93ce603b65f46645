// Tests the output of alignments: complements, letters that a matrix lacks or has in both cases, asymmetric scores,
// gaps, and lines that have only gaps in one sequence.
#include "algorithms/alignment/complements.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// IUPAC codes with the bases that they stand for.
const std::map<char, std::string> kBases{{'A', "A"},   {'C', "C"},   {'G', "G"},   {'T', "T"},   {'R', "AG"},
                                         {'Y', "CT"},  {'S', "CG"},  {'W', "AT"},  {'K', "GT"},  {'M', "AC"},
                                         {'B', "CGT"}, {'D', "AGT"}, {'H', "ACT"}, {'V', "ACG"}, {'N', "ACGT"}};

TEST(AlignResults, TheComplementOfAnIupacCodeStandsForTheComplementsOfItsBases) {
    for (const auto& [letter, bases] : kBases) {
        std::string expected;
        for (const char base : bases) {
            expected += std::string("TGCA")[std::string("ACGT").find(base)];
        }
        std::sort(expected.begin(), expected.end());
        const char other = complement(letter);
        ASSERT_TRUE(kBases.contains(other)) << letter;
        EXPECT_EQ(kBases.at(other), expected) << letter;
        EXPECT_EQ(complement(other), letter);
        const auto lower = static_cast<char>(std::tolower(letter));
        EXPECT_EQ(complement(lower), static_cast<char>(std::tolower(other))) << letter;
    }
    EXPECT_EQ(complement('U'), 'A');
    EXPECT_EQ(complement('u'), 'a');
    EXPECT_EQ(complement('X'), 'X');
    for (const char none : std::string("EFIJLOPQZ*-. 1")) {
        EXPECT_EQ(complement(none), '\0') << none;
    }
}

struct PrintedPair {
    TemporaryFolder folder;
    std::string x, y, pair;

    PrintedPair(const std::string& x_letters, const std::string& y_letters)
        : x(folder.file("x.txt", x_letters)),
          y(folder.file("y.txt", y_letters)),
          pair(folder.file("pair.fa", ">q\n" + x_letters + "\n>r\n" + y_letters + "\n")) {}

    ProcessResult run(const std::string& problem, std::vector<std::string> options) const {
        options.insert(options.begin(), {"dp", "--problem", problem, "--solution", "--quiet"});
        options.insert(options.end(), {x, y});
        return run_vkalgo(options);
    }
    nlohmann::json solution(const std::string& problem, std::vector<std::string> options) const {
        options.insert(options.begin(), {"--problem", problem, "--solution"});
        auto batch = options;
        options.insert(options.end(), {x, y});
        batch.insert(batch.end(), {"--batch", pair});
        const auto single = json_of_command("dp", options)["result"];
        const auto many = json_of_command("dp", batch)["result"];
        EXPECT_EQ(many["solutions"][0], single["solution"]);
        EXPECT_EQ(many["answers"][0], single["answer"]);
        return single["solution"];
    }
};

TEST(AlignResults, LettersThatAMatrixOfNucleotidesLacksScoreAsN) {
    const PrintedPair pair("ACGEE", "ACGNN");
    for (const bool batch : {false, true}) {
        std::vector<std::string> words{"dp", "--problem", "align-global", "--matrix", "NUC.4.4"};
        const auto inputs = batch ? std::vector<std::string>{"--batch", pair.pair} : std::vector{pair.x, pair.y};
        words.insert(words.end(), inputs.begin(), inputs.end());
        const ProcessResult run = run_vkalgo(words);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        EXPECT_EQ(run.output.find(batch ? "q\tr\t13\n" : "score     13\n"), 0U)
            << run.output;  // 5 for each of three equal letters, -1 for each of two N beside N
        EXPECT_NE(run.errors.find("2 letters that NUC.4.4 does not have (E) score as N"), std::string::npos)
            << run.errors;
    }
}

TEST(AlignResults, AMatrixWithBothCasesDistinguishesThem) {
    const TemporaryFolder folder;
    const std::string both = folder.file("both", "  A  a  C\nA 5 -2 -3\na -2 4 -3\nC -3 -3 6\n");
    const std::string pairs = folder.file("p.fa", ">a\nAaC\n>b\nAaC\n>c\nAaC\n>d\naAC\n");
    const auto scored = [&](const std::string& matrix) {
        return run_vkalgo({"dp", "--problem", "align-global", "--matrix", matrix, "--batch", pairs, "--quiet"});
    };
    EXPECT_EQ(scored(both).output, "a\tb\t15\nc\td\t2\n");
    const std::string upper = folder.file("upper", "  A  C\nA 5 -3\nC -3 6\n");
    EXPECT_EQ(scored(upper).output, "a\tb\t16\nc\td\t16\n");
    const std::string lacks = folder.file("lacks.fa", ">a\nAc\n>b\nAc\n");
    expect_refused({{"dp", "--problem", "align-global", "--matrix", both, "--batch", lacks},
                    2,
                    "'c' at position 2 (from 1) is not one of the letters AaC"});
}

TEST(AlignResults, CommasMaySeparateTheScoresOfAMatrix) {
    const TemporaryFolder folder;
    const std::string pairs = folder.file("p.fa", ">a\nAC\n>b\nAC\n");
    const std::string matrix = folder.file("m.csv", ",A,C\nA,5,-3\nC,-3,6\n");
    EXPECT_EQ(run_vkalgo({"dp", "--problem", "align-global", "--matrix", matrix, "--batch", pairs}).output,
              "a\tb\t11\n");
}

TEST(AlignResults, AnAsymmetricMatrixHasARowPerLetterOfXAndAScoreOfZeroIsNotPositive) {
    const PrintedPair pair("AACG", "CGAG");
    const std::string matrix = pair.folder.file("m", "  A  C  G\nA 5  1  0\nC -2 5 -2\nG -2 -2 5\n");
    const auto solution = pair.solution("align-global", {"--matrix", matrix, "--open", "100"});
    EXPECT_EQ(solution["cigar"], "3X1=");
    EXPECT_EQ(solution["aligned"]["middle"], ":..|");
    EXPECT_EQ(solution["positives"], 2);
    EXPECT_EQ(solution["mismatches"], 3);
    EXPECT_EQ(solution["identity"], 25.0);
    EXPECT_EQ(run_vkalgo({"dp", "--problem", "align-global", "--matrix", matrix, "--open", "100", "--batch", pair.pair})
                  .output,
              "q\tr\t4\n");
}

TEST(AlignResults, AdjacentGapsInBothSequencesCountAsTwo) {
    const PrintedPair pair("AAAACCCTTTT", "AAAAGGGGTTTT");
    const auto solution = pair.solution("align-global", {"--mismatch", "-100", "--open", "1", "--extend", "1"});
    EXPECT_EQ(solution["gaps"], 2);
    EXPECT_EQ(solution["gap_columns"], 7);
    EXPECT_EQ(solution["columns"], 15);
    EXPECT_EQ(solution["identity"], 53.33);
}

TEST(AlignResults, AnchoredAlignmentsOfABatchBeginWhereBothSequencesDo) {
    const PrintedPair pair("ACGT", "TTTTACGTTT");
    EXPECT_EQ(pair.solution("align-semiglobal", {"--anchored", "1"})["cigar"], "4D4=");
    EXPECT_EQ(pair.solution("align-semiglobal", {})["cigar"], "4=");
    const auto line = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"dp", "--problem", "align-semiglobal", "--batch", pair.pair, "--solution"});
        return run_vkalgo(more).output;
    };
    EXPECT_EQ(line({"--anchored", "1"}), "q\tr\t-5\t50.00\t1\t4\t1\t8\t4\t10\t100.00\t80.00\t4D4=\n");
    EXPECT_EQ(line({}), "q\tr\t8\t100.00\t1\t4\t5\t8\t4\t10\t100.00\t40.00\t4=\n");
}

TEST(AlignResults, AMismatchMustScoreLessThanAMatch) {
    const PrintedPair pair("AC", "AC");
    expect_refused(
        {{"dp", "--problem", "align-global", "--mismatch", "2", pair.x, pair.y}, 2, "give a --mismatch below 2"});
    expect_refused({{"dp", "--problem", "align-global", "--match", "-5", "--mismatch", "3", pair.x, pair.y},
                    2,
                    "give a --mismatch below -5"});
    EXPECT_EQ(pair.run("align-global", {"--mismatch", "1"}).exit_code, 0);
}

TEST(AlignResults, ALineWithOnlyGapsHasThePositionOfTheLetterBeforeIt) {
    // 5 columns of pairs, 70 of y only, 5 of pairs.
    const std::string left = "ACGTA", right = "CATGC", gap(70, 'G');
    const std::string dashes(60, '-');
    const auto reverse = [](const std::string& letters) {
        std::string other;
        for (auto letter = letters.rbegin(); letter != letters.rend(); ++letter) {
            other += complement(*letter);
        }
        return other;
    };
    const std::string cheap[] = {"--open", "1", "--extend", "0"};
    const std::vector<std::string> options(std::begin(cheap), std::end(cheap));
    const std::string text = PrintedPair(left + right, left + gap + gap + right).run("align-global", options).output;
    EXPECT_NE(text.find("\n5=140D5=\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\nx           1 ACGTA" + std::string(55, '-') + " 5\n"), std::string::npos) << text;
    EXPECT_NE(text.find("\nx           5 " + dashes + " 5\n\ny          61 "), std::string::npos) << text;
    EXPECT_NE(text.find("\nx           6 " + std::string(25, '-') + "CATGC 10\n"), std::string::npos) << text;
    // On the reverse strand of a reference the positions descend, also over lines of gaps.
    auto both = options;
    both.emplace_back("--reverse-complement");
    const std::string reverse_strand =
        PrintedPair(left + gap + gap + right, reverse(left + right)).run("align-global", both).output;
    EXPECT_NE(reverse_strand.find("\ny          10 ACGTA" + std::string(55, '-') + " 6\n"), std::string::npos)
        << reverse_strand;
    EXPECT_NE(reverse_strand.find("\ny           6 " + dashes + " 6\n"), std::string::npos) << reverse_strand;
    EXPECT_NE(reverse_strand.find("\ny           5 " + std::string(25, '-') + "CATGC 1\n"), std::string::npos)
        << reverse_strand;
}

}  // namespace
}  // namespace vkalgo::cli::test
