// Trees of splits of the answers of `reduce`, compared with trees that the test builds itself.
#include "tests/dp/interpreted.hpp"
#include "tests/dp/solve_compiled.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace vkalgo::dp::test {
namespace {

class Splits : public vkalgo::test::DeviceTest {
protected:
    static Result<Solution> solved(const std::string& source, const Instance& instance) {
        return solve(runner(), vkalgo::test::take(compiler::read_recurrence(source, "a.glsl"), source.c_str()),
                     instance, {.keep = {.table = true, .solution = true}}, compile_module);
    }
};

std::string reduction(const std::string& cell, const std::string& reduce, const std::string& term) {
    return "//! problem  a\n//! pattern  SONE\n//! class    segments\n//! cell     " + cell +
           "\n//! input    x u8[]\n//! rows     len(x)\n//! columns  len(x)\n//! domain   upper\n"
           "//! base     diagonal 0\n//! answer   at(0, len(x) - 1)\n//! reduce   " +
           reduce +
           "\ncell_t base(int i, int j) { return cell_t(0); }\n"
           "cell_t term(int i, int k, int j) { return " +
           term + "; }\n";
}

using Value = std::function<std::uint32_t(std::int32_t i, std::int32_t k, std::int32_t j)>;

/// Returns the nodes of the tree in the order in which a queue visits them. Each node has the first k with the greatest
/// term.
std::vector<PathRecord> greatest_splits(std::int32_t n, std::int32_t from, std::int32_t before, const Value& gain,
                                        std::uint32_t& answer) {
    std::vector<std::vector<std::uint32_t>> best(static_cast<std::size_t>(n),
                                                 std::vector<std::uint32_t>(static_cast<std::size_t>(n), 0));
    std::vector<std::vector<std::int32_t>> split(static_cast<std::size_t>(n),
                                                 std::vector<std::int32_t>(static_cast<std::size_t>(n), -1));
    const auto at = [](auto& table, std::int32_t i, std::int32_t j) -> auto& {
        return table[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    };
    for (std::int32_t length = 1; length < n; ++length) {
        for (std::int32_t i = 0; i + length < n; ++i) {
            const std::int32_t j = i + length;
            for (std::int32_t k = i + from; k <= j - before; ++k) {
                const std::uint32_t value = at(best, i, k) + at(best, k + 1, j) + gain(i, k, j);
                if (at(split, i, j) < 0 || value > at(best, i, j)) {
                    at(best, i, j) = value;
                    at(split, i, j) = k;
                }
            }
        }
    }
    answer = at(best, 0, n - 1);
    std::vector<PathRecord> nodes;
    const auto add = [&](std::int32_t i, std::int32_t j) {
        if (i != j && at(split, i, j) >= 0) {
            nodes.push_back({i, j, static_cast<std::uint32_t>(at(split, i, j))});
        }
    };
    add(0, n - 1);
    for (std::size_t next = 0; next < nodes.size(); ++next) {
        const PathRecord node = nodes[next];
        const auto k = static_cast<std::int32_t>(node.decision);
        add(node.i, k);
        add(k + 1, node.j);
    }
    return nodes;
}

// The initial value of a search for the greatest of unsigned numbers is 0, which may also be the sum of a term.
TEST_F(Splits, OfAGreatestSumOfUnsignedNumbersGoThroughCellsThatAreZero) {
    for (const char* cell : {"u32", "u64"}) {
        for (const int letters : {1, 2, 7}) {
            for (const auto& [range, from, before] :
                 {std::tuple("i .. j - 1", 0, 1), std::tuple("i + 2 .. j - 2", 2, 2)}) {
                SplitMix64 random(static_cast<std::uint64_t>(letters));
                std::vector<std::uint8_t> x(23);
                for (std::uint8_t& value : x) {
                    value = static_cast<std::uint8_t>(random.below(static_cast<std::uint64_t>(letters)));
                }
                const std::string source = reduction(cell, std::string("max k = ") + range,
                                                     "at(i, k) + at(k + 1, j) + cell_t(x(i) * x(j) > 20u ? x(k) : 0u)");
                std::uint32_t answer = 0;
                const std::vector<PathRecord> expected = greatest_splits(
                    23, from, before,
                    [&](std::int32_t i, std::int32_t k, std::int32_t j) -> std::uint32_t {
                        const auto at = [&](std::int32_t index) { return x[static_cast<std::size_t>(index)]; };
                        return at(i) * at(j) > 20 ? at(k) : 0U;
                    },
                    answer);
                ASSERT_FALSE(expected.empty());
                EXPECT_EQ(answer == 0, letters < 7);
                const auto solution = solved(source, {{"x", x}});
                ASSERT_OK(solution) << source;
                EXPECT_EQ(solution->answer_as<std::uint32_t>(), answer) << source;
                EXPECT_EQ(solution->path, expected) << source;
                Interpreted reference(source, {{"x", x}});
                const auto traceback = reference.run->traceback(1000);
                ASSERT_OK(traceback) << source;
                EXPECT_EQ(traceback->path, expected) << source;
            }
        }
    }
}

// If several nodes lead to a cell, the cell is a node for each of them.
TEST_F(Splits, ThatOverlapAreTracedUntilThePathIsFull) {
    const std::string source =
        reduction("i32", "max k = i .. j - 1", "at(i, max(k, j - 1)) + at(i + 1, j) + int(x(k))");
    const auto letters = [](std::size_t n) { return std::vector<std::uint8_t>(n, 3); };
    const auto solution = solved(source, {{"x", letters(7)}});
    ASSERT_OK(solution);
    Interpreted reference(source, {{"x", letters(7)}});
    const auto traceback = reference.run->traceback(10000);
    ASSERT_OK(traceback);
    EXPECT_GT(traceback->path.size(), 50U);
    EXPECT_EQ(solution->path, traceback->path);
    const auto refused = solved(source, {{"x", letters(40)}});
    ASSERT_ERROR(refused, ErrorCode::too_large);
    EXPECT_NE(refused.error().message.find("the tree of the solution's splits has more than 224 nodes"),
              std::string::npos)
        << refused.error().message;
}

// In a sequential row a traceback may visit every cell.
TEST_F(Splits, TracebacksOfSequentialRowsMayVisitEveryCell) {
    const std::string source =
        "//! problem  a\n//! pattern  RUD\n//! class    any\n//! cell     u32\n//! sequential row\n//! rows     n\n"
        "//! columns  m\n//! answer   last\n//! base     first-row 1\n"
        "cell_t base(int i, int j) { return uint(j); }\n"
        "cell_t cell(int i, int j) { return 1u + (j > 0 ? at(i, j - 1) : at(i - 1, columns() - 1)); }\n"
        "step_t step(int i, int j) {\n"
        "    return j > 0 ? step_t(i, j - 1, 0u) : step_t(i - 1, columns() - 1, 1u);\n}\n";
    const auto solution = solved(source, {{"n", 30}, {"m", 40}});
    ASSERT_OK(solution);
    EXPECT_EQ(solution->answer_as<std::uint32_t>(), 1199U);
    EXPECT_EQ(solution->path.size(), 29U * 40U);
    EXPECT_EQ(solution->path_end, (Cell{0, 39}));
}

}  // namespace
}  // namespace vkalgo::dp::test
