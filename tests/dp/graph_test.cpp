// The dependency graph as a data structure, on graphs made by hand and at random. The graphs of recurrences are tested
// in check_graph_test.cpp.
#include "algorithms/dp/check/graph.hpp"

#include "tests/support/device_fixture.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <utility>

#include <gtest/gtest.h>

namespace vkalgo::dp::test {
namespace {

using Numbers = std::vector<std::size_t>;
using vkalgo::test::take;

/// Returns a graph of the cells (0, 0) .. (0, cells - 1), with edges between their indices.
DependencyGraph graph_of(std::int64_t cells, const std::vector<std::pair<std::int64_t, std::int64_t>>& edges) {
    std::vector<Cell> all;
    for (std::int64_t j = 0; j < cells; ++j) {
        all.push_back({0, j});
    }
    std::vector<Dependency> dependencies;
    dependencies.reserve(edges.size());
    for (const auto& [from, to] : edges) {
        dependencies.push_back({{0, from}, {0, to}});
    }
    return take(DependencyGraph::of(all, dependencies));
}

Numbers numbers_in(std::span<const std::size_t> span) {
    return {span.begin(), span.end()};
}

TEST(DependencyGraph, OfADiamondHasThreeStages) {
    const DependencyGraph diamond = graph_of(4, {{3, 1}, {3, 2}, {1, 0}, {2, 0}, {2, 0}});
    EXPECT_EQ(diamond.edges(), 4U);
    EXPECT_EQ(numbers_in(diamond.reads(3)), (Numbers{1, 2}));
    EXPECT_EQ(numbers_in(diamond.readers(0)), (Numbers{1, 2}));
    EXPECT_EQ(diamond.stages(), (std::vector<Numbers>{{0}, {1, 2}, {3}}));
    EXPECT_EQ(diamond.cycle(), Numbers{});
    EXPECT_EQ(diamond.absolute(Numbers{3}), (Numbers{0, 1, 2}));
    EXPECT_EQ(diamond.absolute(Numbers{0}), Numbers{});
    EXPECT_EQ(diamond.generated_by(Numbers{2}), (Numbers{0, 2}));
    EXPECT_EQ(diamond.generated_by(Numbers{1, 2}), (Numbers{0, 1, 2}));
}

TEST(DependencyGraph, PutsACellAfterTheLongestOfItsPaths) {
    // A chain 4 -> 3 -> 2 -> 1 -> 0 with a shortcut 4 -> 0.
    const DependencyGraph chain = graph_of(5, {{4, 0}, {4, 3}, {3, 2}, {2, 1}, {1, 0}});
    EXPECT_EQ(chain.stages(), (std::vector<Numbers>{{0}, {1}, {2}, {3}, {4}}));
}

TEST(DependencyGraph, OfAForestStartsFromEveryRoot) {
    const DependencyGraph forest = graph_of(7, {{2, 0}, {3, 1}, {4, 3}, {4, 1}, {5, 3}});
    EXPECT_EQ(forest.stages(), (std::vector<Numbers>{{0, 1, 6}, {2, 3}, {4, 5}}));
    EXPECT_EQ(forest.generated_by(Numbers{5}), (Numbers{1, 3, 5}));
}

TEST(DependencyGraph, WithoutCellsHasNoStages) {
    EXPECT_TRUE(DependencyGraph().stages().empty());
    EXPECT_TRUE(graph_of(0, {}).stages().empty());
    EXPECT_TRUE(graph_of(0, {}).cycle().empty());
    EXPECT_EQ(graph_of(3, {}).stages(), (std::vector<Numbers>{{0, 1, 2}}));
}

TEST(DependencyGraph, FindsAShortestCycleOfTheFirstCellOnOne) {
    EXPECT_EQ(graph_of(2, {{0, 1}, {1, 0}}).cycle(), (Numbers{0, 1}));
    EXPECT_EQ(graph_of(2, {{1, 1}, {1, 0}}).cycle(), Numbers{1});
    // Cell 0 reads a cell of a cycle, and a cell of the cycle reads cell 5. The cycle 1 -> 2 -> 3 -> 4 -> 1 is longer
    // than 1 -> 3 -> 4 -> 1.
    const DependencyGraph graph = graph_of(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 1}, {1, 3}, {3, 5}});
    EXPECT_EQ(graph.cycle(), (Numbers{1, 3, 4}));
    EXPECT_EQ(graph.stages(), std::vector<Numbers>{{5}});
    EXPECT_EQ(graph.absolute(Numbers{1}), (Numbers{1, 2, 3, 4, 5}));
    // Of two cycles, the first is found.
    EXPECT_EQ(graph_of(5, {{3, 4}, {4, 3}, {1, 2}, {2, 1}, {3, 2}}).cycle(), (Numbers{1, 2}));
}

TEST(DependencyGraph, RefusesCellsThatAreRepeatedOrMissing) {
    EXPECT_ERROR(DependencyGraph::of({{0, 0}, {1, 0}, {0, 0}}, {}), ErrorCode::invalid_argument);
    const Dependency outside{{0, 0}, {0, 7}};
    const auto refused = DependencyGraph::of({{0, 0}, {1, 0}}, std::span(&outside, 1));
    ASSERT_ERROR(refused, ErrorCode::invalid_argument);
    EXPECT_NE(refused.error().message.find("(0, 7), "), std::string::npos) << refused.error().message;
}

TEST(DependencyGraph, FindsItsCellsByAllTheirIndices) {
    const std::vector<Cell> cells{{2, 1, 0, 3}, {0, 5}, {0, 5, 1}, {2, 1}};
    const DependencyGraph graph = take(DependencyGraph::of(cells, {}));
    for (std::size_t k = 0; k < cells.size(); ++k) {
        EXPECT_EQ(graph.number_of(cells[k]), k);
    }
    EXPECT_EQ(graph.number_of({0, 5, 2}), std::nullopt);
    EXPECT_EQ(graph.number_of({9, 9}), std::nullopt);
}

TEST(Direction, HasTheNamesOfTheRegions) {
    const std::vector<std::pair<Cell, const char*>> named{
        {{0, -3}, "Left"},    {{0, 2}, "Right"},     {{-1, 0}, "Up"},       {{4, 0}, "Down"},  {{-1, -5}, "UpLeft"},
        {{-2, 1}, "UpRight"}, {{1, -1}, "DownLeft"}, {{3, 9}, "DownRight"}, {{0, 0}, "Itself"}};
    for (const auto& [offset, name] : named) {
        EXPECT_EQ(Direction::of({{10, 10}, {10 + offset.i, 10 + offset.j}}).text(2), name);
    }
    EXPECT_EQ(Direction::of({{1, 2, 3}, {1, 1, 5}}).text(3), "(0, -, +)");
    EXPECT_EQ(Direction::of({{1, 2, 3, 3}, {0, 2, 3, 4}}).text(4), "(-, 0, 0, +)");
}

TEST(DependencyGraph, DistinguishesDirectFromAbsoluteDirections) {
    // (1, 1) reads the cell to its left, which reads the cell above it.
    const std::vector<Cell> cells{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    const std::vector<Dependency> reads{{{1, 1}, {1, 0}}, {{1, 0}, {0, 0}}};
    const DependencyGraph graph = take(DependencyGraph::of(cells, reads));
    const Direction left{{0, -1}}, up{{-1, 0}}, up_left{{-1, -1}};
    EXPECT_EQ(graph.direct_directions(), (std::vector<Direction>{up, left}));
    EXPECT_EQ(graph.absolute_directions(), (std::vector<Direction>{up_left, up, left}));
}

/// Reachability, computed by Warshall's algorithm.
struct Reached {
    explicit Reached(const DependencyGraph& graph) : cells(graph.cells().size()), by(cells * cells) {
        for (std::size_t a = 0; a < cells; ++a) {
            for (const std::size_t b : graph.reads(a)) {
                by[a * cells + b] = true;
            }
        }
        for (std::size_t middle = 0; middle < cells; ++middle) {
            for (std::size_t a = 0; a < cells; ++a) {
                for (std::size_t b = 0; b < cells; ++b) {
                    by[a * cells + b] = by[a * cells + b] || (by[a * cells + middle] && by[middle * cells + b]);
                }
            }
        }
    }
    Numbers from(std::size_t a) const {
        Numbers found;
        for (std::size_t b = 0; b < cells; ++b) {
            if (by[a * cells + b]) {
                found.push_back(b);
            }
        }
        return found;
    }

    std::size_t cells;
    std::vector<bool> by;
};

/// Returns the length of the longest path from `cell`, by its definition; for graphs without cycles.
std::size_t depth_of(const DependencyGraph& graph, std::size_t cell) {
    std::size_t depth = 0;
    for (const std::size_t read : graph.reads(cell)) {
        depth = std::max(depth, depth_of(graph, read) + 1);
    }
    return depth;
}

TEST(DependencyGraph, AgreesWithBruteForceOnRandomGraphs) {
    std::mt19937_64 random(20);
    std::size_t cyclic = 0;
    for (int round = 0; round < 300; ++round) {
        const auto cells = static_cast<std::int64_t>(1 + random() % 12);
        std::vector<std::pair<std::int64_t, std::int64_t>> edges;
        const bool downwards = round % 2 == 0;
        for (std::uint64_t k = random() % 24; k > 0; --k) {
            const auto from = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(cells));
            const auto to = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(cells));
            if (!downwards || to < from) {
                edges.emplace_back(from, to);
            }
        }
        const DependencyGraph graph = graph_of(cells, edges);
        const Reached reached(graph);
        bool has_cycle = false;
        for (std::size_t cell = 0; cell < reached.cells; ++cell) {
            EXPECT_EQ(graph.absolute(Numbers{cell}), reached.from(cell));
            has_cycle = has_cycle || reached.by[cell * reached.cells + cell];
        }
        const Numbers cycle = graph.cycle();
        cyclic += has_cycle ? 1U : 0U;
        ASSERT_EQ(cycle.empty(), !has_cycle);
        for (std::size_t k = 0; k < cycle.size(); ++k) {
            const Numbers reads = numbers_in(graph.reads(cycle[k]));
            EXPECT_NE(std::find(reads.begin(), reads.end(), cycle[(k + 1) % cycle.size()]), reads.end());
        }
        EXPECT_EQ(std::set<std::size_t>(cycle.begin(), cycle.end()).size(), cycle.size());
        std::set<std::size_t> staged;
        const auto stages = graph.stages();
        for (std::size_t stage = 0; stage < stages.size(); ++stage) {
            EXPECT_FALSE(stages[stage].empty());
            for (const std::size_t cell : stages[stage]) {
                EXPECT_TRUE(staged.insert(cell).second);
                EXPECT_EQ(depth_of(graph, cell), stage);
            }
        }
        for (std::size_t cell = 0; cell < reached.cells; ++cell) {
            const Numbers from = reached.from(cell);
            const auto loops = [&](std::size_t each) { return reached.by[each * reached.cells + each]; };
            const bool waits = loops(cell) || std::any_of(from.begin(), from.end(), loops);
            EXPECT_EQ(staged.contains(cell), !waits);
        }
    }
    EXPECT_GE(cyclic, 50U);
}

}  // namespace
}  // namespace vkalgo::dp::test
