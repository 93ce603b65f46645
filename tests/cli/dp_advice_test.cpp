// Tests that the advice of `vkalgo dp` can be followed. It must name options of this command, and only options that
// help. It must not name anything that the user of a built-in problem cannot change.
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

struct Advice {
    Words words;
    std::string part;
    /// Texts that must not be printed.
    std::vector<std::string> never;
};

void expect_advice(const Advice& row) {
    Words words{"dp"};
    words.insert(words.end(), row.words.begin(), row.words.end());
    const ProcessResult result = run_vkalgo(words);
    std::string line;
    for (const std::string& word : words) {
        line += word + " ";
    }
    EXPECT_EQ(result.exit_code, 2) << line << '\n' << result.errors;
    EXPECT_NE(result.errors.find(row.part), std::string::npos) << line << "\nlacks: " << row.part << '\n'
                                                               << result.errors;
    for (const std::string& part : row.never) {
        EXPECT_EQ(result.errors.find(part), std::string::npos) << line << "\nsays: " << part << '\n' << result.errors;
    }
}

constexpr const char* kSum =
    "//! problem  sum\n//! about    a test\n//! pattern  NOSE\n//! class    local\n//! cell     u32\n"
    "//! input    s u32[]\n//! rows     len(s)\n//! columns  len(s)\n//! base     first-row 1\n"
    "//! base     first-column 1\n//! bound    100000 * sum(s)\n//! answer   last\n"
    "cell_t base(int i, int j) { return s(i); }\n"
    "cell_t cell(int i, int j) { return at(i - 1, j) + s(j); }\n";

TEST(DpAdvice, OnValuesThatDoNotFitFollowsFromTheProblem) {
    const TemporaryFolder folder;
    const std::string items = folder.file("items.csv", "weight,profit\n1,4000000000\n2,4000000000\n");
    const std::string x = folder.file("x.txt", "kitten");
    const std::vector<std::string> never{"//! cell", "declare"};
    expect_advice({{"--problem", "knapsack", "--capacity", "3", items}, "give smaller profits, or fewer items", never});
    expect_advice({{"--problem", "edit-distance", "--ins", "4294967295", x, x}, "give smaller costs", never});
    expect_advice({{"--problem", "binomial", "--n", "68", "--m", "34"}, "give --modulo M", never});
    expect_advice({{"--problem", "matrix-chain", folder.file("d.txt", "4000000000 4000000000 4000000000")},
                   "give smaller dimensions",
                   never});
    expect_advice({{"--recurrence", folder.file("sum.glsl", kSum), folder.file("s.txt", "1000000 2000000")},
                   "declare a larger '//! cell' in the file",
                   {}});
}

TEST(DpAdvice, OnAPatternInWhichABuiltInDoesNotRun) {
    expect_advice({{"--problem", "lcs", "--n", "8", "--pattern", "SENO"},
                   "problem 'lcs' cannot run in pattern SENO: cell ",
                   {"lcs.glsl", "mend", "declare"}});
    expect_advice({{"--problem", "lcs", "--n", "8", "--pattern", "RUD"},
                   "leave out --pattern: the problem then runs in pattern NOSE",
                   {"mend"}});
}

TEST(DpAdvice, OnWhatIsTooLargeNamesOnlyWhatHelps) {
    // This is too large for every device. The advice must not be to leave out an option that was not given.
    expect_advice({{"--problem", "lcs", "--n", "1200000000", "--m", "1200000000"},
                   "make the instance smaller",
                   {"--solution", "--table", "--memory", "takes 16 bytes"}});
    if (on_software_device()) {
        // Some GPUs have room for this instance.
        expect_advice(
            {{"--problem", "lcs", "--n", "300M"}, "make the instance smaller", {"--solution", "needs 16 bytes"}});
    }
    expect_advice({{"--problem", "lcs", "--n", "4096", "--show", "--memory", "1M"}, "--show prints", {}});
    const TemporaryFolder folder;
    const std::string table = folder.path("t.npy");
    expect_advice({{"--problem", "lcs", "--n", "4096", "--table", table, "--memory", "1M"},
                   "the memory limit is 1000000 bytes; leave out --table or raise --memory",
                   {"--show", "--solution"}});
    expect_advice({{"--problem", "lcs", "--n", "4096", "--to-stage", "100", "--memory", "1M"},
                   "the memory limit is 1000000 bytes; leave out --to-stage or raise --memory",
                   {"--table", "--from-stage"}});
    // The limit has room for the file of the table, but not for the table and the inputs.
    EXPECT_EQ(run_vkalgo({"dp", "--problem", "lcs", "--n", "999", "--to-stage", "100", "--table", table}).exit_code, 0);
    expect_advice({{"--problem", "lcs", "--n", "999", "--from-stage", "101", "--resume", table, "--memory", "4000500"},
                   "leave out --from-stage and --resume or raise --memory",
                   {"--to-stage", "--solution"}});
    expect_advice({{"--problem", "lcs", "--n", "4096", "--solution", "--memory", "200K"},
                   "leave out --solution or raise --memory",
                   {"--table"}});
    expect_advice({{"--problem", "lcs", "--n", "4096", "--method", "stage", "--solution", "--memory", "4M"},
                   "use --method tile",
                   {"--table"}});
}

TEST(DpAdvice, OnAMethodThatDoesNotRunTheProblemNamesOneThatDoes) {
    expect_advice({{"--problem", "knapsack", "--n", "8", "--method", "tile"}, "; use --method stage", {"--memory"}});
    expect_advice({{"--problem", "binomial", "--n", "8", "--m", "4", "--method", "tile"}, "; use --method stage", {}});
}

TEST(DpAdvice, OnWhatIsKeptNamesTheOptionsThatWereGiven) {
    const TemporaryFolder folder;
    const Words lcs{"--problem", "lcs", "--n", "8", "--method", "bit-parallel"};
    const auto with = [&](Words more) {
        more.insert(more.begin(), lcs.begin(), lcs.end());
        return more;
    };
    expect_advice({with({"--show"}), "; leave out --show", {"--solution", "the table and"}});
    expect_advice({with({"--output", folder.path("s.txt")}), "; leave out --output", {"--solution"}});
    expect_advice({with({"--table", folder.path("t.npy"), "--solution"}), "; leave out --table and --solution", {}});
}

TEST(DpAdvice, OnWhatIsMissingNamesTheOptionOrTheFile) {
    const TemporaryFolder folder;
    const std::string file =
        folder.file("powers.glsl",
                    "//! problem  powers\n//! pattern  RUD\n//! cell     u32\n//! param    steps u32\n"
                    "//! rows     steps\n//! columns  1\n//! base     first-row 1\n"
                    "//! answer   last\ncell_t base(int i, int j) { return 1u; }\n"
                    "cell_t cell(int i, int j) { return 2u * at(i - 1, j); }\n");
    expect_advice({{"--recurrence", file}, "'steps' has no value; give --steps", {}});
}

TEST(DpAdvice, OnAReadPastAnInputNamesCellElementAndLine) {
    const TemporaryFolder folder;
    std::string text = kSum;
    text.replace(text.find("100000 * "), 9, "");
    text.replace(text.find("s(j)"), 4, "s(j + 100)");
    const std::string file = folder.file("far.glsl", text);
    expect_advice(
        {{"--recurrence", file, "--n", "5"},
         "cell (1, 1) reads element 101 of input 's', which has no such element (line 14); elements count from 0",
         {"--method"}});
}

TEST(DpAdvice, OnAnEndlessLoopIsTheSameInACheckAndARun) {
    const TemporaryFolder folder;
    std::string text = kSum;
    text.replace(text.find("100000 * "), 9, "");
    text.replace(text.find("return at(i - 1, j) + s(j);"), 27,
                 "uint k = s(j) | 1u; while (k != 0u) { k += 2u; } return k + at(i - 1, j);");
    const std::string file = folder.file("endless.glsl", text);
    for (const Words& words : {Words{"--check", file}, Words{"--recurrence", file, "--n", "5"}}) {
        expect_advice({words, "cell (1, 1) has a loop that seems endless (line 14); correct the loop", {}});
    }
}

TEST(DpAdvice, OnFilesThatAreTooLargeForCompilersComesAtOnceAndNamesTheLine) {
    const TemporaryFolder folder;
    std::string doubling = kSum;
    std::string macros = "#define A0 1u\n";
    for (int k = 1; k < 28; ++k) {
        const std::string before = "A" + std::to_string(k - 1);
        macros += fmt::format("#define A{} {} + {}\n", k, before, before);
    }
    doubling.replace(doubling.find("cell_t cell"), 11, macros + "cell_t cell");
    doubling.replace(doubling.find("+ s(j)"), 6, "+ A27");
    expect_advice(
        {{"--check", folder.file("macros.glsl", doubling)}, "macros.glsl:42: the macros expand to more than", {}});
    std::string array = kSum;
    array.replace(array.find("return s(i);"), 12, "uint big[100000000]; return big[i];");
    expect_advice({{"--recurrence", folder.file("array.glsl", array), "--n", "5"},
                   "array.glsl:13: the variables of one invocation take 4000",
                   {}});
    std::string inputs = kSum;
    std::string more;
    for (int k = 0; k < 2000; ++k) {
        more += "//! input    more" + std::to_string(k) + " u32[]\n";
    }
    inputs.replace(inputs.find("//! rows"), 8, more + "//! rows");
    expect_advice({{"--recurrence", folder.file("inputs.glsl", inputs), "--n", "5"}, "at most 64 inputs", {"SPIR-V"}});
}

}  // namespace
}  // namespace vkalgo::cli::test
