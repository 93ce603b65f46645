// What the check reports about numbers, and what it must not report: cells that wrapped, calculations with INFEASIBLE,
// and answers that do not exist.
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/instance/random_instance.hpp"
#include "algorithms/dp/interpreter/interpreter.hpp"
#include "algorithms/dp/recurrence.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/numbers_text.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

/// Returns header lines of a recurrence over the segments i .. j.
std::string segments(const std::string& reduce, const std::string& more = "") {
    return "//! pattern  SONE\n//! domain   upper\n//! reduce   " + reduce + "\n" + more;
}

TEST(CheckNumbers, NameTheCellThatWraps) {
    const std::string either = "max(cell_t(x(i)) - at(i + 1, j), cell_t(x(j)) - at(i, j - 1))";
    const std::string game = "//! pattern  SONE\n//! domain   upper\n//! base     diagonal 0\n";
    const Instance coins = instance_of_numbers({8, 15, 3, 7, 40, 2}, {1, 1, 1, 1, 1, 1});
    struct Case {
        NumbersText text;
        std::string words;
    };
    const std::vector<Case> cases{
        {{either, "u32", game, "cell_t(x(i))", "at(0, len(x) - 1)"},
         "cell (0, 1) wraps: it holds 4294967289 in place of 7 (line 12)"},
        {{either, "u64", game, "cell_t(x(i))", "at(0, len(x) - 1)"}, "wraps: it holds"},
        {{"at(i - 1, j) - 5u"}, "cell (1, 1) wraps: it holds 4294967292 in place of -4 (line"},
        {{"at(i - 1, j) - cell_t(5)", "u64"}, "in place of -4 (line"},
        {{"at(i - 1, j) * 100000u"}, "in place of 10000000000 (line"},
        {{"at(i - 1, j) * 65536 * 65536", "i32"}, "cell (1, 1) wraps: it holds 0 in place of 4294967296 (line"},
        {{"at(i - 1, j) + 2147483647", "i32"}, "it holds -2147483648 in place of 2147483648 (line"},
        {{"-at(i - 1, j)"}, "it holds 4294967295 in place of -1 (line"},
        {{"uint(int(at(i - 1, j)) - 3)"}, "it holds 4294967294 in place of -2 (line"},
        {{"cell_t(i - 9)"}, "it holds 4294967288 in place of -8 (line"},
        {{"int(x(j) + 4000000000u)", "i32"}, "in place of 40000000"},
        {{"cell_t(x(i) * 3000000000u)", "u64"}, "wraps: it holds"},
        {{"uint(uint64_t(at(i - 1, j)) + 4294967296ul)"}, "it holds 1 in place of 4294967297 (line"},
        {{"float(x(i) - x(i) - 1u)", "f32"}, "wraps: it holds a number that follows from -1"},
        {{"min(at(i - 1, j) - 5u, 7u)"}, "it holds 7 in place of -4 (line"},
        {{"clamp(at(i - 1, j) - 5u, 1u, 9u)"}, "it holds 9 in place of 1 (line"},
        {{"cell_t cell(int i, int j) {\n    uint best = 7u;\n    const uint v = at(i - 1, j) - 5u;\n"
          "    if (v < best) best = v;\n    return best;\n}\n"},
         "it compares 4294967292 in place of -4 (line 14)"},
        // A second sum that wraps and returns into the range does not excuse the first.
        {{"cell_t cell(int i, int j) {\n    uint best = 7u;\n    const uint v = at(i - 1, j) - 5u;\n"
          "    if (v < best) best = v;\n    return best + (at(i - 1, j) - 6u + 6u);\n}\n"},
         "it compares 4294967292 in place of -4 (line 14)"},
        {{"(at(i - 1, j) - 5u) / 2u"}, "in place of -2 (line"},
        {{"(at(i - 1, j) * 4000000000u) % 1000u"}, "wraps: it holds"},
        {{"abs(int(at(i - 1, j) * 2u) - 2147483647) * 3", "i32"}, "in place of"},
        {{"x(i)", "u32", "//! pattern  RUD\n//! base     first-row 1\n", "x(j) - 41u"}, "base(0, 0) wraps: it holds"},
    };
    for (const auto& [text, words] : cases) {
        const auto warnings =
            number_warnings_of(text.source(), words.find("(0, 1)") != std::string::npos ? &coins : nullptr);
        ASSERT_EQ(warnings.size(), 1U) << text.source();
        EXPECT_NE(warnings.front().find(words), std::string::npos) << warnings.front() << "\n" << text.source();
    }
    // Numbers that wrap in a field of a cell, in the value of a cell, and in an element of an output.
    const std::string fields = "//! pattern  RUD\n//! base     first-row 1\n//! value    c.a + c.b\n";
    EXPECT_EQ(number_warnings_of(
                  NumbersText{"cell_t(at(i - 1, j).a, at(i - 1, j).b - 2u)", "u32 a, u32 b", fields, "cell_t(1u, 1u)"}
                      .source())
                  .size(),
              1U);
    EXPECT_EQ(
        number_warnings_of(NumbersText{"cell_t(1u, 4294967295u)", "u32 a, u32 b", fields, "cell_t(1u, 1u)"}.source())
            .size(),
        1U);
    EXPECT_EQ(
        number_warnings_of(NumbersText{"cell_t cell(int i, int j) { seen(i, at(i - 1, j) - 9u); return 1u; }\n", "u32",
                                       "//! pattern  RUD\n//! base     first-row 1\n//! output   seen u32[len(x)]\n"}
                               .source())
            .size(),
        1U);
}

TEST(CheckNumbers, AreNotReportedIfWrappingDoesNoHarm) {
    const std::string upper = "//! pattern  SONE\n//! domain   upper\n//! base     diagonal 0\n";
    const std::vector<NumbersText> texts{
        // Indices that wrap if they are out of their range, in different forms.
        {"uint(i) - 2u < uint(rows()) ? at(int(uint(i) - 2u) + 1, j) : 0u"},
        {"uint(j - 3) < 7u ? 1u : 2u"},
        {"at(i - 1, int(min(uint(j) - 2u, 0u)))", "u32", "//! pattern  RUD\n//! base     first-row 1\n"},
        // Sums that leave the range and return into it.
        {"at(i - 1, j) - 5u + 7u"},
        {"(at(i - 1, j) + 11u - x(j) % 11u) % 11u"},
        {"(at(i - 1, j) % 11u - x(j) % 11u + 11u) % 11u"},
        {"uint(abs(int(x(i) - y(j))))"},
        {"uint(abs(int(at(i - 1, j)) - int(x(j))))"},
        {"at(i - 1, j) >= x(j) ? at(i - 1, j) - x(j) : 0u"},
        {"max(at(i - 1, j), x(j)) - min(at(i - 1, j), x(j))"},
        {"uint(int(at(i - 1, j)) - 5 + 5)"},
        {"cell_t cell(int i, int j) {\n    uint a = at(i - 1, j);\n    a -= x(j) % 11u + 3u;\n"
         "    if (a >= 1000007u) a += 1000007u;\n    return a;\n}\n"},
        {"cell_t cell(int i, int j) {\n    const cell_t a = at(i - 1, j) - cell_t(9);\n"
         "    return a < cell_t(101) ? a : a + cell_t(101);\n}\n",
         "u64"},
        // Bit operations, and texts that declare that they wrap.
        {"at(i - 1, j) ^ at(i - 1, j) << 13 ^ x(j) << 29"},
        {"at(i - 1, j) + (at(i - 1, j) << 32) - (at(i - 1, j) << 32)", "u64"},
        {"at(i - 1, j) * 2654435761u >> 16"},
        {"(at(i - 1, j) * 4000000000u + x(j)) & 0xFFFFFFFFu"},
        {"(at(i - 1, j) & -at(i - 1, j)) | ~x(i)"},
        {"bitCount(at(i - 1, j) * 4000000000u) + 1", "i32"},
        {"(at(i - 1, j) | x(i)) + (at(i - 1, j - 1) & x(i)) & ~0u"},
        {"x(i) - 97u < 26u ? 1u : 0u"},
        // Texts that guard against wrapping.
        {"cell_t cell(int i, int j) {\n    const cell_t a = at(i - 1, j) * 7u + 1u, sum = a + a;\n"
         "    overflow_if(a > 100000000u || sum < a);\n    return sum;\n}\n"},
        {"cell_t cell(int i, int j) {\n    const cell_t a = at(i - 1, j), b = 3000000000u, sum = a + b;\n"
         "    return sum < a ? CELL_MAX : sum;\n}\n"},
        {"cell_t cell(int i, int j) {\n    uint carry;\n    const uint sum = uaddCarry(at(i - 1, j), 4000000000u, "
         "carry);\n"
         "    return carry != 0u ? 9u : sum;\n}\n"},
        // Texts that subtract elements of `x` are meant for prefix sums, and the values that the check makes up are no
        // such sums.
        {"at(i, j - 1) + (x(j) - x(i))", "u32", "//! pattern  SONE\n//! domain   upper\n//! base diagonal 0\n", "0u",
         "at(0, len(x) - 1)"},
        {"cell_t term(int i, int k, int j) { return at(i, k) + at(k + 1, j) + cell_t(x(j) - x(i)); }\n", "u64",
         upper + "//! reduce   min k = i .. j - 1\n", "cell_t(0)", "at(0, len(x) - 1)"},
        // Texts that do not compute with INFEASIBLE as with a number.
        {"cell_t term(int i, int k, int j) { return plus(at(i, k), plus(at(k + 1, j), x(k))); }\n", "u32",
         upper + "//! reduce   min k = i .. j - 1\n", "i % 2 == 0 ? INFEASIBLE : 1u", "at(1, 1)"},
        {"max(plus(at(i - 1, j), -3), plus(at(i - 1, j - 1), int(x(i))))", "i32",
         "//! pattern  RUD\n//! goal max\n//! base     first-row 1\n//! base     first-column 1\n",
         "j == 0 ? 0 : INFEASIBLE"},
        {"at(i - 1, j) == INFEASIBLE ? x(i) : at(i - 1, j) + x(i)", "u32",
         "//! pattern  RUD\n//! goal min\n//! base     first-row 1\n//! base     first-column 1\n",
         "j == 0 ? 0u : INFEASIBLE"},
        {"at(i - 1, j) + float(x(i))", "f32",
         "//! pattern  RUD\n//! goal min\n//! base     first-row 1\n//! base     first-column 1\n",
         "j == 0 ? INFEASIBLE : 1.0"},
        // For unsigned cells, 0 means that there is nothing to gain.
        {"cell_t term(int i, int k, int j) { return at(i, k) + at(k, j) + x(i) * x(k) * x(j); }\n", "u32",
         "//! pattern  SONE\n//! domain   upper\n//! reduce   max k = i + 1 .. j - 1\n", "", "at(0, len(x) - 1)"},
    };
    for (const NumbersText& text : texts) {
        const auto warnings = number_warnings_of(text.source());
        EXPECT_TRUE(warnings.empty()) << warnings.front() << "\n" << text.source();
    }
}

TEST(CheckNumbers, NameInfeasibleCellsThatAreComputedWith) {
    const std::string cut = "x(i) == x(j) ? cell_t(0) : at(i, k) + at(k + 1, j) + cell_t(1)";
    const auto term = [](const std::string& code) {
        return "cell_t term(int i, int k, int j) { return " + code + "; }\n";
    };
    const std::string nothing = "no base and no term gives that cell";
    const std::string edge = "//! pattern  RUD\n//! base     first-row 1\n//! base     first-column 1\n//! goal     ";
    struct Case {
        NumbersText text;
        std::vector<std::string> words;
    };
    const std::vector<Case> cases{
        {{term(cut), "u32", segments("min k = i .. j - 1"), "", "at(0, len(x) - 1)"}, {"which is INFEASIBLE", nothing}},
        {{term(cut), "u64", segments("min k = i .. j - 1"), "", "at(0, len(x) - 1)"}, {nothing}},
        {{term(cut), "i32", segments("min k = i .. j - 1"), "", "at(0, len(x) - 1)"}, {nothing}},
        {{term(cut), "i64", segments("min k = i .. j - 1"), "", "at(0, len(x) - 1)"}, {nothing}},
        {{term("at(i, k) + at(k + 1, j) + int(x(k))"), "i32", segments("max k = i .. j - 1"), "", "at(0, len(x) - 1)"},
         {"cell (0, 1) computes with at(0, 0), which is INFEASIBLE, without plus()", nothing}},
        {{term("at(i, k + 1) + at(k, j) + x(k)"), "u32",
          "//! pattern  NESO\n//! domain   lower\n//! reduce   min k = j .. i - 1\n", "", "at(len(x) - 1, 0)"},
         {"INFEASIBLE"}},
        // The base is the first diagonal, but cells have terms only from the third diagonal on.
        {{term("at(i, k) + at(k, j) + x(k)"), "u32", segments("min k = i + 1 .. j - 1", "//! base     diagonal 0\n"),
          "cell_t(0)", "at(0, len(x) - 1)"},
         {nothing}},
        {{term("at(i - 1, k) + x(k)"), "u32",
          "//! pattern  RUD\n//! base     first-row 1\n//! reduce   min k = 0 .. j - 1\n", "x(j)"},
         {"at(1, 0)", nothing}},
        {{"cell_t cell(int i, int j) {\n    cell_t best = INFEASIBLE;\n    for (int k = i; k < j; ++k) {\n"
          "        best = min(best, at(i, k) + at(k + 1, j) + x(k));\n    }\n    return best;\n}\n",
          "u32", "//! pattern  SONE\n//! domain   upper\n//! goal     min\n", "", "at(0, len(x) - 1)"},
         {"which is INFEASIBLE", "no base gives that cell"}},
        {{"min(at(i - 1, j), at(i - 1, j - 1)) + x(i)", "u32", edge + "min\n", "j == 0 ? 0u : INFEASIBLE"},
         {"cell (1, 2) computes with at(0, 2), which is INFEASIBLE, without plus() (line",
          "; write sums with plus(), and test for INFEASIBLE before other arithmetic"}},
        {{"min(at(i - 1, j), at(i - 1, j - 1)) - 3", "i32", edge + "min\n", "j == 0 ? 0 : INFEASIBLE"},
         {"cell (1, 2) computes with at(0, 2)"}},
        {{"max(at(i - 1, j), at(i - 1, j - 1)) + 3", "i32", edge + "max\n", "j == 0 ? 0 : INFEASIBLE"},
         {"cell (1, 2) computes with at(0, 2)"}},
        {{"max(at(i - 1, j), at(i - 1, j - 1)) + cell_t(3)", "i64", edge + "max\n", "j == 0 ? cell_t(0) : INFEASIBLE"},
         {"cell (1, 2) computes with at(0, 2)"}},
        {{"(j > 1 ? at(i - 1, j - 1) : INFEASIBLE) + 3", "i32", edge + "max\n", "0"},
         {"cell (1, 1) computes with INFEASIBLE without plus()"}},
        {{"at(i - 1, j) * 2", "i32", edge + "max\n", "j == 0 ? 0 : INFEASIBLE"}, {"computes with at(0, 1)"}},
        {{"at(i - 1, j) - 1", "i32", edge + "max\n//! status   unbounded\n", "j == 0 ? 0 : UNBOUNDED"},
         {"computes with at(0, 1), which is UNBOUNDED"}},
    };
    for (const auto& [text, words] : cases) {
        const auto warnings = number_warnings_of(text.source());
        ASSERT_FALSE(warnings.empty()) << text.source();
        for (const std::string& word : words) {
            EXPECT_NE(warnings.front().find(word), std::string::npos) << warnings.front() << "\n" << text.source();
        }
    }
}

TEST(CheckNumbers, NameTheInfeasibleCellFromWhichTheAnswerFollows) {
    const auto plus = [](const std::string& number) {
        return "cell_t term(int i, int k, int j) { return plus(plus(at(i, k), at(k + 1, j)), " + number + "); }\n";
    };
    const std::string any = "at(0, len(x) - 1)";
    for (const NumbersText& text : {
             NumbersText{plus("x(k)"), "u32", segments("min k = i .. j - 1"), "", any},
             NumbersText{plus("int(x(k))"), "i32", segments("max k = i .. j - 1"), "", any},
             NumbersText{"cell_t term(int i, int k, int j) { return at(i, k) + at(k + 1, j) + 1.0; }\n", "f32",
                         segments("min k = i .. j - 1"), "", any},
             NumbersText{plus("x(k)"), "u32", segments("min k = i .. j - 1"), "", "at(0, 0)"},
             NumbersText{"cell_t term(int i, int k, int j) { return at(i, k) + at(k + 1, j) + 1u; }\n", "u32",
                         segments("max k = i .. j - 1"), "", "at(1, 1)"},
             NumbersText{"cell_t cell(int i, int j) {\n    cell_t best = INFEASIBLE;\n"
                         "    for (int k = i; k < j; ++k) best = min(best, plus(at(i, k), at(k + 1, j)));\n    return "
                         "best;\n}\n",
                         "u32", "//! pattern  SONE\n//! domain   upper\n//! goal     min\n", "", any},
         }) {
        const auto warnings = number_warnings_of(text.source());
        ASSERT_EQ(warnings.size(), 1U) << text.source();
        EXPECT_NE(warnings.front().find("the answer follows from cell ("), std::string::npos) << warnings.front();
    }
    // It is enough that one of the checked tables has an answer.
    const std::string sized = "//! pattern  RUD\n//! reduce   min k = 0 .. j - 9\n//! base     first-row 1\n";
    EXPECT_TRUE(number_warnings_of(NumbersText{"cell_t term(int i, int k, int j) { return plus(at(i - 1, k), 1u); }\n",
                                               "u32", sized, "0u", "at(1, len(x) - 1)"}
                                       .source())
                    .empty());
}

TEST(CheckNumbers, AreThoseOfTheGivenInstanceIfThereIsOne) {
    const std::string source =
        NumbersText{"at(i, j - 1) + (x(j) - x(i))", "u32",
                    "//! pattern  SONE\n//! domain   upper\n//! base     diagonal 0\n", "0u", "at(0, len(x) - 1)"}
            .source();
    const std::vector<std::uint32_t> ones(7, 1);
    const Instance rising = instance_of_numbers({1, 3, 4, 8, 11, 30, 31}, ones);
    EXPECT_TRUE(number_warnings_of(source, &rising).empty());
    const Instance falling = instance_of_numbers({9, 3, 4, 8, 11, 30, 31}, ones);
    const auto warnings = number_warnings_of(source, &falling);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_NE(
        warnings.front().find("cell (0, 1) wraps: it holds 4294967290 in place of -6 (line 12) (seen on a table of "
                              "7 x 7 cells)"),
        std::string::npos)
        << warnings.front();
    // Of a large instance the check sees two beginnings, and reports what the larger one shows.
    std::vector<std::uint32_t> late(300);
    for (std::size_t k = 0; k < late.size(); ++k) {
        late[k] = static_cast<std::uint32_t>(300 - k);
    }
    const Instance long_one = instance_of_numbers(late, std::vector<std::uint32_t>(300, 1));
    const auto begun = number_warnings_of(source, &long_one);
    ASSERT_EQ(begun.size(), 1U);
    EXPECT_NE(begun.front().find("(seen on the instance's first 128 x 128 cells)"), std::string::npos) << begun.front();
}

TEST(CheckNumbers, OfBuiltInProblemsCauseNoWarning) {
    for (const CompiledRecurrence* problem : builtin_recurrences()) {
        const RecurrenceHeader& header = problem->header;
        const Interpreter interpreter = vkalgo::test::take(Interpreter::create(*problem, Watch::numbers));
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            // Some tables have 2^n cells.
            const auto n = static_cast<std::int64_t>(2 + seed % 8);
            Instance instance = vkalgo::test::take(random_instance(header, {.n = n, .m = 8, .seed = seed}));
            const Shape shape = vkalgo::test::take(check_instance(header, instance, header.stage));
            Interpretation run = vkalgo::test::take(interpreter.start(instance, shape, header.stage));
            ASSERT_OK(run.fill()) << header.problem;
            EXPECT_FALSE(run.astray()) << header.problem << ": " << run.astray()->text(header);
        }
    }
}

TEST(CheckNumbers, AreReportedOnceByARecurrence) {
    const auto read = compiler::read_recurrence(NumbersText{"at(i - 1, j) - 5u"}.source(), "a.glsl");
    ASSERT_OK(read);
    const Recurrence recurrence = Recurrence::of(*read, compile_module);
    const Instance instance = instance_of_numbers({1, 2, 3}, {4, 5, 6});
    for (int run = 0; run < 2; ++run) {
        ASSERT_OK(recurrence.check(recurrence.header().stage, {.params = {}, .instance = &instance}));
    }
    ASSERT_OK(recurrence.check(recurrence.header().stage, {.params = {}, .instance = &instance, .step = false}));
    EXPECT_EQ(recurrence.warnings().size(), 1U);
    EXPECT_TRUE(vkalgo::test::take(Recurrence::builtin("lcs")).warnings().empty());
}

}  // namespace
}  // namespace vkalgo::dp::test
