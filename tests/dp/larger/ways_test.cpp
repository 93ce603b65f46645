// Problems that are paths through a graph, by methods for graphs of any shape.
#include "tests/dp/larger/ways.hpp"

#include "tests/dp/tried.hpp"

#include <algorithm>
#include <cmath>

namespace vkalgo::dp::test {
namespace {

std::vector<std::int32_t> with_gaps(std::vector<std::uint32_t> drawn, std::int32_t low, std::int32_t none,
                                    SplitMix64& random) {
    std::vector<std::int32_t> values(drawn.size());
    for (std::size_t k = 0; k < drawn.size(); ++k) {
        values[k] = random.below(3) == 0 ? none : low + static_cast<std::int32_t>(drawn[k]);
    }
    return values;
}

TEST(LargerWays, StagecoachesTakeTheShortestWay) {
    const Tried problem("stagecoach");
    SplitMix64 random(1);
    for (int round = 0; round < rounds(150, 8); ++round) {
        const std::size_t nodes = 4 + random.below(12);
        const std::size_t steps = 3 + random.below(15);
        const std::size_t start = random.below(nodes);
        const std::size_t goal = random.below(nodes);
        const auto cost = with_gaps(drawn(random, steps * nodes * nodes, 0, 60), 0, -1, random);
        Ways roads((steps + 1) * nodes);
        for (std::size_t k = 0; k < cost.size(); ++k) {
            const std::size_t from = k / nodes;
            if (cost[k] >= 0) {
                roads.add(from, (from / nodes + 1) * nodes + k % nodes, cost[k]);
            }
        }
        problem.expect({{"n", steps}, {"cost", cost}, {"nodes", nodes}, {"start", start}, {"goal", goal}},
                       roads.dijkstra(start)[steps * nodes + goal]);
    }
}

TEST(LargerWays, GreatestWeightsAreThoseOfTheNarrowestWay) {
    const Tried problem("min-max");
    SplitMix64 random(2);
    constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::max();
    for (int round = 0; round < rounds(150, 8); ++round) {
        const std::size_t nodes = 4 + random.below(12);
        const std::size_t steps = 3 + random.below(15);
        const std::size_t start = random.below(nodes);
        const auto weight = with_gaps(drawn(random, steps * nodes * nodes, 0, 200), -100, kNone, random);
        Ways roads((steps + 1) * nodes);
        for (std::size_t k = 0; k < weight.size(); ++k) {
            const std::size_t from = k / nodes;
            if (weight[k] != kNone) {
                roads.add(from, (from / nodes + 1) * nodes + k % nodes, weight[k]);
            }
        }
        const auto narrowest = roads.narrowest(start);
        problem.expect({{"n", steps}, {"weight", weight}, {"nodes", nodes}, {"start", start}},
                       *std::min_element(narrowest.end() - static_cast<std::ptrdiff_t>(nodes), narrowest.end()));
    }
}

TEST(LargerWays, AssemblyLinesTakeTheShortestWay) {
    const Tried problem("assembly-line");
    SplitMix64 random(3);
    for (int round = 0; round < rounds(150, 8); ++round) {
        const std::size_t lines = 2 + random.below(7);
        const std::size_t stations = 3 + random.below(20);
        const auto work = drawn(random, stations * lines, 0, 40);
        const auto transfer = drawn(random, (stations - 1) * lines * lines, 0, 40);
        const auto enter = drawn(random, lines, 0, 40);
        const auto leave = drawn(random, lines, 0, 40);
        // There is a vertex for each line before and after each station. The two ends follow.
        const std::size_t vertices = stations * lines;
        Ways ways(2 * vertices + 2);
        for (std::size_t k = 0; k < vertices; ++k) {
            ways.add(k, vertices + k, work[k]);
        }
        for (std::size_t k = 0; k < transfer.size(); ++k) {
            const std::size_t from = k / lines;
            ways.add(vertices + from, (from / lines + 1) * lines + k % lines, transfer[k]);
        }
        for (std::size_t line = 0; line < lines; ++line) {
            ways.add(2 * vertices, line, enter[line]);
            ways.add(2 * vertices - lines + line, 2 * vertices + 1, leave[line]);
        }
        problem.expect({{"n", stations},
                        {"work", work},
                        {"transfer", transfer},
                        {"enter", enter},
                        {"leave", leave},
                        {"lines", lines}},
                       ways.dijkstra(2 * vertices).back());
    }
}

TEST(LargerWays, MachinesAreReplacedAlongTheShortestWay) {
    const Tried problem("replacement");
    SplitMix64 random(4);
    for (int round = 0; round < rounds(150, 8); ++round) {
        const std::size_t n = 10 + random.below(60);
        const auto cost = drawn(random, n * (n + 1) / 2, 0, 300);
        Ways years(n + 1);
        std::size_t edge = 0;
        for (std::size_t year = 0; year < n; ++year) {
            for (std::size_t next = year + 1; next <= n; ++next) {
                years.add(year, next, cost[edge++]);
            }
        }
        problem.expect({{"n", n}, {"cost", cost}}, years.dijkstra(0)[n]);
    }
}

TEST(LargerWays, ShortestPathsEqualTheAlgorithmOfFloydAndWarshall) {
    const Tried problem("cyclic-shortest-path");
    SplitMix64 random(5);
    constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::max();
    int negative = 0;
    int all = 0;
    for (int round = 0; round < rounds(200, 8); ++round) {
        const std::size_t n = 8 + random.below(14);
        const std::size_t start = random.below(n);
        const std::size_t goal = random.below(n);
        auto edge = with_gaps(drawn(random, n * n, 0, 60), round % 2 == 0 ? 0 : -12, kNone, random);
        Ways ways(n);
        for (std::size_t k = 0; k < edge.size(); ++k) {
            edge[k] = random.below(3) == 0 ? edge[k] : kNone;
            if (edge[k] != kNone) {
                ways.add(k / n, k % n, edge[k]);
            }
        }
        const auto length = ways.floyd_warshall();
        double shortest = length[start * n + goal];
        for (std::size_t by = 0; by < n; ++by) {
            if (length[by * n + by] < 0 && !std::isinf(length[start * n + by]) && !std::isinf(length[by * n + goal])) {
                shortest = -kInfinity;
            }
        }
        ++all;
        negative += shortest == -kInfinity ? 1 : 0;
        problem.expect({{"n", n}, {"edge", edge}, {"start", static_cast<std::int64_t>(start)}, {"goal", goal}},
                       shortest);
    }
    EXPECT_TRUE(all < 100 || (negative > 20 && negative < all - 20)) << negative << " of " << all;
}

/// Returns the least length of edges that connect all vertices, by Prim: the nearest vertex is connected next. Infinite
/// if a vertex cannot be connected. The edges are above the diagonal; a negative length means that there is no edge.
double spanned(std::size_t n, const std::vector<std::int32_t>& dist) {
    std::vector<double> nearest(n, kInfinity);
    std::vector<bool> connected(n);
    nearest.back() = 0;
    double sum = 0;
    for (std::size_t count = 0; count < n; ++count) {
        std::size_t next = n;
        for (std::size_t vertex = 0; vertex < n; ++vertex) {
            if (!connected[vertex] && (next == n || nearest[vertex] < nearest[next])) {
                next = vertex;
            }
        }
        connected[next] = true;
        sum += nearest[next];
        for (std::size_t vertex = 0; vertex < n; ++vertex) {
            const std::int32_t edge = dist[std::min(vertex, next) * n + std::max(vertex, next)];
            nearest[vertex] = edge < 0 ? nearest[vertex] : std::min<double>(nearest[vertex], edge);
        }
    }
    return sum;
}

TEST(LargerWays, SpanningTreesEqualTheAlgorithmOfPrim) {
    const Tried problem("spanning-tree");
    SplitMix64 random(7);
    int infeasible = 0;
    for (int round = 0; round < rounds(40, 3); ++round) {
        const std::size_t n = 6 + random.below(4);
        auto dist = with_gaps(drawn(random, n * n, 0, 60), 0, -1, random);
        if (round % 4 == 0) {
            std::replace_if(
                dist.begin(), dist.end(), [&](std::int32_t) { return random.below(2) == 0; }, -1);
        }
        const double least = spanned(n, dist);
        infeasible += std::isinf(least) ? 1 : 0;
        problem.expect({{"n", n}, {"dist", dist}}, least);
    }
    EXPECT_GE(infeasible, up_to(1, 0));
}

/// Returns the most that funds can yield, as the shortest path from period to period: lengths are negated gains.
/// gain(k, spent) is the gain of a period, last(funds) that of the funds kept at the end.
double dearest(std::size_t periods, std::size_t start, std::size_t columns,
               const std::function<std::size_t(std::size_t)>& grown,
               const std::function<double(std::size_t, std::size_t)>& gain,
               const std::function<double(std::size_t)>& last) {
    Ways ways((periods + 1) * columns + 1);
    for (std::size_t funds = 0; funds < columns; ++funds) {
        for (std::size_t k = 0; k < periods; ++k) {
            for (std::size_t kept = 0; kept <= funds && grown(kept) < columns; ++kept) {
                ways.add(k * columns + funds, (k + 1) * columns + grown(kept), -gain(k, funds - kept));
            }
        }
        ways.add(periods * columns + funds, (periods + 1) * columns, -last(funds));
    }
    return -ways.bellman_ford(start).back();
}

TEST(LargerWays, FundsTakeTheDearestWay) {
    const Tried investment("investment");
    const Tried discounted("discounted-profits");
    SplitMix64 random(6);
    for (int round = 0; round < rounds(60, 4); ++round) {
        const std::size_t n = 4 + random.below(6);
        const std::size_t funds = 5 + random.below(15);
        const std::size_t per = 5 + random.below(20);
        const std::size_t interest = random.below(per / 4 + 1);
        const auto grown = [&](std::size_t kept) { return kept * (per + interest) / per; };
        std::size_t most = funds;
        for (std::size_t k = 0; k < n; ++k) {
            most = grown(most);
        }
        const std::size_t columns = most + 1;
        const std::size_t room = most - funds;
        std::vector<std::int32_t> gain(n * columns);
        std::vector<double> profit(gain.size());
        for (std::size_t k = 0; k < gain.size(); ++k) {
            gain[k] = static_cast<std::int32_t>(random.below(60)) - 10;
            profit[k] = gain[k] / 4.0;
        }
        investment.expect(
            {{"n", n}, {"gain", gain}, {"start", funds}, {"per", per}, {"interest", interest}, {"room", room}},
            dearest(
                n, funds, columns, grown, [&](auto k, auto x) { return gain[k * columns + x]; },
                [](auto left) { return static_cast<double>(left); }));
        discounted.expect(
            {{"n", n},
             {"profit", profit},
             {"budget", funds},
             {"per", per},
             {"growth", per + interest},
             {"room", room},
             {"discount", 0.75}},
            dearest(
                n, funds, columns, grown,
                [&](auto k, auto x) { return std::pow(0.75, static_cast<double>(k)) * profit[k * columns + x]; },
                [](auto) { return 0.0; }),
            1e-9);
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
