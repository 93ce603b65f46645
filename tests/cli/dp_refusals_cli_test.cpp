// Tests which inputs `vkalgo dp` refuses, and its messages.
#include "cli/formats.hpp"
#include "formats/source.hpp"
#include "tests/cli/dp_texts.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
    const auto at = text.find(old_part);
    EXPECT_NE(at, std::string::npos) << old_part;
    return text.replace(at, old_part.size(), new_part);
}

TEST(DpRefusals, OfBadInputAreInWordsAndJson) {
    const TemporaryFolder folder;
    const std::string x = folder.file("x.txt", "abc");
    const std::string truncated = folder.file("x.txt.gz", std::string("\x1f\x8b\x08\0\0\0\0\0\0\x03K", 11));
    const Refusal rows[] = {
        {{"dp"}, 2, "no problem is given"},
        {{"dp", "mine.glsl"}, 2, "give --recurrence mine.glsl"},
        {{"dp", "--n", "8", x, "Mine.GLSL"}, 2, "give --recurrence Mine.GLSL"},
        {{"dp", "--problem", "lcs"}, 2, "--n for random inputs"},
        {{"dp", "--problem", "lsc", "--n", "4"}, 2, "unknown problem 'lsc'; did you mean 'lcs'?"},
        {{"dp", "--problem", "lcs", "--n", "-1"}, 2, "'-1' is negative"},
        {{"dp", "--problem", "lcs", "--n", "99999999999"}, 2, "99999999999 elements"},
        {{"dp", "--problem", "lcs", "--n", "999999999999999999999"}, 2, "does not fit 64 bits"},
        {{"dp", "--problem", "lcs", "--n", "3", "--m", "9999999999999999999"},
         2,
         "--m 9999999999999999999 is too large"},
        {{"dp", "--problem", "binomial", "--n", "99999999999", "--m", "2"}, 2, "more than 2^31 - 1"},
        {{"dp", "--problem", "lcs", "--n", "8", "--pattern", "RUD"}, 2, "reads at(1, 0)"},
        {{"dp", "--problem", "lcs", "--n", "8", "--pattern", "nose"}, 2, "'nose' is unknown"},
        {{"dp", "--problem", "lcs", "--n", "8", "--method", "quick"}, 2, "'quick' is unknown"},
        {{"dp", "--problem", "lcs", "--n", "8", "--capacity", "5"}, 2, "unknown option '--capacity'"},
        {{"dp", "--problem", "knapsack", "--n", "8", "--capcity", "5"}, 2, "did you mean --capacity?"},
        {{"dp", "--problem", "knapsack", "--n", "8", "--capacity", "5000000000"}, 2, "does not fit u32"},
        {{"dp", "--problem", "matrix-chain", "--n", "5", "--m", "4"}, 2, "--m has no meaning"},
        {{"dp", "--problem", "matrix-chain", folder.file("none.txt", "")}, 2, "(len(d) - 1); sizes cannot be negative"},
        {{"dp", "--problem", "matrix-chain", folder.file("d.txt", "3 4\n5 x\n")}, 2, "d.txt' line 2: "},
        {{"dp", "--problem", "matrix-chain", folder.file("big.txt", "4000000000 4000000000 4000000000")},
         2,
         ", whose computation does not fit i64; give smaller sizes, params or inputs"},
        {{"dp", "--problem", "binomial", "--n", "5"}, 2, "give --m"},
        {{"dp", "--problem", "binomial", "--n", "100", "--m", "50"}, 2, "--modulo"},
        {{"dp", "--problem", "lcs", x}, 2, "lcs needs 2 INPUT files, not 1; give: two files, x and y"},
        {{"dp", "--problem", "lcs", x, x, x}, 2, "2 INPUT files, not 3"},
        {{"dp", "--problem", "lcs", x, folder.path("missing.txt")}, 2, "missing.txt"},
        {{"dp", "--problem", "lcs", x, folder.path("")}, 2, "is a directory"},
        {{"dp", "--problem", "lcs", x, folder.file("empty.fa", "")}, 2, "empty FASTA"},
        {{"dp", "--problem", "lcs", x, truncated}, 2, "truncated gzip"},
        {{"dp", "--problem", "lcs", "-", "-"}, 2, "standard input"},
        {{"dp", "--problem", "lcs", "--n", "4", x, x}, 2, "--n makes random inputs, but files are given"},
        {{"dp", "--problem", "lcs", "--input", "z=" + x, "--input", "y=" + x}, 2, "lcs has no such input; it has x, y"},
        {{"dp", "--problem", "lcs", "--input", "x"}, 2, "give NAME=FILE"},
        {{"dp", "--problem", "knapsack", "--capacity", "3", "--input", "weight=" + folder.file("w.txt", "1 2"),
          "--input", "profit=" + folder.file("p.txt", "1")},
         2,
         "profit"},
        {{"dp", "--problem", "knapsack", "--capacity", "3", "--input", "weight=" + folder.file("w.u32", "abcde"),
          "--input", "profit=" + folder.file("p.txt", "1")},
         2,
         "5 bytes"},
        {{"dp", "--problem", "lcs", "--n", "65", "--show"}, 2, "--table FILE.npy"},
        {{"dp", "--problem", "lcs", "--n", "8", "--table", folder.path("no/folder/t.npy")}, 2, "no/folder"},
        {{"dp", "--problem", "lcs", "--n", "8", "--table", folder.path("t.csv")}, 2, "ends in .npy"},
        {{"dp", "--problem", "lcs", "--n", "8", "--table", folder.path("t.npy.gz")}, 2, "ends in .npy"},
        {{"dp", "--problem", "lcs", "--n", "8", "--colour", "red"}, 2, "unknown option '--colour'"},
        {{"dp", "--problem", "lcs", "--n", "4096", "--table", folder.path("t.npy"), "--memory", "1M"}, 2, "--memory"},
        {{"dp", "--problem", "lcs", "--recurrence", "x.glsl"}, 2, "--problem and --recurrence"},
        {{"dp", "--problem", "lcs", "--seed", "4", x, x}, 2, "--seed makes random inputs"},
        {{"dp", "--problem", "binomial", "--n", "4", "--m", "2", "--seed", "4"}, 2, "--seed makes random inputs"},
        {{"dp", "--problem", "lcs", "--n", "4", "--table", "-", "--show"}, 2, "--table - and --show both write"},
        {{"dp", "--problem", "lcs", "--n", "4", "--output", "-", "--show"},
         2,
         "--output - and --show both write to standard output; give the output a file name"},
        {{"dp", "--problem", "lcs", "--n", "4", "--output", "-", "--table", "-"}, 2, " both write to standard output"},
        {{"dp", "--problem", "lcs", "--n", "4", "--table", "-", "--solution"},
         2,
         "--table - and --solution both write"},
        {{"dp", "--list", "--n", "4"}, 2, "--list allows only"},
        {{"dp", "--list", "--memory", "1M"}, 2, "--list allows only"},
        {{"dp", "--list", "--verify"}, 2, "--list allows only"},
        {{"dp", "--check", "x.glsl", "--repeat", "3"}, 2, "--check allows only"},
        {{"dp", "--check", "x.glsl", "--seed", "3"}, 2, "--check allows only"},
        {{"dp", "--check", folder.path("missing.glsl")}, 2, "missing.glsl"},
        {{"dp", "--check", "lsc"}, 2, "'lsc' is neither a problem nor a file; did you mean 'lcs'?"},
        {{"dp", "--check", "lcs.glsl"}, 2, "lcs.glsl"},
        {{"dp", "--list", "lsc"}, 2, "'lsc' is neither a problem nor a file; did you mean 'lcs'?"},
        {{"dp", "--list", "lcs", "knapsack"}, 2, "--list allows only"},
        {{"dp", "--list", "--problem", "lcs", "knapsack"}, 2, "--list allows only"},
        {{"dp", "--recurrence", folder.path("missing.glsl"), "--n", "4"}, 2, "missing.glsl"},
    };
    for (const Refusal& row : rows) {
        expect_refused(row);
    }
    for (const char* name : {"t.npy", "t.csv", "t.npy.gz"}) {
        EXPECT_FALSE(read_file(folder.path(name))) << "a refused run left " << name;
    }
}

TEST(DpRefusals, OfBadRecurrencesNameTheirOwnLine) {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& name, const std::string& text, const std::string& message,
                             Words more = {}) {
        const std::string path = folder.file(name, text);
        Words arguments{"dp", "--recurrence", path, "--n", "6", "--m", "6"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_refused({arguments, 2, message});
    };
    refused("syntax.glsl", replaced(kGrid, "min(at(i - 1, j)", "min(at(i - 1 j)"), "syntax.glsl:20");
    refused("nocell.glsl", replaced(kGrid, "cell_t cell(", "cell_t other("), "cell");
    refused("outside.glsl", replaced(kGrid, "at(i, j - 1)) +", "at(i, j - 7)) +"), "reads at(");
    refused("class.glsl", replaced(kGrid, "at(i, j - 1)) +", "at(i, max(j - 2, 0))) +"), "local", {"--method", "tile"});
    refused("pattern.glsl", replaced(kGrid, "pattern  NOSE", "pattern  RUD"), "RUD");
    refused("keyword.glsl", replaced(kGrid, "//! answer ", "//! anwser "), "keyword.glsl:13");
    refused("option.glsl", replaced(kStairs, "//! rows", "//! param    table u32 1\n//! rows"), "--table");
    refused("nostep.glsl", kStairs, "write step(i, j), or leave out --solution", {"--solution"});
    expect_refused({{"dp", "--check", folder.file("check.glsl", replaced(kGrid, "pattern  NOSE", "pattern  RUD"))},
                    2,
                    "check.glsl: cell ("});
}

}  // namespace
}  // namespace vkalgo::cli::test
