// Tracebacks over tiles, compared with tracebacks over the stored table: the same records in the same order, and the
// same end.
#include "algorithms/dp/method/testing.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"
#include "tests/support/effort.hpp"

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp::test {
namespace {

class TileTracebacks : public vkalgo::test::DeviceTest {
protected:
    static Solution traced(CompiledRecurrence& recurrence, const Instance& instance, const SolveOptions& options) {
        const auto compile = [&recurrence](CompiledRecurrence& wanted, const std::string& module) -> Result<void> {
            VKALGO_CHECK(compile_module(recurrence, module));
            wanted.modules[module] = recurrence.modules.at(module);
            return {};
        };
        return vkalgo::test::take(solve(runner(), recurrence, instance, options, compile));
    }

    /// Expects a refusal at cell (300, 20), with that reason.
    static void expect_refused(const std::string& text, ErrorCode code, const char* why) {
        CompiledRecurrence recurrence =
            vkalgo::test::take(compiler::read_recurrence(text, "traceback.glsl"), text.c_str());
        SolveOptions options;
        options.keep.solution = true;
        options.method = "tile";
        const auto refused = solve(runner(), recurrence, generated("lcs", {500, 20, 7, {}}), options,
                                   [&](CompiledRecurrence& wanted, const std::string& module) -> Result<void> {
                                       VKALGO_CHECK(compile_module(recurrence, module));
                                       wanted.modules[module] = recurrence.modules.at(module);
                                       return {};
                                   });
        ASSERT_ERROR(refused, code);
        EXPECT_NE(refused.error().message.find("cell (300, 20)"), std::string::npos) << refused.error().message;
        EXPECT_NE(refused.error().message.find(why), std::string::npos) << refused.error().message;
    }

    static void expect_same_traceback(const std::string& text, std::int64_t n, std::int64_t m) {
        CompiledRecurrence recurrence =
            vkalgo::test::take(compiler::read_recurrence(text, "traceback.glsl"), text.c_str());
        const Instance instance = generated("lcs", {n, m, 7, {}});
        SolveOptions options;
        options.keep.solution = true;
        options.method = "stage";
        const Solution expected = traced(recurrence, instance, options);
        ASSERT_FALSE(expected.path.empty());
        options.method = "tile";
        for (const std::uint32_t lanes : {0u, 8u, 64u}) {
            const TestKnobs knobs{.lanes = lanes};
            options.knobs = &knobs;
            const Solution solution = traced(recurrence, instance, options);
            const std::string what = std::to_string(n) + " x " + std::to_string(m) + ", lanes " + std::to_string(lanes);
            EXPECT_EQ(solution.path, expected.path) << what;
            ASSERT_TRUE(solution.path_end) << what;
            EXPECT_EQ(*solution.path_end, *expected.path_end) << what;
        }
    }
};

/// Returns the cell that a traceback began at.
Cell begin_of(const Solution& solution) {
    return solution.path.empty() ? *solution.path_end : Cell{solution.path.front().i, solution.path.front().j};
}

/// Returns the first cell of the border that holds its least or largest value, by the kept table of (n + 1) x (m + 1)
/// i32.
Cell first_holder(const Solution& solution, const std::string& answer, std::int64_t n, std::int64_t m) {
    std::vector<std::int32_t> cells(solution.table.size() / 4);
    std::memcpy(cells.data(), solution.table.data(), solution.table.size());
    const bool is_column = answer.ends_with("column");
    const bool is_last = answer.find("last") != std::string::npos;
    Cell holder{-1, -1};
    std::int32_t best = 0;
    for (std::int64_t k = 0; k <= (is_column ? n : m); ++k) {
        const Cell cell = is_column ? Cell{k, is_last ? m : 0} : Cell{is_last ? n : 0, k};
        const std::int32_t value = cells[static_cast<std::size_t>(cell.i * (m + 1) + cell.j)];
        if (holder.i < 0 || (answer.starts_with("max") ? value > best : value < best)) {
            holder = cell;
            best = value;
        }
    }
    return holder;
}

constexpr const char* kTracebackHead =
    "//! problem traceback\n//! about longest common subsequence\n//! class local\n//! cell u32\n//! pattern NOSE\n"
    "//! input x u8[]\n//! input y u8[]\n//! rows len(x) + 1\n//! columns len(y) + 1\n";
constexpr const char* kTracebackBase =
    "//! base first-row 1\n//! base first-column 1\ncell_t base(int i, int j) { return 0u; }\n";
constexpr const char* kRule =
    "cell_t cell(int i, int j) {\n"
    "    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 1u;\n"
    "    return max(at(i - 1, j), at(i, j - 1));\n}\n"
    "step_t step(int i, int j) {\n"
    "    if (x(i - 1) == y(j - 1)) return step_t(i - 1, j - 1, 40u + x(i - 1));\n"
    "    if (at(i - 1, j) >= at(i, j - 1)) return step_t(i - 1, j, 1u);\n"
    "    return step_t(i, j - 1, 2u);\n}\n";

TEST_F(TileTracebacks, GoThroughManyBlocks) {
    const std::string text = std::string(kTracebackHead) + "//! answer last\n" + kTracebackBase + kRule;
    expect_same_traceback(text, 1500, 1300);
    if (vkalgo::test::kEveryKernel) {
        expect_same_traceback(text, 40, 2100);
        expect_same_traceback(text, 2100, 40);
    }
}

TEST_F(TileTracebacks, BeginLeftOfTheTablesLastColumn) {
    expect_same_traceback(std::string(kTracebackHead) + "//! answer at(len(x), len(y) / 2)\n" + kTracebackBase + kRule,
                          700, 900);
}

// The rule is lcs with a charge for symbols that are left out, so that the largest cell of a border may lie anywhere on
// it.
TEST_F(TileTracebacks, BeginAtTheFirstCellOfTheBorderThatHoldsTheAnswer) {
    const std::string rule =
        "cell_t cell(int i, int j) {\n"
        "    if (x(i - 1) == y(j - 1)) return at(i - 1, j - 1) + 3;\n"
        "    return max(at(i - 1, j), at(i, j - 1)) - 2;\n}\n"
        "step_t step(int i, int j) {\n"
        "    if (x(i - 1) == y(j - 1)) return step_t(i - 1, j - 1, 0u);\n"
        "    return at(i - 1, j) >= at(i, j - 1) ? step_t(i - 1, j, 1u) : step_t(i, j - 1, 2u);\n}\n";
    const std::string base =
        "//! base first-row 1\n//! base first-column 1\ncell_t base(int i, int j) { return -2 * (i + j); }\n";
    std::string head = kTracebackHead;
    head.replace(head.find("u32"), 3, "i32");
    for (const std::string answer : {"max last-row", "max last-column", "min last-row", "max first-row"}) {
        if (!vkalgo::test::kEveryKernel && answer != "max last-row" && answer != "max last-column") {
            continue;
        }
        std::string text = head;
        text.append("//! answer ").append(answer).append("\n").append(base).append(rule);
        CompiledRecurrence recurrence =
            vkalgo::test::take(compiler::read_recurrence(text, "traceback.glsl"), text.c_str());
        for (const auto& [n, m] : {std::pair<std::int64_t, std::int64_t>{200, 450}, {5, 6}}) {
            const Instance instance = generated("lcs", {n, m, 7, {}});
            SolveOptions options;
            options.keep.solution = options.keep.table = true;
            options.method = "stage";
            const Solution expected = traced(recurrence, instance, options);
            const Cell start = first_holder(expected, answer, n, m);
            const std::string what = answer + ", " + std::to_string(n) + " x " + std::to_string(m);
            EXPECT_EQ(expected.shape.answer.i, start.i) << what;
            EXPECT_EQ(expected.shape.answer.j, start.j) << what;
            EXPECT_EQ(begin_of(expected).i, start.i) << what;
            EXPECT_EQ(begin_of(expected).j, start.j) << what;
            options.method = "tile";
            for (const bool table : {true, false}) {
                options.keep.table = table;
                const Solution solution = traced(recurrence, instance, options);
                EXPECT_EQ(solution.answer, expected.answer) << what;
                EXPECT_EQ(solution.path, expected.path) << what;
                EXPECT_EQ(begin_of(solution).i, start.i) << what;
                EXPECT_EQ(begin_of(solution).j, start.j) << what;
            }
        }
    }
}

TEST_F(TileTracebacks, EndInsideTheTableAtABaseRegion) {
    const std::string base =
        "//! base first-row 1\n//! base first-column 1\n//! base diagonal 3\n"
        "cell_t base(int i, int j) { return 0u; }\n";
    expect_same_traceback(std::string(kTracebackHead) + "//! answer last\n" + base + kRule, 900, 400);
}

TEST_F(TileTracebacks, LeaveATableThatHasNoBase) {
    const std::string rule =
        "cell_t cell(int i, int j) {\n"
        "    cell_t upper = 0u;\n    cell_t before = 0u;\n    cell_t corner = 0u;\n"
        "    if (i > 0) upper = at(i - 1, j);\n    if (j > 0) before = at(i, j - 1);\n"
        "    if (i > 0 && j > 0) corner = at(i - 1, j - 1);\n"
        "    if (i > 0 && j > 0 && x(i - 1) == y(j - 1)) return corner + 1u;\n    return max(upper, before);\n}\n"
        "step_t step(int i, int j) {\n"
        "    if (i > 0 && j > 0 && x(i - 1) == y(j - 1)) return step_t(i - 1, j - 1, 0u);\n"
        "    if (i > 0 && (j == 0 || at(i - 1, j) >= at(i, j - 1))) return step_t(i - 1, j, 1u);\n"
        "    return step_t(i, j - 1, 2u);\n}\n";
    expect_same_traceback(std::string(kTracebackHead) + "//! answer last\n" + rule, 600, 700);
}

TEST_F(TileTracebacks, LeaveATableThatHasNoBaseFromWithin) {
    const std::string rule =
        "cell_t cell(int i, int j) { return (i > 0 ? at(i - 1, j) : 0u) + 1u; }\n"
        "step_t step(int i, int j) {\n"
        "    if (at(i, j) == 40u) return step_t(-1, -1, 1u);\n    return step_t(i - 1, j, 0u);\n}\n";
    expect_same_traceback(std::string(kTracebackHead) + "//! answer last\n" + rule, 300, 20);
}

TEST_F(TileTracebacks, ContinueInTheStateThatTheStepNames) {
    const std::string rule =
        "cell_t cell(int i, int j) { return max(at(i - 1, j), at(i, j - 1)) + (x(i - 1) == y(j - 1) ? 1u : 0u); }\n"
        "step_t step(int i, int j, uint state) {\n"
        "    if (state % 3u == 0u) return step_t(i - 1, j, 0u, state + 1u);\n"
        "    return step_t(i, j - 1, state, state + at(i, j));\n}\n";
    expect_same_traceback(std::string(kTracebackHead) + "//! answer last\n" + kTracebackBase + rule, 300, 200);
}

// Each traceback goes up to row 300 and breaks the rule there.
TEST_F(TileTracebacks, RefuseAStepToItsOwnCellOrBeyondNeighbours) {
    const std::pair<const char*, bool> tracebacks[] = {
        {"step_t step(int i, int j) { return step_t(i > 300 ? i - 1 : i, j, 0u); }\n", false},
        {"step_t step(int i, int j) { return step_t(i == 300 ? i - 3 : i - 1, j, 0u); }\n", true},
        {"step_t step(int i, int j, uint s) { return step_t(i > 300 ? i - 1 : i, j, 0u, s); }\n", false},
        {"step_t step(int i, int j, uint s) {\n"
         "    return step_t(i > 300 ? i - 1 : i + 1, i > 300 ? j : j - 2, 0u, s);\n}\n",
         true}};
    for (const auto& [step, is_far] : tracebacks) {
        const std::string text = std::string(kTracebackHead) + "//! answer last\n" + kTracebackBase +
                                 "cell_t cell(int i, int j) { return at(i - 1, j) + 1u; }\n" + step;
        expect_refused(text, is_far ? ErrorCode::unsupported : ErrorCode::invalid_argument,
                       is_far ? "which is not a neighbour" : "earlier");
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
