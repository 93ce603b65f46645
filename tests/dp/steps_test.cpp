// Tests what the text of step() proves about a line `decisions`: either that each step goes where the line says, or
// nothing.
#include "algorithms/dp/recurrence/header.hpp"
#include "compiler/assemble.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

struct StepsText {
    std::string decisions = "0, weight(i - 1)";
    std::string step =
        "    if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 0u);\n"
        "    return step_t(i - 1, j - int(weight(i - 1)), 1u);\n";
    std::string parameters = "int i, int j";
    std::string pattern = "RUD";
    std::string before;
};

bool is_shown(const StepsText& text) {
    const std::string source =
        "//! problem  sack\n//! pattern  " + text.pattern +
        "\n//! class    row-gather\n//! reach    j -max(weight) .. max(weight)\n//! cell     u32\n"
        "//! input    weight u32[]\n//! param    capacity u32\n//! rows     len(weight) + 1\n"
        "//! columns  capacity + 1\n//! answer   last\n//! decisions " +
        text.decisions + "\n" + text.before + "cell_t cell(int i, int j) { return uint(i); }\nstep_t step(" +
        text.parameters + ") {\n" + text.step + "}\n";
    const dp::CompiledRecurrence made = take(compiler::read_recurrence(source, "sack.glsl"), source.c_str());
    return made.header.decisions->is_shown;
}

std::string returning(const std::string& along, const std::string& line = "i - 1", const std::string& decision = "1u") {
    return "    if (at(i, j) == at(i - 1, j)) return step_t(i - 1, j, 0u);\n    return step_t(" + line + ", " + along +
           ", " + decision + ");\n";
}

TEST(Steps, AreProvedByTheWordsOfTheLine) {
    EXPECT_TRUE(is_shown({}));
    EXPECT_TRUE(is_shown({.step = returning("j - int(weight(i - 1))", "i - 1", "1")}));
    EXPECT_TRUE(is_shown({.decisions = "0, int(weight(i - 1))"}));
    EXPECT_TRUE(is_shown({.decisions = "0, int(weight(i - 1))", .step = returning("j - (int(weight(i - 1)))")}));
    EXPECT_TRUE(is_shown({.decisions = "0u, weight(i - 1) + 2u", .step = returning("j - int(weight(i - 1) + 2u)")}));
    EXPECT_TRUE(is_shown({.decisions = "0, 3", .step = returning("j - 3")}));
    EXPECT_TRUE(is_shown({.decisions = "0, -3", .step = returning("j + 3")}));
    EXPECT_TRUE(is_shown({.decisions = "0, int(capacity)", .step = returning("j - int(capacity)")}));
    EXPECT_TRUE(is_shown(
        {.decisions = "weight(i), 0", .step = "    return step_t(i + 1, j - int(weight(i)), 0);\n", .pattern = "RDU"}));
    EXPECT_TRUE(is_shown({.decisions = "0, j", .step = "    return step_t(i - j, j - 1, 1);\n", .pattern = "CLR"}));
    EXPECT_TRUE(is_shown({.decisions = "0, 5", .step = "    return step_t(i - 5, j - 1, 1);\n", .pattern = "CLR"}));
}

TEST(Steps, AreNotProvedByOtherWords) {
    for (const char* along :
         {"j", "j - 1", "j + int(weight(i - 1))", "j - int(weight(i))", "j - int(weight(i - 1)) + 1",
          "j - int(weight(i - 1) * 1u)", "int(weight(i - 1)) - j", "i - int(weight(i - 1))",
          "j - int(weight(i - 1)) * 2", "(j - int(weight(i - 1)))", "j - (int(weight(i - 1)) + 0)"}) {
        EXPECT_FALSE(is_shown({.step = returning(along)})) << along;
    }
    for (const char* line : {"i", "i - 2", "i + 1", "j - 1", "int(i - 1)"}) {
        EXPECT_FALSE(is_shown({.step = returning("j - int(weight(i - 1))", line)})) << line;
    }
    for (const char* decision : {"0u", "2u", "uint(i)", "1u + 0u", "i > 3 ? 1u : 0u", "-1", "01"}) {
        EXPECT_FALSE(is_shown({.step = returning("j - int(weight(i - 1))", "i - 1", decision)})) << decision;
    }
    EXPECT_FALSE(is_shown({.decisions = "0, weight(i - 1) + 2u", .step = returning("j - weight(i - 1) + 2u")}));
    EXPECT_FALSE(is_shown({.decisions = "0, 3", .step = returning("j + 3")}));
    EXPECT_FALSE(is_shown({.decisions = "0, 10", .step = returning("j - 010")})) << "octal";
    EXPECT_FALSE(is_shown({.decisions = "0, -3", .step = returning("j - 3")}));
}

TEST(Steps, AreNotProvedIfNamesMayMeanSomethingElse) {
    const std::string plain = StepsText{}.step;
    for (const char* line :
         {"uint weight = 3u;", "uint a = 1u, weight;", "uint a = 1u, weight[2];", "i = 3;", "++j;", "j += 1;",
          "int k = j--;", "int a, j;", "for (int i = 0; i < 1; ++i) {}", "int[2] i;", "(j) = 3;", "(j)++;", "j.x = 3;",
          "if (i < 0) i = 0; else (i)--;", "--((j));", "imulExtended(i, j, i, j);", "float f = frexp(1.0, j);"}) {
        EXPECT_FALSE(is_shown({.step = "    { " + std::string(line) + " }\n" + plain})) << line;
    }
    EXPECT_FALSE(is_shown({.before = "void change(inout int a) { a = 0; }\n"}));
    EXPECT_FALSE(is_shown({.before = "#define j k\n"}));
    EXPECT_FALSE(is_shown({.step = "    for (int a, i, b; a < 0; ++a) {}\n" + plain}));
    EXPECT_FALSE(is_shown({.parameters = "int j, int i"}));
    EXPECT_FALSE(is_shown({.step = "    step_t to = step_t(i - 1, j, 0u);\n    to.j = 3;\n    return to;\n"}));
    EXPECT_FALSE(is_shown({.step = "    step_t to;\n" + plain}));
    EXPECT_FALSE(is_shown({.step = returning("j - int(weight(i - 1))") + "    step_t(0, 0, 0u);\n"}));
}

}  // namespace
}  // namespace vkalgo::dp::test
