// Tests how each kind of solution is printed, from records of tracebacks that are made by hand.
#include "cli/dp/solution_kind.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace vkalgo::cli::test {
namespace {

/// Returns a header with these lines, and with a step or, if `splits`, a reduction.
dp::RecurrenceHeader header_of(const std::string& lines, bool splits = false) {
    const std::string code = splits ? "cell_t term(int i, int k, int j) { return 0u; }\n"
                                    : "cell_t cell(int i, int j) { return 0u; }\n"
                                      "step_t step(int i, int j) { return step_t(i - 1, j, 0u); }\n";
    const auto header = dp::parse_header(
        "//! problem  a\n//! cell     u32\n//! rows     n\n//! columns  m\n" +
            std::string(splits ? "//! pattern  SONE\n//! reduce   min k = i .. j - 1\n" : "") + lines + code,
        "a.glsl");
    EXPECT_TRUE(header) << (header ? "" : header.error().message);
    return header ? *header : dp::RecurrenceHeader{};
}

dp::Instance letters(std::string_view text) {
    dp::Instance instance;
    instance.inputs["x"] = dp::InputArray::of<char>(ElementType::u8, text);
    return instance;
}

dp::Solution traced(std::vector<dp::PathRecord> path, dp::Cell end) {
    dp::Solution solution;
    solution.shape.size = {4, 5};
    solution.path = std::move(path);
    solution.path_end = end;
    return solution;
}

std::string shown_solution(const dp::RecurrenceHeader& header, const dp::Instance& instance,
                           const dp::Solution& solution) {
    const auto found = show_solution(header, "a.glsl", instance, solution);
    return found ? found->text.value_or("none") + " " + found->json.dump() : found.error().message;
}

const std::string kNose = "//! pattern NOSE\n//! answer last\n//! input x u8[]\n";
const std::string kSeno = "//! pattern SENO\n//! answer last\n//! input x u8[]\n";

TEST(SolutionKinds, ATracebackThatLeavesTheTableEndsAtItsEdge) {
    const dp::RecurrenceHeader header = header_of(kNose + "//! solution path\n");
    const dp::Solution leaves = traced({{1, 2, 1}, {0, 1, 1}}, {-1, 0});
    EXPECT_EQ(shown_solution(header, letters("abc"), leaves),
              "2 steps, (i, j) decision:\n(1, 2) 1\n(0, 1) 1\nout of the table at (-1, 0) "
              R"({"path":[[1,2,1],[0,1,1]],"end":[-1,0],"leaves_table":true})");
    EXPECT_EQ(solution_cells(header, leaves), (std::vector<dp::Cell>{{1, 2}, {0, 1}}));
    const dp::Solution stays = traced({{1, 2, 1}}, {0, 1});
    EXPECT_EQ(shown_solution(header, letters("abc"), stays),
              R"(1 step, (i, j) decision:
(1, 2) 1
(0, 1) {"path":[[1,2,1]],"end":[0,1]})");
    EXPECT_EQ(solution_cells(header, stays), (std::vector<dp::Cell>{{1, 2}, {0, 1}}));
}

TEST(SolutionKinds, LettersStandInTheOrderOfTheTableWhicheverWayTheTracebackGoes) {
    const dp::Solution back = traced({{3, 4, 0}, {2, 3, 1}, {1, 3, 0}}, {0, 2});
    EXPECT_EQ(
        shown_solution(header_of(kNose + "//! solution letters x(i - 1) where decision 0\n"), letters("abc"), back),
        R"(ac {"string":"ac","encoding":"utf-8"})");
    EXPECT_EQ(shown_solution(header_of(kNose + "//! solution letters x(i - 1)\n"), letters("abc"), back),
              R"(abc {"string":"abc","encoding":"utf-8"})");
    const dp::Solution forth = traced({{0, 0, 0}, {1, 1, 1}, {2, 1, 0}}, {3, 2});
    EXPECT_EQ(shown_solution(header_of(kSeno + "//! solution letters x(i) where decision 0\n"), letters("abc"), forth),
              R"(ac {"string":"ac","encoding":"utf-8"})");
    EXPECT_EQ(shown_solution(header_of(kNose + "//! files letters x as TGCA\n//! solution letters x(i - 1)\n"),
                             letters(std::string_view("\0\3\1", 3)), back),
              R"(TAG {"string":"TAG","encoding":"utf-8"})");
    const std::string beyond = shown_solution(header_of(kNose + "//! solution letters x(i)\n"), letters("abc"), back);
    EXPECT_NE(beyond.find("the index i in the line 'solution' is 3 at cell (3, 4), but 'x' has 3 elements"),
              std::string::npos)
        << beyond;
}

TEST(SolutionKinds, AlignmentsAddTheBorderOfWholeStrings) {
    const std::string line = "//! solution alignment as =XID\n";
    EXPECT_EQ(shown_solution(header_of(kNose + line), {}, traced({{3, 4, 0}, {2, 3, 1}, {1, 2, 1}}, {0, 1})),
              R"(1I2X1= {"cigar":"1I2X1="})");
    EXPECT_EQ(shown_solution(header_of(kNose + line), {}, traced({}, {3, 0})), R"(3D {"cigar":"3D"})");
    EXPECT_EQ(shown_solution(header_of(kNose + line), {}, traced({}, {0, 0})), R"( {"cigar":""})");
    EXPECT_EQ(shown_solution(header_of(kSeno + line), {}, traced({{0, 0, 0}, {1, 1, 3}}, {2, 1})),
              R"(1=2D3I {"cigar":"1=2D3I"})");
    const std::string local = "//! pattern NOSE\n//! answer max all\n";
    EXPECT_EQ(shown_solution(header_of(local + "//! solution alignment\n"), {}, traced({{3, 4, 0}, {2, 3, 0}}, {1, 2})),
              R"(2= {"cigar":"2="})");
    const std::string unnamed =
        shown_solution(header_of(kNose + "//! solution alignment as MI\n"), {}, traced({{3, 4, 2}}, {2, 3}));
    EXPECT_NE(unnamed.find("step() gives decision 2, but the operations MI of the alignment"), std::string::npos)
        << unnamed;
}

TEST(SolutionKinds, ItemsAreNumberedAndSummed) {
    const dp::Solution solution = traced({{3, 4, 1}, {2, 3, 0}, {1, 3, 1}}, {0, 2});
    EXPECT_EQ(shown_solution(header_of(kNose + "//! solution items i - 1 where decision 1 sum x\n"), letters("\5\6\7"),
                             solution),
              R"(2 items of x 12: 0 2 {"items":[0,2]})");
    EXPECT_EQ(shown_solution(header_of(kNose + "//! solution items 10 * i + decision\n"), {}, solution),
              R"(3 items: 11 20 31 {"items":[11,20,31]})");
    EXPECT_EQ(shown_solution(header_of(kNose + "//! solution items i where decision 7\n"), {}, solution),
              R"(0 items:  {"items":[]})");
}

TEST(SolutionKinds, ParenthesesFollowTheSplits) {
    dp::Solution solution;
    solution.shape.size = {4, 4};
    solution.shape.answer = {0, 3};
    solution.path = {{0, 3, 1}, {0, 1, 0}, {2, 3, 2}};
    const auto header = header_of("//! answer at(0, n - 1)\n//! solution parentheses as B\n", true);
    EXPECT_EQ(shown_solution(header, {}, solution), R"x(((B0 B1) (B2 B3)) {"parenthesisation":"((B0 B1) (B2 B3))"})x");
    solution.path.clear();
    solution.shape.size = {0, 0};
    EXPECT_EQ(shown_solution(header, {}, solution), R"( {"parenthesisation":""})");
}

TEST(SolutionKinds, WithoutASolutionLineTheStepsAreListed) {
    const dp::Solution solution = traced({{3, 4, 1}, {2, 3, 0}}, {1, 3});
    const std::string expected =
        "2 steps, (i, j) decision:\n(3, 4) 1\n(2, 3) 0\n(1, 3) "
        R"({"path":[[3,4,1],[2,3,0]],"end":[1,3]})";
    EXPECT_EQ(shown_solution(header_of(kNose), {}, solution), expected);
    EXPECT_EQ(shown_solution(header_of(kNose + "//! solution path\n"), {}, solution), expected);
    EXPECT_EQ(shown_solution(header_of(kNose + "//! solution none\n"), {}, solution), "none {}");
}

}  // namespace
}  // namespace vkalgo::cli::test
