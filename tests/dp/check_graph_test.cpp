// The dependency graphs that the check records: of the case studies of the thesis, with their stages; of recurrences
// with cycles or with another order than they declare; and of random recurrences.
#include "algorithms/dp/check/check.hpp"
#include "algorithms/dp/method/method.hpp"
#include "tests/dp/interpreted.hpp"
#include "tests/dp/random/draw.hpp"
#include "tests/dp/random/text.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/effort.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

using Numbers = std::vector<std::size_t>;
using vkalgo::test::take;

/// Returns the graph of `instance` or, if that is null, of an instance that the check draws.
CheckedGraph graph_of(const CompiledRecurrence& recurrence, const Instance* instance = nullptr) {
    CheckOptions options{.instance = instance, .graph = true};
    if (instance != nullptr) {
        options.params = instance->params;
    }
    CheckReport report = take(check_reads(recurrence, recurrence.header.stage, compile_module, options));
    if (!report.graph) {
        throw std::runtime_error("no graph");
    }
    return std::move(*report.graph);
}

CheckedGraph graph_of(std::string_view problem, Instance instance) {
    const CompiledRecurrence& recurrence = builtin(problem);
    take(check_instance(recurrence.header, instance, recurrence.header.stage));
    CheckedGraph graph = graph_of(recurrence, &instance);
    EXPECT_EQ(graph.source, CheckedGraph::Source::whole);
    return graph;
}

CompiledRecurrence read(const std::string& source) {
    return take(compiler::read_recurrence(source, "sample.glsl"));
}

Numbers widths(const DependencyGraph& graph) {
    Numbers widths;
    for (const auto& stage : graph.stages()) {
        widths.push_back(stage.size());
    }
    return widths;
}

/// Expects that `function` returns s for the cells of each stage s from 1 on. For base cells it may return any value.
void expect_stages(const CheckedGraph& checked, const std::function<std::int64_t(Cell)>& function) {
    const auto stages = checked.graph.stages();
    for (std::size_t s = 1; s < stages.size(); ++s) {
        for (const std::size_t cell : stages[s]) {
            EXPECT_EQ(function(checked.graph.cells()[cell]), static_cast<std::int64_t>(s));
        }
    }
}

std::string names(const std::vector<Direction>& directions, std::size_t indices = 2) {
    std::string text;
    for (const Direction& each : directions) {
        text += (text.empty() ? "" : " ") + each.text(indices);
    }
    return text;
}

TEST(CheckedGraph, OfBinomialCoefficientsGoesRowByRow) {
    const CheckedGraph checked = graph_of("binomial", coefficient(6, 4));
    EXPECT_EQ(checked.graph.cells().size(), 35U);
    EXPECT_EQ(checked.graph.edges(), 2U * 6 * 4);
    EXPECT_EQ(widths(checked.graph), (Numbers{11, 4, 4, 4, 4, 4, 4}));
    expect_stages(checked, [](Cell cell) { return cell.i; });
    EXPECT_EQ(names(checked.graph.direct_directions()), "UpLeft Up");
    EXPECT_EQ(names(checked.graph.absolute_directions()), "UpLeft Up");
    ASSERT_EQ(checked.answers.size(), 1U);
    EXPECT_EQ(checked.graph.cells()[checked.answers[0]], (Cell{6, 4}));
    const Numbers needed = checked.graph.generated_by(checked.answers);
    for (std::size_t cell = 0; cell < checked.graph.cells().size(); ++cell) {
        // The answer needs all cells except those to the left of the diagonal through the answer's cell.
        const auto [i, j, k, l] = checked.graph.cells()[cell];
        EXPECT_EQ(std::binary_search(needed.begin(), needed.end(), cell), j >= i - 2) << i << ", " << j;
    }
}

TEST(CheckedGraph, OfTheKnapsackGoesRowByRow) {
    const CheckedGraph checked = graph_of("knapsack", items({3, 4, 2, 0}, {5, 6, 3, 1}, 6));
    EXPECT_EQ(widths(checked.graph), (Numbers{7, 7, 7, 7, 7}));
    expect_stages(checked, [](Cell cell) { return cell.i; });
    // The answer needs these columns of a row: 6 minus the weight of each set of later items, if the set fits. From the
    // last to the first, the items weigh 0, 2, 4 and 3.
    EXPECT_EQ(checked.graph.generated_by(checked.answers).size(), 1U + 1 + 2 + 4 + 6);
    EXPECT_EQ(names(checked.graph.direct_directions()), "UpLeft Up");
}

TEST(CheckedGraph, OfTheLongestCommonSubsequenceGoesByDiagonals) {
    // Without a common letter, each cell reads upwards and to the left.
    const CheckedGraph apart = graph_of("lcs", strings("aaaa", "ccc"));
    EXPECT_EQ(widths(apart.graph), (Numbers{8, 1, 2, 3, 3, 2, 1}));
    EXPECT_EQ(apart.graph.stages().size() - 1, 4U + 3 - 1);
    expect_stages(apart, [](Cell cell) { return cell.i + cell.j - 1; });
    EXPECT_EQ(names(apart.graph.direct_directions()), "Up Left");
    EXPECT_EQ(names(apart.graph.absolute_directions()), "UpLeft Up Left");
    EXPECT_EQ(apart.graph.generated_by(apart.answers).size(), 19U) << "all but the corner (0, 0)";
    // If all letters are equal, each cell reads only diagonally. So there are fewer stages, and the answer needs fewer
    // cells.
    const CheckedGraph equal = graph_of("lcs", strings("aaaa", "aaa"));
    EXPECT_EQ(widths(equal.graph), (Numbers{8, 6, 4, 2}));
    EXPECT_EQ(equal.graph.generated_by(equal.answers).size(), 4U);
}

// Figure 4.1: the answer needs every cell of the graph.
TEST(CheckedGraph, OfTheEditDistanceIsNeededAsAWhole) {
    const CheckedGraph checked = graph_of("edit-distance", strings("agcgtag", "gtcaga"));
    EXPECT_EQ(checked.graph.generated_by(checked.answers).size(), 8U * 7);
    EXPECT_EQ(checked.graph.stages().size() - 1, 7U + 6 - 1);
    EXPECT_EQ(widths(checked.graph), (Numbers{14, 1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1}));
    EXPECT_EQ(names(checked.graph.direct_directions()), "UpLeft Up Left");
    expect_stages(checked, [](Cell cell) { return cell.i + cell.j - 1; });
}

TEST(CheckedGraph, OfAMatrixChainGoesByDiagonals) {
    const CheckedGraph checked = graph_of("matrix-chain", chain({8, 3, 7, 4, 2, 5, 6}));
    EXPECT_EQ(checked.graph.cells().size(), 21U) << "the domain alone";
    EXPECT_EQ(widths(checked.graph), (Numbers{6, 5, 4, 3, 2, 1}));
    expect_stages(checked, [](Cell cell) { return cell.j - cell.i; });
    EXPECT_EQ(names(checked.graph.direct_directions()), "Left Down");
    EXPECT_EQ(names(checked.graph.absolute_directions()), "Left DownLeft Down");
    EXPECT_EQ(checked.graph.generated_by(checked.answers).size(), 21U);
}

const std::string kGraphHead = "//! problem  sample\n//! class    any\n//! cell     i32\n";

TEST(CheckedGraph, OfAChainHasAStageForEachCell) {
    const CompiledRecurrence recurrence =
        read(kGraphHead +
             "//! pattern  CLR\n//! rows     1\n//! columns  n\n//! base     first-column 2\n"
             "//! answer   at(0, n - 2)\ncell_t base(int i, int j) { return 1; }\n"
             "cell_t cell(int i, int j) { return at(i, j - 1) + at(i, j - 2); }\n");
    Instance twelve;
    twelve.n = 12;
    const CheckedGraph checked = graph_of(recurrence, &twelve);
    EXPECT_EQ(widths(checked.graph), (Numbers{2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
    EXPECT_EQ(checked.graph.generated_by(checked.answers).size(), 11U) << "the last cell is not needed";
    EXPECT_EQ(names(checked.graph.direct_directions()), "Left");
}

TEST(CheckedGraph, OfThreeIndicesHasDirectionsGivenBySigns) {
    const CompiledRecurrence recurrence = read(
        "//! problem  sample\n//! stage    i + j + k\n//! class    local\n//! cell     i32\n//! rows     n\n"
        "//! columns  n\n//! index    k 3\n//! base     first-row 1\n//! answer   last\n"
        "cell_t base(int i, int j, int k) { return 1; }\ncell_t cell(int i, int j, int k) {\n"
        "    return at(i - 1, j, k) + (k > 0 ? at(i, j, k - 1) : 0);\n}\n");
    const CheckedGraph checked = graph_of(recurrence);
    EXPECT_EQ(checked.source, CheckedGraph::Source::random);
    EXPECT_EQ(names(checked.graph.direct_directions(), 3), "(-, 0, 0) (0, 0, -)");
    EXPECT_EQ(names(checked.graph.absolute_directions(), 3), "(-, 0, -) (-, 0, 0) (0, 0, -)");
}

TEST(CheckedGraph, HasTheCellsThatASearchForTheAnswerReads) {
    const std::string text = kGraphHead +
                             "//! pattern  RUD\n//! rows     n\n//! columns  n\n//! base     first-row 1\n"
                             "cell_t base(int i, int j) { return j; }\n"
                             "cell_t cell(int i, int j) { return at(i - 1, j) + 1; }\n//! answer   ";
    Instance instance;
    instance.n = 5;
    for (const auto& [answer, searched, needed] : {std::tuple{"max all", 25U, 25U},
                                                   {"max last-column", 5U, 5U},
                                                   {"min first-row or last-row", 10U, 25U},
                                                   {"min first-row", 5U, 5U},
                                                   {"at(2, 3)", 1U, 3U},
                                                   {"last", 1U, 5U}}) {
        const CheckedGraph checked = graph_of(read(text + answer + "\n"), &instance);
        EXPECT_EQ(checked.answers.size(), searched) << answer;
        EXPECT_EQ(checked.graph.generated_by(checked.answers).size(), needed) << answer;
    }
}

TEST(CheckedGraph, IsOfTheGivenInstanceOrOfItsBeginning) {
    const std::string letters(1000, 'a');
    for (const auto& [x, y, rows, columns] :
         {std::tuple{19U, 19U, 20, 20}, {99U, 3U, 100, 4}, {20U, 20U, 17, 17}, {1000U, 1U, 129, 2}}) {
        Instance instance = strings(letters.substr(0, x), letters.substr(0, y));
        const CheckedGraph checked = graph_of(builtin("lcs"), &instance);
        const bool is_whole = rows == static_cast<int>(x) + 1;
        EXPECT_EQ(checked.source, is_whole ? CheckedGraph::Source::whole : CheckedGraph::Source::beginning);
        EXPECT_EQ(checked.shape.size, (TableSize{rows, columns}));
        EXPECT_LE(checked.graph.cells().size(), static_cast<std::size_t>(kMaxGraphCells));
    }
}

TEST(CheckedGraph, IsRecordedOnlyOnRequest) {
    const CompiledRecurrence& lcs = builtin("lcs");
    EXPECT_FALSE(take(check_reads(lcs, lcs.header.stage)).graph);
    // A table without cells has no graph, and the check draws no other instance for it.
    Instance none = chain({3});
    take(check_instance(builtin("matrix-chain").header, none, builtin("matrix-chain").header.stage));
    EXPECT_FALSE(take(check_reads(builtin("matrix-chain"), builtin("matrix-chain").header.stage, {},
                                  {.instance = &none, .graph = true}))
                     .graph);
    const CheckedGraph checked = graph_of(lcs);
    EXPECT_EQ(checked.source, CheckedGraph::Source::random);
    EXPECT_EQ(checked.shape.size, (TableSize{6, 8}));
}

std::string refusal(const std::string& source) {
    const CompiledRecurrence recurrence = read(source);
    const auto refused = check_reads(recurrence, recurrence.header.stage, compile_module);
    EXPECT_ERROR(refused, ErrorCode::invalid_argument);
    return refused ? "" : refused.error().message;
}

std::string square(const std::string& pattern, const std::string& cell) {
    return kGraphHead + "//! pattern  " + pattern +
           "\n//! rows     n\n//! columns  n\n//! base     first-row 1\n//! base     first-column 1\n//! answer   "
           "last\n"
           "cell_t base(int i, int j) { return i - j; }\ncell_t cell(int i, int j) { return " +
           cell + "; }\n";
}

#define EXPECT_HAS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

TEST(CheckedGraph, RefusesCyclesAndNamesTheirCells) {
    // (1, 2) and (2, 1) read each other.
    const std::string swap = refusal(square("NOSE", "i + j == 3 ? at(j, i) : at(i - 1, j)"));
    EXPECT_HAS(
        swap,
        "sample.glsl: cell (1, 2) reads at(2, 1), which reads at(1, 2); no order of the cells computes such a cycle");
    EXPECT_HAS(swap, "correct one of these reads");
    EXPECT_HAS(refusal(square("NOSE", "i == 2 && j == 3 ? at(i, j) : at(i - 1, j)")),
               "cell (2, 3) reads at(2, 3); no order of the cells computes such a cycle");
    // The cycle has all cells of a row: the first reads the last, and each other cell reads the cell to its left.
    EXPECT_HAS(
        refusal(square("CLR", "i != 3 ? at(i, j - 1) : j == 1 ? at(3, columns() - 1) : at(i, j - 1)")),
        "cell (3, 1) reads at(3, 4), which reads at(3, 3), which reads at(3, 2), which reads at(3, 1); no order");
    // In the order of the cells, a read that is not on the cycle comes first.
    EXPECT_HAS(refusal(square("NOSE", "i == 1 && j == 1 ? at(1, 2) : i + j == 5 ? at(j, i) : at(i - 1, j)")),
               "cell (1, 4) reads at(4, 1), which reads at(1, 4); no order of the cells computes such a cycle");
}

TEST(CheckedGraph, NamesTheFirstCellsOfALongCycle) {
    std::string wide = square("NOSE", "j == 1 ? (i == 1 ? at(rows() - 1, 1) : at(i - 1, 1)) : 0");
    wide.replace(wide.find("rows     n"), 10, "rows     n + 6");
    EXPECT_HAS(refusal(wide),
               "cell (1, 1) reads at(10, 1), which reads at(9, 1), which reads at(8, 1), which reads at(7, 1), "
               "which reads at(6, 1), which reads at(5, 1), and so on through 10 cells back to (1, 1); no order");
}

TEST(CheckedGraph, SaysWhichPatternsFitIfTheDeclaredOneDoesNot) {
    const std::string left = refusal(square("RUD", "at(i, j - 1)"));
    EXPECT_HAS(
        left,
        "cell (1, 1) reads at(1, 0), which is not computed earlier in pattern RUD (seen on a table of 5 x 5 cells); "
        "every read that the check saw fits CLR, NOSE, SONE; correct the read, or declare");
    // Reads at (-1, +2) and (+1, -1) fit the stages 3 i + 2 j from the last to the first, but none of the eight
    // patterns.
    const std::string none = refusal(
        square("NOSE",
               "i > 1 && j > 1 && j + 2 < columns() ? at(i - 1, j + 2) + (i + 1 < rows() ? at(i + 1, j - 1) : 0) : 0"));
    EXPECT_HAS(none, "is not computed earlier");
    EXPECT_EQ(none.find("every read"), std::string::npos) << none;
    // No graph is recorded if the table has more than 4096 cells.
    std::string large = square("RUD", "at(i, j - 1)");
    large.replace(large.find("rows     n"), 10, "rows     900 * n");
    const std::string unseen = refusal(large);
    EXPECT_HAS(unseen, "(seen on a table of 4500 x 5 cells); correct the read, or declare");
    const auto lcs = check_reads(builtin("lcs"), StageFunction::of(Pattern::RUD));
    ASSERT_ERROR(lcs, ErrorCode::invalid_argument);
    EXPECT_HAS(lcs.error().message, "problem 'lcs' cannot run in pattern RUD: cell (1, ");
    EXPECT_HAS(lcs.error().message, "every read that the check saw fits NOSE");
}

TEST(MethodsFor, AreThoseThatPlanIt) {
    const auto names_of = [](const CompiledRecurrence& recurrence, const Instance& instance) {
        Instance complete = instance;
        PlanRequest request{&recurrence.header, recurrence.header.stage};
        request.params = &complete.params;
        request.shape = take(check_instance(recurrence.header, complete, recurrence.header.stage));
        std::set<std::string> names;
        for (const Method* method : methods_for(request)) {
            names.insert(method->name);
        }
        return names;
    };
    const auto lcs = names_of(builtin("lcs"), strings("acgt", "ccg"));
    EXPECT_TRUE(lcs.contains("stage") && lcs.contains("tile") && lcs.contains("bit-parallel"));
    Instance words = strings("acgt", "ccg");
    EXPECT_TRUE(names_of(builtin("edit-distance"), words).contains("bit-parallel"));
    words.params["rep"] = std::uint64_t{2};
    EXPECT_FALSE(names_of(builtin("edit-distance"), words).contains("bit-parallel"));
    const auto knapsack = names_of(builtin("knapsack"), items({1, 2}, {3, 4}, 2));
    EXPECT_TRUE(knapsack.contains("stage") && !knapsack.contains("tile"));
}

TEST(CheckedGraph, OfRandomRecurrencesAgreesWithTheirStages) {
    const std::uint64_t count = vkalgo::test::kEveryKernel ? 200 : 40;
    std::size_t graphs = 0, deep = 0, by_pattern = 0;
    for (std::uint64_t seed = 1; seed <= count; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        const Description drawn = draw_description(seed);
        if (drawn.refusal != Refusal::none) {
            continue;
        }
        const CompiledRecurrence recurrence = read(text_of(drawn));
        const RecurrenceHeader& header = recurrence.header;
        Instance instance = instance_of(drawn);
        take(check_instance(header, instance, header.stage));
        const auto report = check_reads(recurrence, header.stage, compile_module,
                                        {.params = instance.params, .instance = &instance, .graph = true});
        ASSERT_OK(report);
        if (!report->graph) {
            continue;
        }
        ++graphs;
        const DependencyGraph& graph = report->graph->graph;
        EXPECT_EQ(graph.cycle(), Numbers{});
        const Order order = Order::of(header.stage, report->graph->shape.size, header.domain);
        const auto stages = graph.stages();
        deep += stages.size() > 3 ? 1U : 0U;
        std::size_t staged = 0;
        for (std::size_t s = 0; s < stages.size(); ++s) {
            staged += stages[s].size();
            for (const std::size_t cell : stages[s]) {
                // The graph puts each cell into the earliest stage that its dependencies allow. So the stage of the
                // recurrence is never earlier, except in a sequential row, whose cells depend on each other although
                // they have one stage.
                const std::int64_t turn = header.stage.at(graph.cells()[cell]) - order.first;
                EXPECT_TRUE(header.sequential || static_cast<std::int64_t>(s) <= turn);
            }
        }
        EXPECT_EQ(staged, graph.cells().size());
        by_pattern += report->patterns.size();
        for (std::size_t cell = 0; cell < graph.cells().size(); ++cell) {
            const Cell from = graph.cells()[cell];
            EXPECT_TRUE(header.in_domain(from));
            EXPECT_TRUE(!header.in_base(from, report->graph->shape.size) || graph.reads(cell).empty());
            for (const std::size_t read : graph.reads(cell)) {
                const Cell to = graph.cells()[read];
                EXPECT_TRUE(header.sequential || header.stage.at(to) < header.stage.at(from));
                for (const Pattern pattern : report->patterns) {
                    const StageFunction stage = StageFunction::of(pattern);
                    EXPECT_TRUE(header.sequential || stage.at(to) < stage.at(from)) << to_string(pattern);
                }
            }
        }
    }
    EXPECT_GT(graphs, count / 2);
    EXPECT_GT(deep, count / 4);
    EXPECT_GT(by_pattern, 0U);
}

}  // namespace
}  // namespace vkalgo::dp::test
