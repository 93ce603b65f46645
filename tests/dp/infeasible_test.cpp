// If an answer is INFEASIBLE or UNBOUNDED, there is no answer and no traceback: by every method, in a recording, and by
// the interpreter.
#include "algorithms/dp/prepared_recurrence.hpp"
#include "compiler/recurrence.hpp"
#include "tests/dp/interpreted.hpp"
#include "tests/dp/placed_run.hpp"

#include <string>
#include <vector>

namespace vkalgo::dp::test {
namespace {

/// Returns a text for paths from the upper left to the lower right of a grid, around walls. Its step() divides by a
/// value that is 0 only for cells without a path.
std::string ways_text(const std::string& cell, const std::string& answer) {
    return "//! problem  ways\n//! pattern  NOSE\n//! class    local\n//! cell     " + cell +
           "\n//! goal     min\n//! input    wall u8[n * m]\n//! rows     n\n//! columns  m\n"
           "//! base     first-row 1\n//! base     first-column 1\n//! answer   " +
           answer +
           "\ncell_t base(int i, int j) {\n"
           "    for (int r = 0; r <= i; ++r) if (wall(r * columns()) != 0u) return INFEASIBLE;\n"
           "    for (int c = 0; c <= j; ++c) if (wall(c) != 0u) return INFEASIBLE;\n"
           "    return cell_t(i + j);\n}\n"
           "cell_t cell(int i, int j) {\n    if (wall(i * columns() + j) != 0u) return INFEASIBLE;\n"
           "    return plus(min(at(i - 1, j), at(i, j - 1)), cell_t(1));\n}\n"
           "step_t step(int i, int j) {\n"
           "    overflow_if(at(i, j) == INFEASIBLE);\n"
           "    return at(i - 1, j) <= at(i, j - 1) ? step_t(i - 1, j, 0u) : step_t(i, j - 1, 1u);\n}\n";
}

/// Returns a grid with walls in row 20, except in one column. If `closed`, that column has a wall too.
std::vector<std::uint8_t> grid(std::int64_t n, std::int64_t m, bool closed) {
    std::vector<std::uint8_t> wall(static_cast<std::size_t>(n * m), 0);
    for (std::int64_t j = 0; j < m; ++j) {
        wall[static_cast<std::size_t>(20 * m + j)] = j != 7 || closed ? 1 : 0;
    }
    return wall;
}

class Infeasible : public vkalgo::test::DeviceTest {
protected:
    static Recurrence read(const std::string& source) {
        return vkalgo::test::take(compiler::recurrence(source, "a.glsl"), source.c_str());
    }
};

TEST_F(Infeasible, AnswersHaveNoNumberAndNoTracebackByEveryMethod) {
    for (const auto& [cell, answer] : {std::pair("u32", "last"), std::pair("f32", "min last-row")}) {
        const Recurrence recurrence = read(ways_text(cell, answer));
        for (const char* method : {"stage", "tile"}) {
            for (const bool closed : {false, true}) {
                SolveOptions options;
                options.method = method;
                options.keep = {.table = answer == std::string("last"), .solution = true};
                const auto solution =
                    solve(runner(), recurrence, {{"wall", grid(40, 30, closed)}, {"n", 40}, {"m", 30}}, options);
                ASSERT_OK(solution) << cell << ", " << answer << ", " << method;
                EXPECT_EQ(solution->status == AnswerStatus::infeasible, closed) << method;
                EXPECT_EQ(solution->answer.has_value(), !closed) << method;
                EXPECT_EQ(solution->path.empty(), closed) << method;
                EXPECT_EQ(solution->path_end.has_value(), !closed) << method;
                if (options.keep.table) {
                    EXPECT_EQ(solution->table_as<std::uint32_t>().back() == 0xffffffffU, closed) << method;
                }
            }
        }
    }
}

TEST_F(Infeasible, AnswersOfARecordingHaveNoTraceback) {
    const Recurrence recurrence = read(ways_text("u32", "last"));
    for (const char* method : {"stage", "tile"}) {
        auto prepared = recurrence.prepare(
            context(),
            {.lengths = {{"n", 40}, {"m", 30}}, .method = method, .keep = {.table = false, .solution = true}});
        ASSERT_OK(prepared);
        for (const bool closed : {true, false}) {
            const std::vector<std::uint8_t> wall = grid(40, 30, closed);
            const Buffer input = vkalgo::test::take(runner().upload_new(std::as_bytes(std::span(wall)), "wall"));
            RecurrenceArguments arguments;
            arguments.inputs = {input.view()};
            ASSERT_OK(runner().run([&](Recorder& recorder) { return prepared->record(recorder, arguments); }));
            const auto solution = prepared->read(runner(), arguments);
            ASSERT_OK(solution) << method;
            EXPECT_EQ(solution->status == AnswerStatus::infeasible, closed) << method;
            EXPECT_EQ(solution->path.empty(), closed) << method;
        }
    }
}

// If the maximum is sought, INFEASIBLE is the least number. A cell of a reduction without a term is infeasible too. No
// other number means infeasible, not even in a text that names INFEASIBLE.
TEST_F(Infeasible, NumbersFollowFromTheGoalAndFromReductions) {
    const auto solved = [](const std::string& header, const std::string& cell, const std::string& body) {
        const std::string source = "//! problem  a\n//! pattern  SONE\n//! class    segments\n//! cell     " + cell +
                                   "\n//! rows     n\n//! columns  n\n//! domain   upper\n//! base     diagonal 0\n" +
                                   header + "\ncell_t base(int i, int j) { return cell_t(3); }\n" + body;
        const Interpreted reference(source, {{"n", 12}});
        EXPECT_EQ(reference.message(), "");
        const Solution solution =
            vkalgo::test::take(solve(runner(), read(source), {{"n", 12}},
                                     {.keep = {.solution = source.find("reduce") != std::string::npos}}),
                               source.c_str());
        EXPECT_EQ(reference.run->status(), solution.status) << source;
        EXPECT_EQ(reference.run->answer(), solution.answer) << source;
        EXPECT_EQ(solution.answer.has_value(), solution.status == AnswerStatus::ok);
        EXPECT_TRUE(solution.path.empty());
        return solution.status == AnswerStatus::infeasible;
    };
    const std::string at = "//! answer   at(0, n - 1)\n";
    const std::string none = "cell_t cell(int i, int j) { return INFEASIBLE; }\n";
    for (const char* cell : {"i32", "i64", "f32"}) {
        EXPECT_TRUE(solved(at + "//! goal max", cell, none)) << cell;
        EXPECT_TRUE(solved(at + "//! goal min", cell, none)) << cell;
        EXPECT_FALSE(solved(at + "//! goal min", cell,
                            "cell_t cell(int i, int j) { return CELL_LOWEST; }\n"
                            "cell_t unused() { return INFEASIBLE; }\n"))
            << cell;
    }
    const std::string term = "cell_t term(int i, int k, int j) { return at(i, k) + at(k + 1, j); }\n";
    EXPECT_TRUE(solved(at + "//! reduce min k = j .. i", "u64", term));
    EXPECT_TRUE(solved(at + "//! reduce max k = j .. i", "i32", term));
    EXPECT_FALSE(solved(at + "//! reduce max k = j .. i", "u32", term));
    EXPECT_FALSE(solved(at, "u32", "cell_t cell(int i, int j) { return CELL_MAX; }\n"));
}

// An answer can be INFEASIBLE only if it has the type of the cells. Here it has another type, so 0 is an ordinary
// number, although the low half of the least i64 is 0.
TEST_F(Infeasible, AnswersMustHaveTheTypeOfTheCells) {
    const Recurrence recurrence = read(
        "//! problem  low\n//! pattern  NOSE\n//! class    local\n//! cell     i64\n//! goal     max\n"
        "//! value    u32 uint(c) & 1u\n//! rows     n\n//! columns  m\n//! base     first-row 1\n"
        "//! base     first-column 1\n//! answer   last\n"
        "cell_t base(int i, int j) { return i + j == 0 ? cell_t(0) : INFEASIBLE; }\n"
        "cell_t cell(int i, int j) { return plus(at(i - 1, j - 1), cell_t(2)); }\n"
        "step_t step(int i, int j) { return step_t(i - 1, j - 1, 0u); }\n");
    for (const char* method : {"stage", "tile"}) {
        SolveOptions options;
        options.method = method;
        options.keep.solution = true;
        const auto solution = solve(runner(), recurrence, {{"n", 30}, {"m", 30}}, options);
        ASSERT_OK(solution) << method;
        EXPECT_EQ(solution->status, AnswerStatus::ok) << method;
        EXPECT_EQ(solution->answer, Number(std::uint64_t{0})) << method;
        EXPECT_EQ(solution->path.size(), 29U) << method;
    }
}

/// Returns a text for paths to the right and down: the longest ones, or the shortest ones if `goal` is min. From a well
/// on, paths are endless; no path leads beyond walls.
std::string wells(const std::string& cell, const std::string& goal) {
    const std::string step = goal == "max" ? "cell_t(2)" : "cell_t(-2)";
    return "//! problem  wells\n//! pattern  NOSE\n//! class    local\n//! cell     " + cell + "\n//! goal     " +
           goal +
           "\n//! status   negative-cycle\n//! input    what u8[n * m]\n//! rows     n\n//! columns  m\n"
           "//! base     first-row 1\n//! base     first-column 1\n//! bound    2 * (n + m)\n//! answer   last\n"
           "cell_t base(int i, int j) { return cell_t(0); }\n"
           "cell_t cell(int i, int j) {\n    const uint here = what(i * columns() + j);\n"
           "    if (here == 1u) return INFEASIBLE;\n    if (here == 2u) return UNBOUNDED;\n"
           "    return " +
           goal + "(plus(at(i - 1, j), " + step + "), plus(" + step +
           ", at(i, j - 1)));\n}\n"
           "step_t step(int i, int j) {\n"
           "    overflow_if(at(i, j) == INFEASIBLE || at(i, j) == UNBOUNDED);\n"
           "    return plus(at(i - 1, j), " +
           step + ") == at(i, j) ? step_t(i - 1, j, 0u) : step_t(i, j - 1, 1u);\n}\n";
}

TEST_F(Infeasible, AndUnboundedAnswersAreDistinguishedByEveryMethodAndTheInterpreter) {
    const std::int64_t n = 40;
    const std::int64_t m = 30;
    const auto index_of = [&](std::int64_t i, std::int64_t j) { return static_cast<std::size_t>(i * m + j); };
    for (const auto& [cell, goal] : {std::pair("i64", "min"), std::pair("f32", "max")}) {
        const Recurrence recurrence = read(wells(cell, goal));
        for (const AnswerStatus expected : {AnswerStatus::ok, AnswerStatus::negative_cycle, AnswerStatus::infeasible}) {
            std::vector<std::uint8_t> what(static_cast<std::size_t>(n * m), 0);
            what[index_of(20, 3)] = expected == AnswerStatus::negative_cycle ? 2 : 1;
            what[index_of(n - 1, m - 1)] = expected == AnswerStatus::infeasible ? 1 : 0;
            const Instance instance{{"what", what}, {"n", n}, {"m", m}};
            const Interpreted reference(wells(cell, goal), instance);
            EXPECT_EQ(reference.message(), "");
            EXPECT_EQ(reference.run->status(), expected) << cell << " " << goal;
            for (const char* method : {"stage", "tile"}) {
                SolveOptions options;
                options.method = method;
                options.keep.solution = true;
                const auto solution = solve(runner(), recurrence, instance, options);
                ASSERT_OK(solution) << cell << " " << goal << " " << method;
                EXPECT_EQ(solution->status, expected) << cell << " " << goal << " " << method;
                EXPECT_EQ(solution->answer, reference.run->answer());
                EXPECT_EQ(solution->path.empty(), expected != AnswerStatus::ok) << method;
            }
        }
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
