// Tests sizes of outputs and of the table that are given on the command line or follow from inputs.
#include "tests/cli/dp_texts.hpp"
#include "tests/cli/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace vkalgo::cli::test {
using namespace vkalgo::test;

namespace {

std::string file_of(const std::string& lines, const std::string& code) {
    return "//! problem  sizes\n//! pattern  RUD\n//! cell     u32\n//! input    a u8[]\n" + lines +
           "//! rows     len(a)\n//! columns  1\n//! answer   last\n"
           "cell_t cell(int i, int j) { return i > 0 ? at(i - 1, j) + 1u : 1u; }\n" +
           code;
}

TEST(DpSizes, OfOutputsFollowFromMAndFromInputs) {
    const TemporaryFolder folder;
    const std::string by_m = folder.file(
        "m.glsl", file_of("//! output   o u32[m]\n", "void solution() { for (int k = 0; k < 3; ++k) o(k, 7u); }\n"));
    EXPECT_EQ(result_of_command(
                  "dp", {"--recurrence", by_m, "--n", "9", "--m", "4", "--solution", "--verify"})["solution"]["o"],
              nlohmann::json({7, 7, 7, 0}));
    expect_refused({{"dp", "--recurrence", by_m, "--n", "9"}, 2, "depends on m; give --m"});
    const std::string letters = folder.file("letters.txt", "abcd");
    EXPECT_EQ(result_of_command("dp", {"--recurrence", by_m, letters, "--m", "3", "--solution"})["solution"]["o"],
              nlohmann::json({7, 7, 7}));

    const std::string by_values =
        folder.file("values.glsl",
                    file_of("//! random   a 3 .. 9\n//! output   o u32[max(a) + 1]\n",
                            "void solution() { for (uint k = 0u; k < uint(rows()); ++k) o(a(k), o(a(k)) + a(k)); }\n"));
    const auto drawn =
        result_of_command("dp", {"--recurrence", by_values, "--n", "50", "--solution", "--verify"})["solution"]["o"];
    ASSERT_EQ(drawn.size(), 10U);
    for (int k = 0; k < 10; ++k) {
        EXPECT_EQ(drawn[static_cast<std::size_t>(k)].get<int>() > 0, k >= 3) << k;
    }

    const std::string far = folder.file("far.glsl", file_of("//! reach    i m\n", ""));
    EXPECT_EQ(result_of_command("dp", {"--recurrence", far, "--n", "9", "--m", "4"})["answer"], 9);

    const std::string neither = folder.file("neither.glsl", file_of("", ""));
    expect_refused({{"dp", "--recurrence", neither, "--n", "9", "--m", "4"}, 2, "--m has no meaning for sizes"});
}

TEST(DpSizes, MustBeGivenWithFilesIfARangeOrAReachDependsOnThem) {
    const TemporaryFolder folder;
    const std::string file = folder.file("range.glsl",
                                         "//! problem  range\n//! pattern  RUD\n//! cell     u32\n"
                                         "//! input    a u32[] in 0 .. n - 1\n//! rows     len(a)\n"
                                         "//! columns  1\n//! answer   last\n"
                                         "cell_t cell(int i, int j) { return a(i); }\n");
    const std::string numbers = folder.file("numbers.txt", "3 1 4");
    EXPECT_EQ(result_of_command("dp", {"--recurrence", file, numbers, "--n", "5"})["answer"], 4);
    expect_refused({{"dp", "--recurrence", file, numbers, "--n", "4"},
                    2,
                    "input 'a' has 4 at index 2, but its range is 0 .. n - 1 = 0 .. 3"});
    expect_refused({{"dp", "--recurrence", file, numbers}, 2, "depends on n; give --n"});
    const std::string far = folder.file("far.glsl",
                                        "//! problem  far\n//! pattern  RUD\n//! cell     u32\n//! input    a u32[]\n"
                                        "//! rows     len(a)\n//! columns  1\n//! answer   last\n//! reach    i n\n"
                                        "cell_t cell(int i, int j) { return a(i) + (i > 0 ? at(i - 1, j) : 0u); }\n");
    EXPECT_EQ(result_of_command("dp", {"--recurrence", far, numbers, "--n", "1"})["answer"], 8);
    expect_refused({{"dp", "--recurrence", far, numbers}, 2, "depends on n; give --n"});
}

// `reach` depends on the coins. So they must be drawn before the run is planned; otherwise all cells would be kept.
TEST(DpSizes, OfKeptStagesFollowFromReachAndTheValues) {
    const TemporaryFolder folder;
    const auto coins = [&](const std::string& reach) {
        return folder.file("coins.glsl",
                           "//! problem coins\n//! pattern CLR\n//! class chain\n//! cell u32\n"
                           "//! input coin u32[3] in 1 .. 40\n//! rows 1\n//! columns n + 1\n"
                           "//! base first-column 1\n//! answer last\n//! goal min\n" +
                               reach +
                               "cell_t base(int i, int j) { return 0u; }\n"
                               "cell_t cell(int i, int j) {\n    cell_t best = INFEASIBLE;\n"
                               "    for (int k = 0; k < 3; ++k)\n        if (j >= int(coin(k)))\n"
                               "            best = min(best, plus(at(i, j - int(coin(k))), 1u));\n"
                               "    return best;\n}\n");
    };
    const auto run = [](const std::string& file) {
        return json_of_command("dp", {"--recurrence", file, "--n", "3000", "--method", "stage", "--verify"}, {});
    };
    const auto all = run(coins("")), some = run(coins("//! reach j max(coin)\n"));
    EXPECT_EQ(some["result"]["answer"], all["result"]["answer"]);
    EXPECT_EQ(some["verified"], true);
    EXPECT_LT(some["memory_bytes"]["device"].get<int>() + 2500 * 4, all["memory_bytes"]["device"].get<int>());

    const auto known = result_of_command("dp", {"--check", coins("//! reach j max(coin)\n")});
    EXPECT_EQ(known["alphabets"], nlohmann::json({{"coin", 40}}));
    EXPECT_EQ(known["algebras"], nlohmann::json::parse(R"([{"semiring": "min-plus", "constant": false}])"));
    EXPECT_EQ(known["reduction"], nullptr);
    const ProcessResult printed = run_vkalgo({"dp", "--check", coins("//! reach j max(coin)\n")});
    EXPECT_NE(printed.output.find("any; at most max(coin) in j\n"), std::string::npos) << printed.output;
    EXPECT_NE(printed.output.find("inputs    coin with 40 possible values\n"), std::string::npos) << printed.output;
}

TEST(DpSizes, ABoundOrAValueThatDividesByZeroIsAnError) {
    const TemporaryFolder folder;
    const std::string file =
        folder.file("bound.glsl",
                    "//! problem  shares\n//! pattern  RUD\n//! cell     u32\n//! param    c u32\n//! rows     n\n"
                    "//! columns  1\n//! bound    100 / c\n//! answer   last\n"
                    "cell_t cell(int i, int j) { return 3u; }\n");
    EXPECT_EQ(result_of_command("dp", {"--recurrence", file, "--n", "5", "--c", "7"})["answer"], 3);
    expect_refused({{"dp", "--recurrence", file, "--n", "5", "--c", "0"}, 2, "'100 / c' divides by zero"});
    const std::string value =
        folder.file("value.glsl",
                    "//! problem  shares\n//! pattern  RUD\n//! cell     u32 c, u32 d\n//! value    100u / c.c\n"
                    "//! param    zero u32\n//! rows     n\n//! columns  1\n//! answer   max all\n"
                    "cell_t cell(int i, int j) { return cell_t(uint(i) - zero, 1u); }\n");
    expect_refused(
        {{"dp", "--recurrence", value, "--n", "5", "--zero", "4"}, 2, "cell (4, 0) divides an integer by 0 (line 4)"});
}

}  // namespace
}  // namespace vkalgo::cli::test
