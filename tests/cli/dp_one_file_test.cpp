// Tests that one recurrence file is enough to add a problem: a user's file can do all that a built-in problem can, from
// the list to the solution.
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

// The problem that CONTRIBUTING.md shows, with another `about`, without comments and without `bound`.
const std::string kRods = R"(//! problem  rods
//! about    the best price for a rod cut into pieces, each once
//! pattern  RUD
//! class    row-gather
//! cell     u32
//! input    meters u32[] in 0 .. 1000000
//! input    price u32[len(meters)]
//! param    rod u32
//! default  rod sum(meters) / 2
//! rows     len(meters) + 1
//! columns  rod + 1
//! base     first-row 1
//! answer   last
//! random   meters, price 1 .. 20
//! files    csv meters, price: one row for each piece
//! label    price
//! overflow give smaller prices
//! solution items i - 1 where decision 1 sum meters
cell_t base(int i, int j) { return 0u; }

cell_t cell(int i, int j) {
    cell_t without = at(i - 1, j);
    int l = int(meters(i - 1));
    return l <= j ? max(without, at(i - 1, j - l) + price(i - 1)) : without;
}

step_t step(int i, int j) {
    if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 0u);
    return step_t(i - 1, j - int(meters(i - 1)), 1u);
}
)";

std::string without(std::string text, const std::string& line) {
    const auto at = text.find(line);
    EXPECT_NE(at, std::string::npos) << line;
    return text.erase(at, text.find('\n', at) + 1 - at);
}

TEST(OneFile, IsListedCheckedRunSolvedAndVerified) {
    const TemporaryFolder folder;
    const std::string file = folder.file("rods.glsl", kRods);
    const ProcessResult listed = run_vkalgo({"dp", "--list", "--recurrence", file});
    EXPECT_EQ(listed.exit_code, 0) << listed.errors;
    for (const char* part : {"rods", "the best price for a rod",
                             "a table with the header meters,price (whole numbers; "
                             "other columns are ignored): one row for each piece",
                             "meters: n numbers 1 to 20; "
                             "price: len(meters) numbers 1 to 20; rod: sum(meters) / 2 (default)"}) {
        EXPECT_NE(listed.output.find(part), std::string::npos) << part << "\n" << listed.output;
    }
    EXPECT_EQ(run_vkalgo({"dp", "--check", file}).exit_code, 0);
    const std::string pieces = folder.file("pieces.csv", "price,meters\n9,5\n4,2\n6,3\n");
    const ProcessResult solved =
        run_vkalgo({"dp", "--recurrence", file, "--rod", "5", "--solution", "--verify", pieces});
    EXPECT_EQ(solved.exit_code, 0) << solved.errors;
    EXPECT_TRUE(solved.output.starts_with("price     10\n")) << solved.output;
    EXPECT_NE(solved.output.find("solution  2 items of meters 5: 1 2\n"), std::string::npos) << solved.output;
    EXPECT_NE(solved.output.find("3 steps replayed"), std::string::npos) << solved.output;
    const auto half = json_of_command("dp", {"--recurrence", file, "--solution", pieces});
    EXPECT_EQ(half["parameters"]["rod"], 5);
    EXPECT_EQ(half["result"]["solution"]["items"], (nlohmann::json{1, 2}));
    const auto drawn = json_of_command("dp", {"--recurrence", file, "--n", "40", "--seed", "3", "--verify"});
    EXPECT_EQ(drawn["verified"], true);
    EXPECT_GE(drawn["parameters"]["rod"].get<int>(), 20);
    EXPECT_EQ(drawn["result"]["columns"].get<int>(), drawn["parameters"]["rod"].get<int>() + 1);
}

TEST(OneFile, DrawsTheSameInstanceAsTheBuiltInWithTheSameLines) {
    const TemporaryFolder folder;
    std::string text = kRods;
    text.replace(text.find("1 .. 20"), 7, "1 .. 100");
    const std::string file = folder.file("rods.glsl", text);
    for (const char* seed : {"1", "2", "77"}) {
        const auto mine = json_of_command("dp", {"--recurrence", file, "--n", "50", "--seed", seed, "--solution"});
        const auto builtin =
            json_of_command("dp", {"--problem", "knapsack", "--n", "50", "--seed", seed, "--solution"});
        EXPECT_EQ(mine["result"]["answer"], builtin["result"]["answer"]);
        EXPECT_EQ(mine["result"]["solution"], builtin["result"]["solution"]);
    }
}

TEST(OneFile, RefusesInputFilesThatDoNotMatchItsDeclarations) {
    const TemporaryFolder folder;
    const std::string file = folder.file("rods.glsl", kRods);
    const std::string pieces = folder.file("pieces.csv", "price,long\n9,5\n");
    expect_refused({{"dp", "--recurrence", file, pieces}, 2, "meters"});
    expect_refused({{"dp", "--recurrence", file, pieces, pieces},
                    2,
                    "rods needs 1 INPUT file, not 2; give: a table with the header meters,price"});
    const std::string negative = folder.file("negative.csv", "price,meters\n9,-5\n");
    expect_refused({{"dp", "--recurrence", file, negative}, 2, "negative.csv"});
    const std::string large = folder.file("large.csv", "price,meters\n9,2000000\n");
    expect_refused({{"dp", "--recurrence", file, "--rod", "5", large}, 2, "input 'meters' has 2000000 at index 0"});
    expect_refused({{"dp", "--list", "--recurrence", file, "--n", "4"}, 2, "--list allows only"});
    const std::string plain = folder.file("plain.glsl", without(kRods, "//! default"));
    expect_refused({{"dp", "--recurrence", plain, folder.file("p.csv", "price,meters\n9,5\n")}, 2, "give --rod"});
}

TEST(OneFile, NamesTheLineOfASolutionThatNoKindTakes) {
    const TemporaryFolder folder;
    const auto refused = [&](const std::string& line, const std::string& message) {
        std::string text = kRods;
        const auto at = text.find("//! solution");
        text.replace(at, text.find('\n', at) - at, "//! solution " + line);
        const std::string file = folder.file("rods.glsl", text);
        expect_refused({{"dp", "--recurrence", file, "--n", "5"}, 2, "rods.glsl:18: " + message});
    };
    refused("itms i - 1", "there is no kind of solution 'itms'; did you mean 'items'?");
    refused("items", "write 'solution items i - 1 where decision 1 sum weight'; 'where' and 'sum' may be left out");
    refused("items i - 1 as A", "write 'solution items");
    refused("letters i - 1", "write 'solution letters x(i - 1) where decision 0'");
    refused("parentheses", "'solution parentheses' prints splits; declare a 'reduce'");
}

const std::string kDna = R"(//! problem  dna
//! about    the most matches of two strings of bases, weighted by base
//! pattern  NOSE
//! class    local
//! cell     u32
//! input    x u8[] in 0 .. 3
//! input    y u8[] in 0 .. 3
//! input    worth u32[4]
//! rows     len(x) + 1
//! columns  len(y) + 1
//! base     first-row 1
//! base     first-column 1
//! answer   last
//! random   x, y 0 .. 3
//! files    letters x, y as ACGT
//! files    numbers worth: of A, C, G and T
//! label    worth
//! solution letters x(i - 1) where decision 0
cell_t base(int i, int j) { return 0u; }
cell_t cell(int i, int j) {
    cell_t best = max(at(i - 1, j), at(i, j - 1));
    return x(i - 1) == y(j - 1) ? max(best, at(i - 1, j - 1) + worth(int(x(i - 1)))) : best;
}
step_t step(int i, int j) {
    if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 1u);
    if (at(i, j) == at(i, j - 1)) return step_t(i, j - 1, 2u);
    return step_t(i - 1, j - 1, 0u);
}
)";

TEST(OneFile, ReadsLettersAsTheirIndicesInAnAlphabetAndPrintsThemAsLetters) {
    const TemporaryFolder folder;
    const std::string file = folder.file("dna.glsl", kDna);
    const std::string x = folder.file("x.fa", ">x\nAGCG\nTAG\n");
    const std::string y = folder.file("y.txt", "GTCAGA\n");
    const std::string worth = folder.file("worth", "1 2 3 4\n");
    const ProcessResult run = run_vkalgo({"dp", "--recurrence", file, "--solution", "--quiet", x, y, worth});
    EXPECT_EQ(run.exit_code, 0) << run.errors;
    EXPECT_EQ(run.output, "11\nGTAG\n");
    const ProcessResult named = run_vkalgo(
        {"dp", "--recurrence", file, "--quiet", "--input", "x=" + x, "--input", "y=" + y, "--input", "worth=" + worth});
    EXPECT_EQ(named.output, "11\n") << named.errors;
    EXPECT_EQ(json_of_command("dp", {"--recurrence", file, "--n", "30", "--m", "20", "--verify"})["verified"], true);
    expect_refused({{"dp", "--recurrence", file, x, folder.file("n.txt", "GTN"), worth},
                    2,
                    "': 'N' at index 2 (from 0) is not one of the letters ACGT; correct it"});
    expect_refused({{"dp", "--recurrence", file, x, y}, 2, "dna needs 3 INPUT files, not 2"});
    expect_refused({{"dp", "--recurrence", file, x, y, folder.file("three.txt", "1 2 3")}, 2, "3 elements"});
}

}  // namespace
}  // namespace vkalgo::cli::test
