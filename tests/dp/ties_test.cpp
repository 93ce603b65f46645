// Of equally good solutions every method finds the same one, which shaders/dp/problems/ and docs/dp-command.md promise.
// It is computed here once more, from the CPU reference's table.
#include "algorithms/dp/solve.hpp"
#include "algorithms/split_mix.hpp"
#include "compiler/recurrence.hpp"
#include "tests/dp/problem_support.hpp"
#include "tests/dp/solve_compiled.hpp"
#include "tests/support/device_fixture.hpp"

#include <functional>
#include <string>

namespace vkalgo::dp::test {
namespace {

/// The reference's table, accessed by its indices.
class Table {
public:
    Table(std::string_view problem, const Instance& instance, std::int64_t columns) : columns_(columns) {
        std::vector<std::byte> bytes;
        reference_answer(problem, instance, &bytes);
        cells_ = cells_of<std::uint32_t>(bytes);
    }
    std::uint32_t operator()(std::int64_t i, std::int64_t j) const {
        return cells_[static_cast<std::size_t>(i * columns_ + j)];
    }

private:
    std::int64_t columns_;
    std::vector<std::uint32_t> cells_;
};

struct Step {
    std::int64_t i, j;
    std::uint32_t decision;
};

using NextStep = std::function<Step(std::int64_t i, std::int64_t j)>;

/// Returns the traceback from (i, j) to the first cell for which ends(i, j) is true.
std::vector<PathRecord> traceback(std::int64_t i, std::int64_t j,
                                  const std::function<bool(std::int64_t, std::int64_t)>& ends, const NextStep& next) {
    std::vector<PathRecord> path;
    while (!ends(i, j)) {
        const Step step = next(i, j);
        path.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), step.decision});
        i = step.i;
        j = step.j;
    }
    return path;
}

class Ties : public vkalgo::test::DeviceTest {
protected:
    /// Expects this traceback from every method that can run the problem, with and without the table.
    static void expect_traceback(std::string_view name, const Instance& instance,
                                 const std::vector<PathRecord>& expected) {
        const auto all = builtin_recurrences();
        const CompiledRecurrence& recurrence =
            **std::find_if(all.begin(), all.end(), [&](const auto* each) { return each->header.problem == name; });
        int runs = 0;
        for (const Method* method : single_methods()) {
            for (const bool table : {false, true}) {
                SolveOptions options;
                options.method = method->name;
                options.keep = {.table = table, .solution = true};
                const auto solution = solve(runner(), recurrence, instance, options);
                if (!solution && solution.error().code == ErrorCode::unsupported) {
                    continue;
                }
                ASSERT_OK(solution) << name << " by " << method->name;
                EXPECT_EQ(solution->path, expected)
                    << name << " by " << method->name << (table ? " with the table" : "");
                ++runs;
            }
        }
        EXPECT_GT(runs, 0) << name;
    }
};

bool at_a_border(std::int64_t i, std::int64_t j) {
    return i == 0 || j == 0;
}

TEST_F(Ties, OfLcsGoUpBeforeTheyGoLeft) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const Instance instance = generated("lcs", {60, 75, seed, {}});
        const std::string x = text_of(instance, "x");
        const std::string y = text_of(instance, "y");
        const Table table("lcs", instance, 76);
        expect_traceback("lcs", instance, traceback(60, 75, at_a_border, [&](std::int64_t i, std::int64_t j) -> Step {
                             if (x[static_cast<std::size_t>(i - 1)] == y[static_cast<std::size_t>(j - 1)]) {
                                 return {i - 1, j - 1, 0};
                             }
                             return table(i - 1, j) >= table(i, j - 1) ? Step{i - 1, j, 1} : Step{i, j - 1, 2};
                         }));
    }
}

// Costs of 1 make ties everywhere. If a replacement costs as much as a deletion and an insertion, three ways often have
// the same cost.
TEST_F(Ties, OfEditDistancePreferKeepOrReplaceThenDeleteThenInsert) {
    for (const std::uint64_t rep : {1u, 2u}) {
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            Instance instance = generated("edit-distance", {60, 75, seed, {}});
            instance.params["rep"] = rep;
            const std::string x = text_of(instance, "x");
            const std::string y = text_of(instance, "y");
            const Table table("edit-distance", instance, 76);
            int ties = 0;
            const auto next = [&](std::int64_t i, std::int64_t j) -> Step {
                const bool equal = x[static_cast<std::size_t>(i - 1)] == y[static_cast<std::size_t>(j - 1)];
                const bool diagonal = table(i, j) == table(i - 1, j - 1) + (equal ? 0 : rep);
                const bool deletes = table(i, j) == table(i - 1, j) + 1;
                const bool inserts = table(i, j) == table(i, j - 1) + 1;
                ties += diagonal && (deletes || inserts) ? 1 : 0;
                ties += !diagonal && deletes && inserts ? 1 : 0;
                return diagonal ? Step{i - 1, j - 1, equal ? 0U : 1U} : deletes ? Step{i - 1, j, 3} : Step{i, j - 1, 2};
            };
            expect_traceback("edit-distance", instance, traceback(60, 75, at_a_border, next));
            EXPECT_GT(ties, 0) << "this instance shows nothing";
        }
    }
}

TEST_F(Ties, OfKnapsackLeaveTheItem) {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        // Profits equal weights, so there are many ways to fill the knapsack.
        SplitMix64 random(seed);
        std::vector<std::uint32_t> weight(40);
        std::vector<std::uint32_t> profit(40);
        for (std::size_t k = 0; k < weight.size(); ++k) {
            weight[k] = static_cast<std::uint32_t>(1 + random.below(4));
            profit[k] = weight[k];
        }
        const Instance instance = items(weight, profit, 45);
        const Table table("knapsack", instance, 46);
        int ties = 0;
        const auto next = [&](std::int64_t i, std::int64_t j) -> Step {
            const auto item = static_cast<std::size_t>(i - 1);
            const bool left = table(i, j) == table(i - 1, j);
            const bool taken = weight[item] <= j && table(i, j) == table(i - 1, j - weight[item]) + profit[item];
            ties += left && taken ? 1 : 0;
            return left ? Step{i - 1, j, 0} : Step{i - 1, j - weight[item], 1};
        };
        expect_traceback("knapsack", instance,
                         traceback(
                             40, 45, [](std::int64_t i, std::int64_t) { return i == 0; }, next));
        EXPECT_GT(ties, 0) << "this instance shows nothing";
    }
}

TEST_F(Ties, OfMatrixChainSplitAtTheSmallestK) {
    const auto all = builtin_recurrences();
    const CompiledRecurrence& recurrence =
        **std::find_if(all.begin(), all.end(), [](const auto* each) { return each->header.problem == "matrix-chain"; });
    const std::vector<std::uint32_t> d{2, 2, 2, 2, 3, 2, 2, 2, 3, 3, 2, 2, 2, 2, 2, 2, 2};
    const auto n = static_cast<std::int64_t>(d.size()) - 1;
    std::vector<std::byte> bytes;
    reference_answer("matrix-chain", chain(d), &bytes);
    const std::vector<std::uint64_t> cells = cells_of<std::uint64_t>(bytes);
    const auto at = [&](std::int64_t i, std::int64_t j) { return cells[static_cast<std::size_t>(i * n + j)]; };
    const auto solution = solve(runner(), recurrence, chain(d), {.keep = {.solution = true}});
    ASSERT_OK(solution);
    ASSERT_FALSE(solution->path.empty());
    int ties = 0;
    for (const PathRecord& split : solution->path) {
        std::vector<std::uint32_t> best;
        for (std::int32_t k = split.i; k < split.j; ++k) {
            const std::uint64_t product = std::uint64_t{d[static_cast<std::size_t>(split.i)]} *
                                          d[static_cast<std::size_t>(k) + 1] * d[static_cast<std::size_t>(split.j) + 1];
            if (at(split.i, k) + at(k + 1, split.j) + product == at(split.i, split.j)) {
                best.push_back(static_cast<std::uint32_t>(k));
            }
        }
        ASSERT_FALSE(best.empty());
        EXPECT_EQ(split.decision, best.front()) << split.i << ", " << split.j;
        ties += best.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(ties, 0) << "this instance shows nothing";
}

// The stages reach a larger l first, so an invocation sees a cell with a larger l first.
TEST_F(Ties, OfASearchGiveTheFirstCellInTheOrderOfAllIndices) {
    const std::string text =
        "//! problem  ties\n//! stage    i + j + k - l\n//! cell     u32\n//! index    k 3\n//! index    l 7\n"
        "//! param    a i32\n//! param    b i32\n//! param    c i32\n//! param    from i32\n//! rows     3\n"
        "//! columns  4\n//! answer   max all\n"
        "cell_t cell(int i, int j, int k, int l) {\n"
        "    const bool best = a == i && b == j && c == k && l >= from;\n"
        "    return best || (i > a && k == 2) ? 9u : uint(i + j + l) % 3u;\n}\n";
    const Recurrence recurrence = vkalgo::test::take(compiler::recurrence(text, "ties.glsl"));
    for (const Cell& first : {Cell{0, 0, 0, 0}, Cell{1, 3, 0, 2}, Cell{0, 1, 2, 5}, Cell{1, 0, 1, 0}}) {
        const Instance instance{{"a", first.i}, {"b", first.j}, {"c", first.k}, {"from", first.l}};
        const auto solution = dp::solve(runner(), recurrence, instance);
        ASSERT_OK(solution);
        EXPECT_EQ(solution->answer, Number(std::uint64_t{9}));
        EXPECT_EQ(solution->shape.answer, first);
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
