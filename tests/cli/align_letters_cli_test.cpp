// Tests the letters of alignments, in single runs and batches: letters that a matrix lacks, RNA, gaps and soft-masked
// letters.
#include "algorithms/alignment/complements.hpp"
#include "cli/formats.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// Two sequences, as two files and as a pair for --batch.
class LetterFiles {
public:
    LetterFiles(const std::string& x, const std::string& y)
        : x_(folder_.file("x.txt", x)),
          y_(folder_.file("y.txt", y)),
          records_(folder_.file("pair.fa", ">q\n" + x + "\n>r\n" + y + "\n")) {}

    ProcessResult single(const std::string& problem, Words options) const {
        options.insert(options.begin(), {"dp", "--problem", problem, x_, y_});
        return run_vkalgo(options);
    }
    ProcessResult batch(const std::string& problem, Words options) const {
        options.insert(options.begin(), {"dp", "--problem", problem, "--batch", records_});
        return run_vkalgo(options);
    }
    nlohmann::json solved(const std::string& problem, Words options) const {
        options.insert(options.end(), {"--json", "--solution", "--verify"});
        const ProcessResult run = single(problem, options);
        EXPECT_EQ(run.exit_code, 0) << run.errors;
        auto result = nlohmann::json::parse(run.output)["result"];
        auto solution = result["solution"];
        solution["answer"] = result["answer"];
        return solution;
    }
    std::string written(const std::string& problem, Words options, const std::string& name) const {
        const std::string path = folder_.path(name);
        options.insert(options.end(), {"--solution", "--output", path});
        EXPECT_EQ(batch(problem, options).exit_code, 0);
        std::ifstream file(path);
        return {std::istreambuf_iterator<char>(file), {}};
    }

private:
    TemporaryFolder folder_;
    std::string x_, y_, records_;
};

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

TEST(AlignLettersCli, ThatAMatrixLacksEqualOnlyThemselves) {
    const LetterFiles pair("MKUOV", "MKOUV");
    const Words blosum{"--matrix", "BLOSUM62"};
    const auto solution = pair.solved("align-global", blosum);
    EXPECT_EQ(solution["answer"], 5 + 5 - 1 - 1 + 4);
    EXPECT_EQ(solution["cigar"], "2=2X1=");
    EXPECT_EQ(solution["matches"], 3);
    EXPECT_EQ(solution["identity"], 60.0);
    EXPECT_EQ(solution["aligned"]["x"], "MKUOV");
    EXPECT_EQ(solution["aligned"]["middle"], "||..|");
    EXPECT_EQ(LetterFiles("MKuOV", "mkUov").solved("align-global", blosum)["cigar"], "5=");
    const ProcessResult run = pair.batch("align-global", {"--matrix", "BLOSUM62", "--solution"});
    EXPECT_EQ(run.output, "q\tr\t12\t60.00\t1\t5\t1\t5\t5\t5\t100.00\t100.00\t2=2X1=\n");
    EXPECT_NE(run.errors.find("4 letters that BLOSUM62 does not have (O, U) score as X"), std::string::npos)
        << run.errors;
    const std::string sam = pair.written("align-global", blosum, "a.sam");
    EXPECT_NE(sam.find("\tMKUOV\t*\tAS:i:12\tNM:i:2\n"), std::string::npos) << sam;
}

TEST(AlignLettersCli, UScoresAsTInMatricesOfNucleotides) {
    const LetterFiles pair("ACGUACGu", "ACGTACGT");
    const auto solution = pair.solved("align-global", {"--matrix", "NUC.4.4"});
    EXPECT_EQ(solution["answer"], 40);
    EXPECT_EQ(solution["cigar"], "8=");
    EXPECT_EQ(solution["aligned"]["x"], "ACGUACGU");
    EXPECT_EQ(solution["aligned"]["y"], "ACGTACGT");
    const ProcessResult run = pair.batch("align-global", {"--matrix", "NUC.4.4", "--solution"});
    EXPECT_EQ(run.output, "q\tr\t40\t100.00\t1\t8\t1\t8\t8\t8\t100.00\t100.00\t8=\n");
    EXPECT_EQ(run.errors.find("does not have"), std::string::npos) << run.errors;
}

TEST(AlignLettersCli, TheOtherStrandOfRnaIsRna) {
    for (const char* x : {"CCUGUAAUC", "CCTGTAATC"}) {
        const LetterFiles pair(x, "GAUUACAGG");
        const Words strands{"--reverse-complement"};
        const auto solution = pair.solved("align-local", strands);
        EXPECT_EQ(solution["answer"], 18) << x;
        EXPECT_EQ(solution["cigar"], "9=");
        EXPECT_EQ(solution["strand"], "-");
        EXPECT_EQ(solution["aligned"]["x"], x);
        EXPECT_EQ(solution["aligned"]["y"], "CCUGUAAUC");
        EXPECT_EQ(pair.batch("align-local", {"--reverse-complement", "--solution"}).output,
                  "q\tr\t18\t100.00\t1\t9\t9\t1\t9\t9\t100.00\t100.00\t-\t9=\n");
        const auto rows = nlohmann::json::parse(pair.written("align-local", strands, "a.json"));
        EXPECT_NE(rows.dump().find("\"y\":\"CCUGUAAUC\""), std::string::npos) << rows.dump();
        const std::string sam = pair.written("align-local", strands, "a.sam");
        const std::string reverse = x[2] == 'U' ? "GAUUACAGG" : "GATTACAGG";
        EXPECT_NE(sam.find("\t" + reverse + "\t*\tAS:i:18\tNM:i:0\n"), std::string::npos) << sam;
    }
    EXPECT_EQ(LetterFiles("CCUGUAAUC", "GAUUACAGG")
                  .solved("align-local", {"--reverse-complement", "--matrix", "NUC.4.4"})["answer"],
              45);
}

TEST(AlignLettersCli, ComplementsFollowTheLettersThatARecordHas) {
    const auto reverse = [](const std::string& letters, const std::string& alphabet) {
        dp::InputArray indices{ElementType::u8, letters.size(), {}};
        for (const char letter : letters) {
            indices.data.push_back(static_cast<std::byte>(alphabet.find(letter)));
        }
        const auto other = reverse_complement(indices, alphabet);
        std::string text;
        for (const std::byte index : other ? other->data : Bytes{}) {
            text += alphabet[static_cast<std::size_t>(index)];
        }
        return text;
    };
    EXPECT_EQ(reverse("AACU", "ACGTU"), "AGUU");
    EXPECT_EQ(reverse("AACT", "ACGTU"), "AGTT");
    EXPECT_EQ(reverse("AACTU", "ACGTU"), "AAGTT");
    EXPECT_EQ(reverse("AACU", "ACGU"), "AGUU");
    EXPECT_EQ(reverse("aacX", "ACGTacgtX"), "Xgtt");
    EXPECT_EQ(reverse("AAE", "ACGTE"), "");
}

TEST(AlignLettersCli, GapCharactersInInputsAreLettersAndCauseAWarning) {
    const std::string warning = "'-' and '.' count as letters";
    const LetterFiles pair("AC--GTAC", "AC--GTTAC");
    const ProcessResult run = pair.single("align-global", {"--solution"});
    EXPECT_NE(run.output.find("\nx         1 AC--"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("AC 8\n"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find("AC 9\n"), std::string::npos) << run.output;
    EXPECT_EQ(count(run.errors, warning), 1U) << run.errors;
    EXPECT_EQ(count(pair.batch("align-global", {}).errors, warning), 1U);
    EXPECT_EQ(count(LetterFiles("ACGT", "ACGA").single("align-global", {}).errors, "warning"), 0U);
    EXPECT_EQ(count(LetterFiles("a well-known text.", "a text").single("align-global", {}).errors, "warning"), 0U);
    for (const bool batch : {false, true}) {
        const Words options{"--matrix", "NUC.4.4"};
        const ProcessResult refused =
            batch ? pair.batch("align-global", options) : pair.single("align-global", options);
        EXPECT_EQ(refused.exit_code, 2);
        EXPECT_NE(refused.errors.find("'-' at position 3 (from 1) is not one of the letters"), std::string::npos);
        EXPECT_NE(refused.errors.find("if it is a gap of an alignment, remove the gaps"), std::string::npos)
            << refused.errors;
    }
}

TEST(AlignLettersCli, SoftMaskedLettersBesideUpperCaseOnesCauseOneWarning) {
    const std::string advice = "give --ignore-case to count them as equal";
    const LetterFiles pair("acgtACGT", "ACGTACGT");
    for (const bool batch : {false, true}) {
        const auto errors = [&](const LetterFiles& of, Words options) {
            return batch ? of.batch("align-local", std::move(options)).errors
                         : of.single("align-local", std::move(options)).errors;
        };
        EXPECT_EQ(count(errors(pair, {}), advice), 1U) << errors(pair, {});
        EXPECT_EQ(count(errors(pair, {"--ignore-case"}), "warning"), 0U) << errors(pair, {"--ignore-case"});
        EXPECT_EQ(count(errors(pair, {"--matrix", "NUC.4.4"}), "warning"), 0U);
        EXPECT_EQ(count(errors(LetterFiles("acgt", "ttgca"), {}), "warning"), 0U);
        EXPECT_EQ(count(errors(LetterFiles("The cat!", "A tale!"), {}), "warning"), 0U);
    }
}

}  // namespace
}  // namespace vkalgo::cli::test
