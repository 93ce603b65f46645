// What is known about a recurrence's reads before it runs: by its class, and by its text.
#include "algorithms/dp/recurrence/header.hpp"
#include "tests/support/device_fixture.hpp"

#include <string>

#include <gtest/gtest.h>

namespace vkalgo::dp {
namespace {

RecurrenceHeader header_of(const std::string& lines, const std::string& code) {
    return vkalgo::test::take(parse_header(
        "//! problem p\n//! cell u32\n//! rows n\n//! columns m\n//! answer last\n" + lines + code, "p.glsl"));
}

/// Returns the reach of a cell() with this body.
std::string reach_of(const std::string& body, const std::string& more = "") {
    return header_of("//! pattern NOSE\n", more + "cell_t cell(int i, int j) {\n" + body + "\n}\n")
        .properties.reach.text(2);
}

TEST(Properties, ReadsOffsetsFromTheText) {
    EXPECT_EQ(reach_of("return max(at(i - 1, j), at(i, j - 1));"), "-1 .. 0, -1 .. 0");
    EXPECT_EQ(reach_of("return at(i-2,j)+at( i , j - 3 );"), "-2 .. 0, -3 .. 0");
    EXPECT_EQ(reach_of("return at(i - 1, j - 1);"), "-1 .. -1, -1 .. -1");
    EXPECT_EQ(reach_of("return at(i - 1, j + 5) + uint(i) + uint(j == 3 || i >= 2 || i <= 9);"), "-1 .. -1, 5 .. 5");
    EXPECT_EQ(reach_of("return at(i - 1, max(j - 2, 0));"), "-1 .. -1, any");
    EXPECT_EQ(reach_of("return at(i - 1, j - int(at(i - 1, j)));"), "-1 .. -1, any");
    EXPECT_EQ(reach_of("return at(i - n, j - 1);"), "any, -1 .. -1");
    EXPECT_EQ(reach_of("return 1u;"), "any, any");
    const auto other = header_of("//! pattern NOSE\n", "cell_t cell(int row, int c) { return at(row - 1, c); }\n");
    EXPECT_EQ(other.properties.reach.text(2), "-1 .. -1, 0 .. 0");
}

TEST(Properties, IgnoresIndicesThatTheTextChanges) {
    for (const char* change :
         {"j = 3;", "j += 1;", "j <<= 1;", "++j;", "j--;", "{ int j = 3; }", "for (int j = 0; j < 2; ++j) {}",
          "j ^= 1;", "(j) = 3;", "(j)++;", "--((j));", "j.x = 3;"}) {
        EXPECT_EQ(reach_of(std::string(change) + " return at(i - 1, j - 1);"), "-1 .. -1, any") << change;
    }
    EXPECT_EQ(reach_of("return at(i - 1, j) + f(i, j);", "uint f(int i, int j) { return at(i - 7, j); }\n"),
              "any, any");
    EXPECT_EQ(reach_of("g(j); return at(i - 1, j);", "void g(inout int j) { j -= 5; }\n"), "any, any");
    EXPECT_EQ(reach_of("return READ + at(i - 1, j);", "#define READ at(i - 7, j)\n"), "any, any");
}

TEST(Properties, GiveAClassToAFileWithoutOne) {
    const auto named = [](const std::string& pattern, const std::string& code) {
        return header_of("//! pattern " + pattern + "\n", code).recurrence_class;
    };
    const auto cell = [](const std::string& body) { return "cell_t cell(int i, int j) { return " + body + "; }\n"; };
    EXPECT_EQ(named("NOSE", cell("at(i - 1, j) + at(i, j - 1)")), RecurrenceClass::local);
    EXPECT_EQ(named("RUD", cell("at(i - 1, j) + at(i - 1, j / 2)")), RecurrenceClass::row_gather);
    EXPECT_EQ(named("RDU", cell("at(i + 1, j / 2)")), RecurrenceClass::row_gather);
    EXPECT_EQ(named("CLR", cell("at(i / 2, j - 1)")), RecurrenceClass::row_gather);
    EXPECT_EQ(named("NOSE", cell("at(i - 1, j / 2)")), RecurrenceClass::any);
    EXPECT_EQ(named("RUD", cell("at(i - 1, j - 1) + at(i - 2, j)")), RecurrenceClass::any);
    EXPECT_EQ(named("NOSE", cell("at(i, j / 2) + at(i / 2, j)")), RecurrenceClass::segments);
    const auto splits = header_of("//! pattern SONE\n//! domain upper\n//! reduce min k = i .. j - 1\n",
                                  "cell_t term(int i, int k, int j) { return at(i, k) + at(k + 1, j); }\n");
    EXPECT_EQ(splits.recurrence_class, RecurrenceClass::segments);
    EXPECT_TRUE(splits.properties.own_row_or_column);
    const auto declared = header_of("//! pattern NOSE\n//! class any\n", cell("at(i - 1, j) + at(i, j - 1)"));
    EXPECT_EQ(declared.recurrence_class, RecurrenceClass::any);
    EXPECT_TRUE(declared.properties.reach.within(1));
}

TEST(Properties, LeaveOutReadsOfTheStepsOwnCell) {
    const auto header =
        header_of("//! pattern NOSE\n",
                  "cell_t cell(int i, int j) { return at(i - 1, j - 1); }\n"
                  "step_t step(int i, int j) { return step_t(i - 1, j - 1, uint(at(i, j) == at(i - 1, j - 1))); }\n");
    EXPECT_EQ(header.properties.reach.text(2), "-1 .. -1, -1 .. -1");
}

TEST(Properties, LeaveOutReadsOfASolution) {
    const auto header = header_of("//! pattern NOSE\n//! output used u32[n]\n",
                                  "cell_t cell(int i, int j) { return at(i - 1, j); }\n"
                                  "void solution() { used(0, at(rows() - 1, 3)); }\n");
    EXPECT_EQ(header.properties.reach.text(2), "-1 .. -1, 0 .. 0");
    EXPECT_EQ(header.recurrence_class, RecurrenceClass::local);
}

TEST(Properties, SayHowManyStagesBackAReadLies) {
    const auto back = [](const std::string& stage, const std::string& body) {
        return header_of(stage, "cell_t cell(int i, int j) { return " + body + "; }\n")
            .properties.reach.stages_back(header_of(stage, "cell_t cell(int i, int j) { return 0u; }\n").stage);
    };
    EXPECT_EQ(back("//! pattern NOSE\n", "at(i - 1, j) + at(i, j - 1)"), 2);
    EXPECT_EQ(back("//! pattern RUD\n", "at(i - 3, j / 2)"), 3);
    EXPECT_EQ(back("//! pattern RDU\n", "at(i + 1, j / 2)"), 1);
    EXPECT_EQ(back("//! stage 2 i + j\n", "at(i - 1, j + 1) + at(i, j - 2)"), 4);
    EXPECT_EQ(back("//! pattern NOSE\n", "at(i - 1, j / 2)"), std::nullopt);
}

}  // namespace
}  // namespace vkalgo::dp
