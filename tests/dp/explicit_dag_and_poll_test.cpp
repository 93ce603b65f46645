// Compares the methods `explicit-dag` and `poll`, which exist for comparison, with `stage`: the table bit for bit, the
// minimal sequence of stages, and what they refuse.
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "compiler/recurrence.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <string>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

Recurrence fresh_recurrence(const std::string& text) {
    return Recurrence::of(take(compiler::read_recurrence(text, "a.glsl")), compile_module);
}

/// Returns a built-in recurrence.
Recurrence recurrence_named(const char* problem) {
    return Recurrence::of(builtin(problem), compile_module);
}

SolveOptions table_by(const std::string& method) {
    return {.method = method, .keep = {.table = true}};
}

class ExplicitDagAndPoll : public vkalgo::test::DeviceTest {
protected:
    /// Compares methods `explicit-dag` and `poll` with `stage`. Returns how many of the two run the recurrence.
    static int expect_same_table(const Recurrence& recurrence, const Instance& instance, const std::string& what) {
        const auto expected = solve(runner(), recurrence, instance, table_by("stage"));
        EXPECT_TRUE(expected) << what;
        int runs = 0;
        for (const char* method : {"explicit-dag", "poll"}) {
            const auto solution = solve(runner(), recurrence, instance, table_by(method));
            if (!expected || (!solution && solution.error().code == ErrorCode::unsupported)) {
                continue;
            }
            EXPECT_TRUE(solution) << what << " by " << method << ": " << (solution ? "" : solution.error().message);
            if (solution) {
                EXPECT_EQ(solution->table, expected->table) << what << " by " << method;
                EXPECT_EQ(solution->answer, expected->answer) << what << " by " << method;
                ++runs;
            }
        }
        return runs;
    }

    static Shape shape_of_random(const char* problem, std::int64_t n) {
        return take(shape_of(builtin(problem).header, outlined(problem, {n, n, 1, {}}), builtin(problem).header.stage));
    }

    /// Returns the error of a plan for this problem and this n, or nullopt.
    static std::optional<Error> refusal(const char* problem, std::int64_t n, const char* method, Keep keep = {}) {
        PlanRequest request;
        request.header = &builtin(problem).header;
        request.stage = request.header->stage;
        request.shape = shape_of_random(problem, n);
        request.keep = keep;
        const auto plan = make_plan(request, context().profile(), method);
        return plan ? std::nullopt : std::optional(plan.error());
    }
};

TEST_F(ExplicitDagAndPoll, FillTheTableOfStageInEveryPattern) {
    // Each cell reads two cells that are earlier in the pattern. The data chooses the second one.
    const std::pair<const char*, const char*> patterns[] = {
        {"RUD", "at(i - 1, j) * 3u + at(i - 1, (j + int(x(j))) % columns())"},
        {"RDU", "at(i + 1, j) * 3u + at(i + 1, (j + int(x(j))) % columns())"},
        {"CLR", "at(i, j - 1) * 3u + at((i + int(x(i))) % rows(), j - 1)"},
        {"CRL", "at(i, j + 1) * 3u + at((i + int(x(i))) % rows(), j + 1)"},
        {"NOSE", "at(i - 1, j) * 3u + at(i, int(x(i)) % j)"},
        {"SENO", "at(i + 1, j) * 3u + at(i, columns() - 1 - int(x(i)) % (columns() - 1 - j))"},
        {"SONE", "at(i + 1, j) * 3u + at(i, int(x(i)) % j)"},
        {"NESO", "at(i - 1, j) * 3u + at(i, columns() - 1 - int(x(i)) % (columns() - 1 - j))"},
    };
    for (const auto& [pattern, value] : patterns) {
        const Recurrence recurrence = fresh_recurrence(
            std::string("//! problem a\n//! pattern ") + pattern +
            "\n//! cell u32\n//! input x u32[] in 0 .. 1000\n//! rows n\n//! columns m\n//! base first-row 1\n"
            "//! base last-row 1\n//! base first-column 1\n//! base last-column 1\n//! answer last\n"
            "cell_t base(int i, int j) { return uint(i * 7 + j * 11) + x(max(i, j)); }\n"
            "cell_t cell(int i, int j) { return 1u + " +
            value + "; }\n");
        for (const auto& [n, m] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {9, 13}, {34, 21}}) {
            std::vector<std::uint32_t> x;
            for (std::int64_t k = 0; k < std::max(n, m); ++k) {
                x.push_back(static_cast<std::uint32_t>((k * 2654435761) >> 7) % 1000);
            }
            EXPECT_EQ(expect_same_table(recurrence, {{"x", x}, {"n", n}, {"m", m}}, pattern), 2) << pattern;
        }
    }
}

TEST_F(ExplicitDagAndPoll, FillTheTablesOfBuiltInProblems) {
    const std::pair<const char*, int> problems[] = {{"lcs", 2},           {"knapsack", 2},      {"matrix-chain", 2},
                                                    {"edit-distance", 2}, {"spanning-tree", 1}, {"covering", 2},
                                                    {"fibonacci", 2}};
    for (const auto& [problem, methods] : problems) {
        const Recurrence recurrence = recurrence_named(problem);
        for (const std::uint64_t seed : {1U, 2U}) {  // Reads depend on values: the second graph is a different one
            GeneratorOptions options{8, 11, seed, {}};
            EXPECT_EQ(expect_same_table(recurrence, generated(problem, options), problem), methods) << problem;
        }
    }
}

TEST_F(ExplicitDagAndPoll, TakeTheMinimalSequenceOfStages) {
    // The stages are the border and the diagonals i + j = 2 .. 50.
    const auto lcs =
        solve(runner(), recurrence_named("lcs"), generated("lcs", {20, 30, 1, {}}), table_by("explicit-dag"));
    ASSERT_OK(lcs);
    EXPECT_TRUE(lcs->plan_summary.starts_with("50 minimal stages, ")) << lcs->plan_summary;
    EXPECT_NE(lcs->plan_summary.find("651 cells and 1"), std::string::npos) << lcs->plan_summary;
    // In this sequential row each cell reads the cell two columns before it. So 40 columns have 20 stages, although the
    // pattern has one stage for a row.
    const Recurrence row = fresh_recurrence(
        "//! problem a\n//! pattern RUD\n//! sequential row\n//! cell u32\n//! rows 3\n//! columns n\n//! answer last\n"
        "cell_t cell(int i, int j) { return j < 2 ? 1u : at(i, j - 2) + 1u; }\n");
    const auto chain = solve(runner(), row, {{"n", 40}}, table_by("explicit-dag"));
    ASSERT_OK(chain);
    EXPECT_TRUE(chain->plan_summary.starts_with("20 minimal stages, ")) << chain->plan_summary;
    EXPECT_EQ(expect_same_table(row, {{"n", 40}}, "sequential"), 2);
}

TEST_F(ExplicitDagAndPoll, ReportReadsThatBreakARule) {
    // A real instance reads further than the instances that the check drew.
    const Recurrence recurrence = fresh_recurrence(
        "//! problem a\n//! pattern RUD\n//! cell u32\n//! input x u32[]\n//! rows 3\n//! columns len(x)\n"
        "//! base first-row 1\n//! answer last\ncell_t base(int i, int j) { return 1u; }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j) + (j == 39000 ? at(i + 1, j) : 0u); }\n");
    const std::vector<std::uint32_t> x(40'000, 1);
    const auto expected = solve(runner(), recurrence, {{"x", x}}, table_by("stage"));
    ASSERT_ERROR(expected, ErrorCode::invalid_argument);
    for (const char* method : {"explicit-dag", "poll"}) {
        const auto refused = solve(runner(), recurrence, {{"x", x}}, table_by(method));
        ASSERT_ERROR(refused, ErrorCode::invalid_argument);
        EXPECT_EQ(refused.error().where, expected.error().where);
        EXPECT_NE(refused.error().message.find("(1, 39000) reads at(2, 39000)"), std::string::npos)
            << refused.error().message;
    }
}

TEST_F(ExplicitDagAndPoll, AreRefusedBeforehandForWhatTheyCannotRun) {
    EXPECT_FALSE(refusal("lcs", 1500, "explicit-dag"));
    EXPECT_FALSE(refusal("lcs", 1500, "poll"));
    for (const char* method : {"explicit-dag", "poll"}) {
        const auto cells = refusal("lcs", 3000, method);
        ASSERT_TRUE(cells);
        EXPECT_EQ(cells->code, ErrorCode::too_large);
        EXPECT_NE(cells->message.find("4194304 cells"), std::string::npos) << cells->message;
        const auto solution = refusal("lcs", 100, method, {.solution = true});
        ASSERT_TRUE(solution);
        EXPECT_EQ(solution->code, ErrorCode::unsupported);
    }
    const auto edges = refusal("matrix-chain", 1000, "explicit-dag");
    ASSERT_TRUE(edges);
    EXPECT_EQ(edges->code, ErrorCode::too_large);
    EXPECT_NE(edges->message.find(" cells with about "), std::string::npos) << edges->message;
    EXPECT_NE(edges->message.find(" bytes; at most 1073741824 are allowed"), std::string::npos) << edges->message;
    const auto loops = refusal("spanning-tree", 10, "poll");
    ASSERT_TRUE(loops);
    EXPECT_EQ(loops->code, ErrorCode::unsupported);
    EXPECT_FALSE(refusal("spanning-tree", 10, "explicit-dag"));
}

TEST_F(ExplicitDagAndPoll, RunOnlyIfTheyAreNamed) {
    for (const CompiledRecurrence* each : builtin_recurrences()) {
        PlanRequest request;
        request.header = &each->header;
        request.stage = each->header.stage;
        request.shape = shape_of_random(each->header.problem.c_str(), 6);
        for (const Method* method : methods_for(request)) {
            EXPECT_FALSE(method->only_by_name) << each->header.problem;
        }
        const auto plan = make_plan(request, context().profile());
        EXPECT_TRUE(plan && !(*plan)->method->only_by_name) << each->header.problem;
    }
}

TEST_F(ExplicitDagAndPoll, CanBePreparedInAdvanceOnlyInTheCaseOfPoll) {
    const Recurrence lcs = recurrence_named("lcs");
    const auto graph = lcs.prepare(context(), {.lengths = {{"x", 5}, {"y", 5}}, .method = "explicit-dag"});
    ASSERT_ERROR(graph, ErrorCode::unsupported);
    EXPECT_EQ(graph.error().where, "method");
    EXPECT_OK(lcs.prepare(context(), {.lengths = {{"x", 5}, {"y", 5}}, .method = "poll"}));
}

}  // namespace
}  // namespace vkalgo::dp::test
