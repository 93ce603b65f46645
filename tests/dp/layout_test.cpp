// Layouts of kept tables, and runs that are cut at a stage and resumed.
#include "algorithms/dp/prepared_recurrence.hpp"
#include "algorithms/dp/solve.hpp"
#include "compiler/assemble.hpp"
#include "tests/dp/compile_module.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp::test {
namespace {

using vkalgo::test::take;

constexpr std::array kLayouts{Layout::rows, Layout::columns, Layout::nose_diagonals, Layout::sone_diagonals};

/// Returns the number of a cell's diagonal, and i, by which the cells of a diagonal are ordered.
std::pair<std::int64_t, std::int64_t> position_on_diagonal(Layout layout, Cell cell, TableSize size) {
    return layout == Layout::nose_diagonals ? std::pair(cell.i + cell.j, cell.i)
                                            : std::pair(cell.j - cell.i + size.rows, cell.i);
}

TEST(TableLayouts, GiveEachCellItsOwnIndexAndDiagonalsConsecutiveIndices) {
    for (const TableSize size : {TableSize{1, 1}, TableSize{1, 7}, TableSize{7, 1}, TableSize{5, 9}, TableSize{9, 5}}) {
        for (const Layout layout : kLayouts) {
            const TableLayout made = take(TableLayout::of(layout, size));
            std::set<std::int64_t> indices;
            for_each_cell(size, [&](Cell cell) {
                const std::int64_t at = made.index_of(cell);
                EXPECT_GE(at, 0);
                EXPECT_LT(at, made.cells);
                EXPECT_TRUE(indices.insert(at).second);
                const Cell next{cell.i + 1, layout == Layout::nose_diagonals ? cell.j - 1 : cell.j + 1};
                const bool inside = next.i < size.rows && next.j >= 0 && next.j < size.columns;
                if (inside && layout != Layout::rows && layout != Layout::columns) {
                    EXPECT_EQ(std::abs(made.index_of(next) - at), 1);
                }
            });
        }
    }
    EXPECT_FALSE(TableLayout::of(Layout::sone_diagonals, {4, 4, 2}));
    EXPECT_EQ(take(TableLayout::of(Layout::columns, {4, 3, 2})).strides, (std::array<std::int64_t, 4>{1, 4, 12, 24}));
}

TEST(TableLayouts, ArrangeRowsByColumnsAndDiagonals) {
    const TableSize size{5, 9};
    std::vector<Cell> cells;
    std::vector<std::byte> rows;
    for_each_cell(size, [&](Cell cell) {
        rows.push_back(static_cast<std::byte>(cells.size()));
        cells.push_back(cell);
    });
    for (const Layout layout : kLayouts) {
        std::vector<Cell> expected = cells;
        std::stable_sort(expected.begin(), expected.end(), [&](Cell a, Cell b) {
            if (layout == Layout::rows) {
                return std::pair(a.i, a.j) < std::pair(b.i, b.j);
            }
            return layout == Layout::columns
                       ? std::pair(a.j, a.i) < std::pair(b.j, b.i)
                       : position_on_diagonal(layout, a, size) < position_on_diagonal(layout, b, size);
        });
        const std::vector<std::byte> made = take(arranged(rows, size, 1, layout));
        ASSERT_EQ(made.size(), expected.size());
        for (std::size_t k = 0; k < made.size(); ++k) {
            EXPECT_EQ(cells[static_cast<std::size_t>(made[k])], expected[k]);
        }
    }
}

class Layouts : public vkalgo::test::DeviceTest {
protected:
    static Solution solved(const char* problem, const Instance& instance, const SolveOptions& options) {
        return take(solve(runner(), builtin(problem), instance, options), problem);
    }
};

TEST_F(Layouts, HoldTheSameTableInTheSamePatternsAndTheSameTraceback) {
    for (const char* problem : {"lcs", "knapsack", "matrix-chain", "binomial", "edit-distance"}) {
        const Instance instance = generated(problem, {33, 20, 4, {}});
        const bool tracebacks = builtin(problem).header.has_solution();
        SolveOptions options;
        options.keep = {.table = true, .solution = tracebacks};
        options.method = "stage";
        const Solution expected = solved(problem, instance, options);
        for (const Layout layout : kLayouts) {
            options.keep.layout = layout;
            const Solution solution = solved(problem, instance, options);
            EXPECT_EQ(solution.answer, expected.answer) << problem;
            EXPECT_EQ(solution.table, expected.table) << problem;
            EXPECT_EQ(solution.path, expected.path) << problem;
        }
    }
}

TEST_F(Layouts, AreStoredOnTheDeviceInTheRequestedOrder) {
    const Instance instance = generated("lcs", {20, 33, 4, {}});
    SolveOptions plain;
    plain.keep.table = true;
    const Solution expected = solved("lcs", instance, plain);
    for (const Layout layout : kLayouts) {
        PrepareOptions options;
        options.lengths = {{"x", 20}, {"y", 33}};
        options.keep = {.table = true, .solution = false, .layout = layout};
        options.method = "stage";
        auto prepared = take(PreparedRecurrence::create(context(), take(Recurrence::builtin("lcs")), options));
        auto x = take(runner().upload_new(instance.inputs.at("x").data, "x"));
        auto y_data = instance.inputs.at("y").data;
        y_data.resize(36);
        auto y = take(runner().upload_new(y_data, "y"));
        const RecurrenceArguments arguments{.inputs = {x.view(), y.view()}};
        ASSERT_OK(runner().run([&](Recorder& recorder) { return prepared.record(recorder, arguments); }));
        const RecordingPlan plan = take(prepared.plan(arguments));
        std::vector<std::byte> stored(static_cast<std::size_t>(plan.layout.cells) * 4);
        ASSERT_OK(runner().download(prepared.table().slice(0, stored.size()), stored));
        EXPECT_EQ(plan.layout.strides, take(TableLayout::of(layout, plan.shape.size)).strides);
        const TableLayout rows = TableLayout::row_major(plan.shape.size);
        for_each_cell(plan.shape.size, [&](Cell cell) {
            EXPECT_EQ(std::memcmp(stored.data() + plan.layout.index_of(cell) * 4,
                                  expected.table.data() + rows.index_of(cell) * 4, 4),
                      0);
        });
        EXPECT_EQ(take(prepared.read(runner(), arguments)).table, expected.table);
    }
}

TEST_F(Layouts, OfDiagonalsAreRefusedByMethodsThatStoreRows) {
    SolveOptions options;
    options.keep = {.table = true, .solution = false, .layout = Layout::nose_diagonals};
    options.method = "tile";
    const auto refused = solve(runner(), builtin("lcs"), generated("lcs", {20, 20, 4, {}}), options);
    ASSERT_ERROR(refused, ErrorCode::unsupported);
    EXPECT_EQ(refused.error().where, "layout");
    options.method.clear();
    EXPECT_EQ(solved("lcs", generated("lcs", {20, 20, 4, {}}), options).method, "stage");
}

class Cuts : public Layouts {};

/// Returns the numbers of a table's stages, in the order in which they run.
std::vector<std::int64_t> solution_numbers(const char* problem, const Solution& whole) {
    const Order order = Order::of(whole.stage, whole.shape.size, builtin(problem).header.domain);
    std::vector<std::int64_t> all;
    for (std::int64_t stage = order.first; stage <= order.last; ++stage) {
        all.push_back(order.number_of(stage));
        EXPECT_EQ(order.stage_called(all.back()), stage);
    }
    return all;
}

TEST_F(Cuts, AtEveryStageAndResumedEqualTheUncutRun) {
    for (const char* problem : {"lcs", "knapsack", "matrix-chain", "binomial", "edit-distance"}) {
        const Instance instance = generated(problem, {9, 6, 4, {}});
        SolveOptions options;
        options.keep = {.table = true, .solution = builtin(problem).header.has_solution()};
        const Solution whole = solved(problem, instance, options);
        const std::vector<std::int64_t> all = solution_numbers(problem, whole);
        for (std::size_t cut = 1; cut < all.size(); cut += 1 + all.size() / 12) {
            SolveOptions first;
            first.keep.table = true;
            first.to_stage = all[cut - 1];
            const Solution begun = solved(problem, instance, first);
            SolveOptions rest = options;
            rest.from_stage = all[cut];
            rest.resume_table = begun.table;
            const Solution resumed = solved(problem, instance, rest);
            EXPECT_EQ(resumed.answer, whole.answer) << problem << " " << cut;
            EXPECT_EQ(resumed.table, whole.table) << problem << " " << cut;
            EXPECT_EQ(resumed.path, whole.path) << problem << " " << cut;
        }
    }
}

TEST_F(Cuts, LeaveZeroInCellsThatTheyDidNotReach) {
    const Instance instance = generated("lcs", {9, 6, 4, {}});
    SolveOptions options;
    options.keep.table = true;
    const Solution whole = solved("lcs", instance, options);
    // This table may lie in the memory of the previous one, which has the same size, and whose cells may still be
    // there.
    options.to_stage = 7;
    const Solution cut = solved("lcs", instance, options);
    const TableSize size = cut.shape.size;
    const std::size_t bytes = builtin("lcs").header.cell_bytes();
    ASSERT_EQ(cut.table.size(), whole.table.size());
    std::size_t at = 0;
    for_each_cell(size, [&](const Cell& cell) {
        const bool runs = cell.i + cell.j <= 7;
        for (std::size_t k = 0; k < bytes; ++k, ++at) {
            EXPECT_EQ(cut.table[at], runs ? whole.table[at] : std::byte{}) << cell.i << ", " << cell.j;
        }
    });
}

TEST_F(Cuts, CountStagesByRowsColumnsOrDiagonalsInEveryPattern) {
    const TableSize size{4, 6};
    const auto ends = [&](Pattern pattern) {
        const Order order = Order::of(StageFunction::of(pattern), size);
        EXPECT_EQ(order.stage_called(order.number_of(order.first)), order.first);
        return std::pair(order.number_of(order.first), order.number_of(order.last));
    };
    EXPECT_EQ(ends(Pattern::RUD), std::pair(0L, 3L));
    EXPECT_EQ(ends(Pattern::RDU), std::pair(3L, 0L));
    EXPECT_EQ(ends(Pattern::CLR), std::pair(0L, 5L));
    EXPECT_EQ(ends(Pattern::CRL), std::pair(5L, 0L));
    EXPECT_EQ(ends(Pattern::NOSE), std::pair(0L, 8L));
    EXPECT_EQ(ends(Pattern::SENO), std::pair(8L, 0L));
    EXPECT_EQ(ends(Pattern::SONE), std::pair(0L, 8L));
    EXPECT_EQ(ends(Pattern::NESO), std::pair(8L, 0L));
    // A chain of matrices begins at the main diagonal.
    const Order chain = Order::of(StageFunction::of(Pattern::SONE), {5, 5}, Domain::upper);
    EXPECT_EQ(chain.number_of(chain.first), 4);
}

TEST_F(Cuts, FindTheBestAlsoAmongCellsBeforeTheCut) {
    // The largest cell of the last column lies in the first row, so it is before any cut.
    const CompiledRecurrence recurrence = take(compiler::read_recurrence(
        "//! problem falling\n//! pattern RUD\n//! cell u32\n//! rows n\n//! columns 3\n//! answer max last-column\n"
        "//! base first-row 1\ncell_t base(int i, int j) { return 90u; }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j) - 1u; }\n",
        "falling.glsl"));
    const CompileModule compile = compile_module;
    const Recurrence shared = Recurrence::of(recurrence, compile);
    Instance instance;
    instance.n = 8;
    SolveOptions first;
    first.keep.table = true;
    first.to_stage = 3;
    const Solution begun = take(dp::solve(runner(), shared, instance, first));
    EXPECT_EQ(begun.answer_as<int>(), 90);
    SolveOptions rest;
    rest.keep.table = true;
    rest.from_stage = 4;
    rest.resume_table = begun.table;
    EXPECT_EQ(take(dp::solve(runner(), shared, instance, rest)).answer_as<int>(), 90);
}

TEST_F(Cuts, RefuseTheTableOfAnotherRun) {
    const auto begun = [](const char* problem, const Instance& instance, std::int64_t last) {
        SolveOptions options;
        options.keep.table = true;
        options.to_stage = last;
        return solved(problem, instance, options).table;
    };
    const auto refused = [](const char* problem, const Instance& instance, std::int64_t from,
                            const std::vector<std::byte>& table, const std::string& message) {
        SolveOptions rest;
        rest.keep.table = true;
        rest.from_stage = from;
        rest.resume_table = table;
        const auto result = solve(runner(), builtin(problem), instance, rest);
        ASSERT_ERROR(result, ErrorCode::invalid_argument) << problem << " from " << from;
        EXPECT_EQ(result.error().where, "resume_table");
        EXPECT_NE(result.error().message.find(message), std::string::npos) << result.error().message;
    };
    const Instance texts = generated("lcs", {200, 150, 4, {}});
    const Instance others = generated("lcs", {200, 150, 5, {}});
    const auto lcs = begun("lcs", texts, 100);
    refused("lcs", texts, 200, lcs, "; its earlier cells give ");
    refused("lcs", texts, 102, lcs, " in cell (");
    refused("lcs", others, 101, lcs, "; its earlier cells give ");
    refused("edit-distance", texts, 101, lcs, "has 0 in cell (");
    const Instance things = generated("knapsack", {60, 60, 4, {}});
    const auto knapsack = begun("knapsack", things, 20);
    refused("knapsack", things, 41, knapsack, " in cell (40, ");
    refused("binomial", generated("binomial", {40, 20, 1, {}}), 30,
            begun("binomial", generated("binomial", {40, 20, 1, {}}), 20),
            " in cell (29, 0); its earlier cells give 1 there");
    // A single cell of the last stage is changed. The error shows that all cells of that stage are compared.
    const Instance chain = generated("matrix-chain", {30, 30, 4, {}});
    auto products = begun("matrix-chain", chain, 40);
    const auto offset = static_cast<std::ptrdiff_t>((7 * 30 + 18) * sizeof(std::uint64_t));
    products[static_cast<std::size_t>(offset)] ^= std::byte{1};
    refused("matrix-chain", chain, 41, products, " in cell (7, 18); its earlier cells give ");
}

TEST_F(Cuts, BeginFromTablesOfRoundedNumbersAndSeveralFields) {
    const CompileModule compile = compile_module;
    const CompiledRecurrence recurrence = take(compiler::read_recurrence(
        "//! problem waves\n//! pattern RUD\n//! cell f32 low, u32 count\n//! rows n\n//! columns 300\n"
        "//! answer last\n//! value f32 c.low\n//! base first-row 1\n"
        "cell_t base(int i, int j) { return cell_t(sin(float(j)), uint(j)); }\n"
        "cell_t cell(int i, int j) {\n"
        "    const cell_t above = at(i - 1, j);\n"
        "    const float other = at(i - 1, (j + 7) % columns()).low;\n"
        "    return cell_t(above.low * 1.37 - other * 1.21 + sqrt(abs(other)), above.count + uint(i));\n"
        "}\n",
        "waves.glsl"));
    const Recurrence shared = Recurrence::of(recurrence, compile);
    Instance instance;
    instance.n = 40;
    SolveOptions first;
    first.keep.table = true;
    first.to_stage = 25;
    Solution begun = take(dp::solve(runner(), shared, instance, first));
    SolveOptions rest;
    rest.keep.table = true;
    rest.from_stage = 26;
    rest.resume_table = begun.table;
    EXPECT_OK(dp::solve(runner(), shared, instance, rest));
    begun.table[25 * 300 * 8 + 4] ^= std::byte{1};
    rest.resume_table = begun.table;
    const auto refused = dp::solve(runner(), shared, instance, rest);
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_EQ(refused.error().message,
              "the table to begin from has 324 as its count in cell (25, 0); its earlier cells give 325 there");
}

TEST_F(Cuts, HaveNoAnswerBeforeItsStage) {
    SolveOptions options;
    options.keep.table = true;
    options.to_stage = 5;
    const Solution cut = solved("lcs", generated("lcs", {9, 9, 1, {}}), options);
    EXPECT_FALSE(cut.answer);
    EXPECT_EQ(cut.status, AnswerStatus::ok);
    EXPECT_FALSE(cut.table.empty());
}

TEST_F(Cuts, AreRefusedIfTheirStagesAreInvalid) {
    const Instance instance = generated("lcs", {9, 9, 1, {}});
    const std::vector<std::byte> table(400);
    const std::vector<std::byte> short_table(396);
    const auto refused = [&](const SolveOptions& options, const char* where) {
        const auto result = solve(runner(), builtin("lcs"), instance, options);
        ASSERT_FALSE(result) << where;
        EXPECT_EQ(result.error().where, where) << result.error().message;
    };
    const Keep table_alone{.table = true};
    refused({.keep = {}, .from_stage = {}, .to_stage = 5}, "table");
    refused({.keep = table_alone, .from_stage = 19, .to_stage = {}, .resume_table = table}, "from_stage");
    refused({.keep = table_alone, .from_stage = -1, .to_stage = {}, .resume_table = table}, "from_stage");
    refused({.keep = table_alone, .from_stage = 5, .to_stage = 4, .resume_table = table}, "to_stage");
    refused({.keep = table_alone, .from_stage = {}, .to_stage = 19}, "to_stage");
    refused({.keep = table_alone, .from_stage = 5, .to_stage = {}}, "resume_table");
    refused({.keep = table_alone, .from_stage = 5, .to_stage = {}, .resume_table = short_table}, "resume_table");
    refused({.keep = table_alone, .from_stage = {}, .to_stage = {}, .resume_table = table}, "from_stage");
    refused({.keep = {.table = true, .solution = true}, .from_stage = {}, .to_stage = 5}, "to_stage");
    refused({.method = "tile", .keep = table_alone, .from_stage = {}, .to_stage = 5}, "from_stage");
}

TEST_F(Cuts, AreRefusedIfTheTableHasNoCells) {
    const CompiledRecurrence recurrence = take(compiler::read_recurrence(
        "//! problem nothing\n//! pattern RUD\n//! cell u32\n//! rows n\n//! columns n\n//! base first-row 1\n"
        "//! answer last\ncell_t base(int i, int j) { return 0u; }\n"
        "cell_t cell(int i, int j) { return at(i - 1, j); }\n",
        "nothing.glsl"));
    SolveOptions from, to;
    from.keep.table = to.keep.table = true;
    from.from_stage = to.to_stage = 0;
    for (const auto& [options, where] : {std::pair{from, "from_stage"}, {to, "to_stage"}}) {
        const auto result = plan_solve(recurrence.header, Instance{}, options, context().profile());
        ASSERT_ERROR(result, ErrorCode::invalid_argument);
        EXPECT_EQ(result.error().where, where) << result.error().message;
        EXPECT_NE(result.error().message.find("no cells"), std::string::npos) << result.error().message;
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
