// Tests what `vkalgo dp` reports about cells that wrapped, that computed with INFEASIBLE, or that have no value.
// --check reports them in its answer; a run warns of them once on standard error.
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

/// The fewest cuts of a text into palindromes, as written by somebody who forgot the base.
const std::string kCuts = R"(//! problem  cuts
//! pattern  SONE
//! cell     u32
//! input    s u8[]
//! rows     len(s)
//! columns  len(s)
//! domain   upper
//! answer   at(0, len(s) - 1)
//! reduce   min k = i .. j - 1
bool same(int i, int j) {
    while (i < j && s(i) == s(j)) { ++i; --j; }
    return i >= j;
}
cell_t term(int i, int k, int j) { return same(i, j) ? 0u : at(i, k) + at(k + 1, j) + 1u; }
)";
const std::string kWithBase = "//! base     diagonal 0\ncell_t base(int i, int j) { return 0u; }\n";

/// Returns a text for two players who take coins from either end. Its answer is what the first player gains.
std::string game(const std::string& cell) {
    return "//! problem  game\n//! pattern  SONE\n//! cell     " + cell + R"(
//! input    coin u32[]
//! rows     len(coin)
//! columns  len(coin)
//! domain   upper
//! base     diagonal 0
//! answer   at(0, len(coin) - 1)
cell_t base(int i, int j) { return cell_t(coin(i)); }
cell_t cell(int i, int j) {
    return max(cell_t(coin(i)) - at(i + 1, j), cell_t(coin(j)) - at(i, j - 1));
}
)";
}

std::size_t warnings_in(const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find("warning"); at != std::string::npos; at = text.find("warning", at + 1)) {
        ++count;
    }
    return count;
}

void expect_warned(const std::vector<std::string>& arguments, const std::string& answer, const std::string& words) {
    const ProcessResult ran = run_vkalgo(arguments);
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    EXPECT_EQ(ran.output.substr(0, ran.output.find('\n')), answer);
    EXPECT_EQ(warnings_in(ran.errors), words.empty() ? 0U : 1U) << ran.errors;
    EXPECT_NE(ran.errors.find(words), std::string::npos) << ran.errors;
}

TEST(DpNumbers, ARunLooksBeyondTheFirstElements) {
    const TemporaryFolder folder;
    const std::string file = folder.file("sum.glsl", R"(//! problem  sum
//! pattern  RUD
//! cell     u32
//! input    v u32[]
//! rows     len(v)
//! columns  1
//! answer   last
cell_t cell(int i, int j) { return (i > 0 ? at(i - 1, 0) : 0u) + v(i); }
)");
    std::string values;
    for (int k = 0; k < 30; ++k) {
        values += "150000000\n";
    }
    expect_warned({"dp", "--recurrence", file, folder.file("30.txt", values)}, "answer    205032704", "cell (28, 0)");
    std::string many;
    for (int k = 0; k < 4000; ++k) {
        many += "1100000\n";
    }
    expect_warned({"dp", "--recurrence", file, folder.file("4000.txt", many)}, "answer    105032704", "cell (3904, 0)");
}

TEST(DpNumbers, ARunWarnsOnceOfCellsThatHaveNoValue) {
    const TemporaryFolder folder;
    const std::string text = folder.file("s.txt", "abacdcabbae");
    const std::string file = folder.file("cuts.glsl", kCuts);
    expect_warned({"dp", "--recurrence", file, text, "--verify"}, "answer    0",
                  "which is INFEASIBLE, without plus() (line 14) (seen on a table of 11 x 11 cells); no base and no "
                  "term gives that cell a value. Declare a base");
    expect_warned({"dp", "--recurrence", file, text, "--verify", "--repeat", "2"}, "answer    0", "INFEASIBLE");
    expect_warned({"dp", "--recurrence", file, text, "--quiet"}, "0", "");
    expect_warned({"dp", "--recurrence", folder.file("base.glsl", kCuts + kWithBase), text}, "answer    3", "");
}

TEST(DpNumbers, ARunWarnsOnceOfCellsThatWrapped) {
    const TemporaryFolder folder;
    const std::string coins = folder.file("coins.txt", "8 15 3 7 40 2");
    expect_warned({"dp", "--recurrence", folder.file("u32.glsl", game("u32")), coins, "--verify"},
                  "answer    4294967247", "cell (0, 1) wraps: it holds 4294967289 in place of 7 (line 12)");
    expect_warned({"dp", "--recurrence", folder.file("u64.glsl", game("u64")), coins}, "answer    18446744073709551567",
                  "wraps: it holds 18446744073709551609 in place of 7 (line 12)");
    expect_warned({"dp", "--recurrence", folder.file("i32.glsl", game("i32")), coins}, "answer    27", "");
}

TEST(DpNumbers, ABatchWarnsOfItsFirstProblem) {
    const TemporaryFolder folder;
    const std::string rows = folder.file("rows.csv", "coin\n\"8 15 3 7 40 2\"\n\"1 2 3\"\n");
    const ProcessResult ran = run_vkalgo({"dp", "--recurrence", folder.file("u32.glsl", game("u32")), "--batch", rows});
    EXPECT_EQ(ran.exit_code, 0) << ran.errors;
    EXPECT_EQ(warnings_in(ran.errors), 1U) << ran.errors;
    EXPECT_NE(ran.errors.find("wraps: it holds"), std::string::npos) << ran.errors;
    EXPECT_EQ(ran.output, "1\t4294967247\n2\t4\n");
}

TEST(DpNumbers, TheCheckNamesTheCells) {
    const TemporaryFolder folder;
    const auto warnings = [&](const std::string& source, const std::vector<std::string>& inputs) {
        std::vector<std::string> arguments{"dp", "--json", "--check", folder.file("a.glsl", source)};
        arguments.insert(arguments.end(), inputs.begin(), inputs.end());
        const ProcessResult ran = run_vkalgo(arguments);
        EXPECT_EQ(ran.exit_code, 0) << ran.errors;
        return nlohmann::json::parse(ran.output)["result"]["warnings"].get<std::vector<std::string>>();
    };
    const std::string coins = folder.file("coins.txt", "8 15 3 7 40 2");
    const std::string text = folder.file("s.txt", "abacdcabbae");
    for (const std::vector<std::string>& inputs : {std::vector<std::string>{}, {coins}}) {
        const auto found = warnings(game("u32"), inputs);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found.front().substr(0, 6), "cell (");
        EXPECT_NE(found.front().find("wraps: it holds"), std::string::npos) << found.front();
        EXPECT_TRUE(warnings(game("i32"), inputs).empty());
    }
    for (const std::vector<std::string>& inputs : {std::vector<std::string>{}, {text}}) {
        const auto found = warnings(kCuts, inputs);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_NE(found.front().find("computes with at("), std::string::npos) << found.front();
        EXPECT_TRUE(warnings(kCuts + kWithBase, inputs).empty());
    }
    const ProcessResult shown = run_vkalgo({"dp", "--check", folder.file("a.glsl", game("u32")), coins});
    EXPECT_NE(shown.output.find("\nwarning   cell ("), std::string::npos) << shown.output;
}

}  // namespace
}  // namespace vkalgo::cli::test
