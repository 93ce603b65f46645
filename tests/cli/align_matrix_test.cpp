// Tests matrices of scores: files in NCBI's format and the built-in matrices.
#include "cli/dp/alignment/matrix_file.hpp"
#include "cli/formats.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cctype>
#include <string>

#include <gtest/gtest.h>

#ifdef VKALGO_HAS_PARASAIL
#include <parasail.h>
#endif

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

using vkalgo::test::take;

std::string message_of(const std::string& text) {
    const auto matrix = parse_score_matrix(text, "m.txt");
    return matrix ? "" : matrix.error().message;
}

TEST(ScoreMatrix, TakesCommentsBlankLinesAndRowsInAnyOrder) {
    const ScoreMatrix matrix =
        take(parse_score_matrix("# a\r\n\r\n  A\tC *\r\nC 4 5 -6\r\n# b\nA 1 2 3\n* 7 8 9", "m"));
    EXPECT_EQ(matrix.letters, "AC*");
    EXPECT_EQ(matrix.scores, (std::vector<std::int32_t>{1, 2, 3, 4, 5, -6, 7, 8, 9}));
    EXPECT_EQ(matrix(1, 2), -6);
}

TEST(ScoreMatrix, NamesTheLineOfAnError) {
    const std::string good = "# a matrix\nA C\nA 1 2\nC 3 4\n";
    EXPECT_EQ(message_of(good), "");
    EXPECT_NE(message_of("").find("'m.txt' has no matrix"), std::string::npos);
    EXPECT_NE(message_of("# a\n# b\n").find("has no matrix"), std::string::npos);
    const auto expect = [](const std::string& text, const std::string& part) {
        EXPECT_NE(message_of(text).find(part), std::string::npos) << text << "\n" << message_of(text);
    };
    expect("A C\nA 1 2\n", "line 2: the matrix ends here, after 1 of its 2 rows: the letter C has no row");
    expect("A C\nA 1 2\nC 3", "line 3: the row C has 1 score, but the first line has 2 letters");
    expect("A C\nA 1 2\nC 3 4 5\n", "line 3: the row C has 3 scores");
    expect("A C\nA 1 2\nG 3 4\n", "line 3: there is a row for the letter G, but no column");
    expect("A C\nA 1 2\nA 3 4\n", "line 3: there are two rows for the letter A");
    expect("A C A\nA 1 2 3\n", "line 1: the letter A is in the first line twice");
    expect("A CC\n", "line 1: 'CC' is not a letter");
    expect("A C\n1 2\n", "line 2: '1' is not a letter");
    expect("A C\nA 1 x\nC 1 1\n", "line 2: 'x' in row A, column C is not a whole number");
    expect("A C\nA 1 0.5\nC 1 1\n", "line 2: '0.5' in row A, column C is not a whole number");
    expect("A C\nA 1 1000001\nC 1 1\n", "from -1000000 to 1000000");
    // A file that is cut anywhere before its last number is refused.
    for (std::size_t end = 0; end + 2 < good.size(); ++end) {
        EXPECT_NE(message_of(good.substr(0, end)), "") << end;
    }
}

TEST(ScoreMatrix, FindsBuiltInsInAnyCaseAndFilesByTheirPath) {
    EXPECT_EQ(builtin_score_matrices().size(), 9U);
    EXPECT_EQ(take(read_score_matrix("blosum62")).name, "BLOSUM62");
    EXPECT_EQ(take(read_score_matrix("Nuc.4.4")).letters, "ATGCSWRYKMBVHDN");
    const TemporaryFolder folder;
    const std::string path = folder.file("mine", "A\nA 7\n");
    EXPECT_EQ(take(read_score_matrix(path)).scores, std::vector<std::int32_t>{7});
    const auto unknown = read_score_matrix("BLOSUM63");
    ASSERT_FALSE(unknown);
    EXPECT_NE(unknown.error().message.find("did you mean 'BLOSUM62'?"), std::string::npos) << unknown.error().message;
    EXPECT_NE(read_score_matrix("nothing").error().message.find("there are: BLOSUM45, "), std::string::npos);
}

#ifdef VKALGO_HAS_PARASAIL
// The BLOSUM matrices of parasail are of another edition: scores of ambiguous letters differ, and its BLOSUM80 is in
// thirds of bits.
TEST(ScoreMatrix, TheBuiltInsEqualParasailsForUnambiguousLetters) {
    for (const BuiltinMatrix& each : builtin_score_matrices()) {
        const ScoreMatrix matrix = take(parse_score_matrix(each.text, each.name));
        std::string name = each.name;
        if (name == "BLOSUM80") {
            continue;
        }
        for (char& letter : name) {
            letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        }
        const parasail_matrix_t* const theirs = parasail_matrix_lookup(name == "nuc.4.4" ? "nuc44" : name.c_str());
        ASSERT_NE(theirs, nullptr) << name;
        const std::string plain = name == "nuc.4.4" ? matrix.letters : "ARNDCQEGHILKMFPSTWYV";
        for (const char a : plain) {
            for (const char b : plain) {
                const int row = theirs->mapper[static_cast<unsigned char>(a)];
                const int column = theirs->mapper[static_cast<unsigned char>(b)];
                EXPECT_EQ(matrix(matrix.letters.find(a), matrix.letters.find(b)),
                          theirs->matrix[row * theirs->size + column])
                    << name << " " << a << b;
            }
        }
    }
}
#endif

}  // namespace
}  // namespace vkalgo::cli::test
