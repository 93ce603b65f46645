// Small graphs on the CPU interpreter, against all their trees and paths.
#include "algorithms/split_mix.hpp"
#include "tests/dp/small_problem.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace vkalgo::dp::test {
namespace {

TEST(SmallProblems, SpanningTreesTakeAnyDistanceBelowTheDiagonalAndLongOnesAboveIt) {
    SmallProblem problem("spanning-tree");
    constexpr std::int32_t kLong = 2147483647;
    const std::vector<std::int32_t> unread{kLong, 5,     7,     2, kLong, kLong, 9,     4,
                                           kLong, kLong, kLong, 3, kLong, kLong, kLong, kLong};
    problem.expect(sized(4, {{"dist", unread}}), 2 + 4 + 3);  // 0-3, 1-3, 2-3
    problem.expect(sized(4, {{"dist", std::vector<std::int32_t>(16, kLong)}}), std::int64_t{3} * kLong);
}

TEST(SmallProblems, SpanningTreesAreTheLeastOfAllSetsOfEdges) {
    SmallProblem problem("spanning-tree");
    SplitMix64 random(19);
    for (int round = 0; round < rounds(1000, 150); ++round) {
        const std::size_t n = 1 + random.below(5);
        const auto dist = drawn_with_gaps(random, n * n, 0, -1);
        std::vector<std::pair<std::size_t, std::size_t>> edges;
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = a + 1; b < n; ++b) {
                edges.emplace_back(a, b);
            }
        }
        Whole least;
        for (std::size_t taken = 0; taken < std::size_t{1} << edges.size(); ++taken) {
            std::vector<std::size_t> part(n);
            std::iota(part.begin(), part.end(), std::size_t{0});
            std::int64_t sum = 0;
            bool exist = true;
            for (std::size_t k = 0; k < edges.size(); ++k) {
                const auto [a, b] = edges[k];
                if ((taken >> k & 1) != 0) {
                    exist = exist && dist[a * n + b] >= 0;
                    sum += dist[a * n + b];
                    std::replace(part.begin(), part.end(), std::size_t{part[a]}, std::size_t{part[b]});
                }
            }
            const bool connected = std::ranges::all_of(part, [&](std::size_t each) { return each == part[0]; });
            improve(least, exist && connected ? Whole(sum) : std::nullopt);
        }
        problem.expect(sized(static_cast<std::int64_t>(n), {{"dist", dist}}), least);
    }
}

constexpr std::int32_t kNoEdge = std::numeric_limits<std::int32_t>::max();

/// All simple paths from a vertex to the goal, and whether a cycle of negative length lies on a walk from a vertex to
/// the goal. The walk may pass through the goal.
struct Paths {
    std::size_t n, goal;
    const std::vector<std::int32_t>& edge;
    bool has(std::size_t from, std::size_t to) const { return edge[from * n + to] != kNoEdge; }
    Whole shortest(std::size_t from, std::size_t to, std::size_t seen) const {
        Whole least = from == to ? Whole(0) : std::nullopt;
        for (std::size_t next = 0; from != to && next < n; ++next) {
            if (has(from, next) && (seen >> next & 1) == 0) {
                const Whole rest = shortest(next, to, seen | std::size_t{1} << next);
                improve(least, rest ? Whole(*rest + edge[from * n + next]) : std::nullopt);
            }
        }
        return least;
    }
    Whole from(std::size_t start, std::size_t to) const { return shortest(start, to, std::size_t{1} << start); }
    bool negative(std::size_t start) const {
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = 0; b < n; ++b) {
                const Whole back = from(b, a);
                if (has(a, b) && back && edge[a * n + b] + *back < 0 && from(start, a) && from(a, goal)) {
                    return true;
                }
            }
        }
        return false;
    }
};

// All starts and all goals of each graph: the goal itself, a vertex on a cycle, one with a loop, one without a path.
TEST(SmallProblems, ShortestPathsAreTheLeastOfAllAndNegativeCyclesAreReported) {
    SmallProblem problem("cyclic-shortest-path");
    SplitMix64 random(29);
    int negative = 0;
    int at_goal = 0;
    int elsewhere = 0;
    for (int round = 0; round < rounds(3000, 1000); ++round) {
        const std::size_t n = 1 + random.below(5);
        const auto edge = drawn_with_gaps(random, n * n, round % 3 == 0 ? -5 : -1, kNoEdge);
        for (std::size_t way = 0; way < n * n; ++way) {
            const std::size_t start = way / n;
            const std::size_t goal = way % n;
            const Paths paths{n, goal, edge};
            const Instance instance =
                sized(static_cast<std::int64_t>(n),
                      {{"edge", edge}, {"start", static_cast<std::int64_t>(start)}, {"goal", goal}});
            if (paths.negative(start)) {
                ++negative;
                auto ends_there = edge;
                std::fill_n(ends_there.begin() + static_cast<std::ptrdiff_t>(goal * n), n, kNoEdge);
                at_goal += Paths{n, goal, ends_there}.negative(start) ? 0 : 1;
                problem.expect(instance, AnswerStatus::negative_cycle);
                continue;
            }
            const Whole shortest = paths.from(start, goal);
            problem.expect(instance, shortest);
            for (std::size_t other = 0; other < n; ++other) {
                elsewhere += shortest && paths.negative(other) ? 1 : 0;
            }
        }
    }
    EXPECT_GT(negative, 200);
    EXPECT_GT(at_goal, 100) << "cycles that only ways through the goal meet";
    EXPECT_GT(elsewhere, 50) << "cycles that the way from the start does not meet";
}

}  // namespace
}  // namespace vkalgo::dp::test
