// Small instances of built-in problems on the CPU interpreter, against exhaustive search.
#include "algorithms/split_mix.hpp"
#include "tests/dp/small_problem.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

namespace vkalgo::dp::test {
namespace {

std::vector<std::uint32_t> drawn_below(SplitMix64& random, std::size_t count, std::uint64_t below) {
    std::vector<std::uint32_t> values(count);
    std::generate(values.begin(), values.end(), [&] { return static_cast<std::uint32_t>(random.below(below)); });
    return values;
}

/// Returns the best value over all orders of n items.
std::int64_t best_order(std::size_t n, bool greatest,
                        const std::function<std::int64_t(std::span<const std::size_t>)>& of) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::int64_t best = of(order);
    while (std::next_permutation(order.begin(), order.end())) {
        best = greatest ? std::max(best, of(order)) : std::min(best, of(order));
    }
    return best;
}

TEST(SmallProblems, FibonacciIsTheSumOfTheTwoBeforeModuloAnyNumber) {
    SmallProblem problem("fibonacci");
    SplitMix64 random(1);
    std::uint64_t here = 0;
    std::uint64_t next = 1;
    for (std::int64_t n = 0; n <= 90; ++n) {
        problem.expect(sized(n, {}), static_cast<std::int64_t>(here));
        std::vector<std::uint64_t> modulos{1, 2, 1000, std::uint64_t{1} << 61};
        for (int round = 0; round < rounds(8, 0); ++round) {
            modulos.push_back(1 + random.below(std::uint64_t{1} << (4 + 7 * (round % 8))));
        }
        for (const std::uint64_t modulo : modulos) {
            problem.expect(sized(n, {{"modulo", modulo}}), static_cast<std::int64_t>(here % modulo));
        }
        next += here;
        here = next - here;
    }
    ASSERT_OK(problem.fill(sized(93, {})));
    ASSERT_ERROR(problem.fill(sized(94, {})), ErrorCode::overflow);
}

TEST(SmallProblems, BinomialCoefficientsCountSets) {
    SmallProblem problem("binomial");
    SplitMix64 random(2);
    for (std::int64_t n = 0; n <= 12; ++n) {
        std::vector<std::uint64_t> sets(static_cast<std::size_t>(n) + 2);
        for (std::uint32_t set = 0; set < 1U << n; ++set) {
            ++sets[static_cast<std::size_t>(std::popcount(set))];
        }
        for (std::int64_t m = 0; m <= n + 1; ++m) {
            const std::uint64_t count = sets[static_cast<std::size_t>(m)];
            problem.expect(coefficient(n, m), static_cast<std::int64_t>(count));
            for (int round = 0; round < rounds(10, 1); ++round) {
                const std::uint64_t modulo = 1 + random.below(1000);
                problem.expect(coefficient(n, m, modulo), static_cast<std::int64_t>(count % modulo));
            }
        }
    }
}

bool wins(std::int64_t heap, bool misere) {
    bool any = heap == 0 && misere;
    for (std::int64_t taken = 1; taken <= std::min<std::int64_t>(heap, 3); ++taken) {
        any = any || !wins(heap - taken, misere);
    }
    return any;
}

TEST(SmallProblems, NimIsWonAsExhaustiveSearchSays) {
    SmallProblem problem("nim");
    for (std::int64_t n = 0; n <= 20; ++n) {
        problem.expect(sized(n, {}), wins(n, false) ? 1 : 0);
        problem.expect(sized(n, {{"misere", 1U}}), wins(n, true) ? 1 : 0);
    }
    problem.expect(sized(400, {}), 0);
    problem.expect(sized(401, {{"misere", 1U}}), 0);
}

/// Returns the lowest cost of all trees whose root has that level.
std::int64_t cheapest_search_tree(std::span<const std::uint32_t> weight, std::int64_t level) {
    std::int64_t least = weight.empty() ? 0 : std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 0; k < weight.size(); ++k) {
        least = std::min(least, level * weight[k] + cheapest_search_tree(weight.first(k), level + 1) +
                                    cheapest_search_tree(weight.subspan(k + 1), level + 1));
    }
    return least;
}

std::int64_t cheapest_code(std::span<const std::uint32_t> weight, std::int64_t depth) {
    if (weight.size() < 2) {
        return weight.empty() ? 0 : depth * weight[0];
    }
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::size_t k = 1; k < weight.size(); ++k) {
        least =
            std::min(least, cheapest_code(weight.first(k), depth + 1) + cheapest_code(weight.subspan(k), depth + 1));
    }
    return least;
}

TEST(SmallProblems, TreesAreTheCheapestOfAll) {
    SmallProblem search("optimal-bst");
    SmallProblem code("radix-code-tree");
    SplitMix64 random(3);
    for (int round = 0; round < rounds(2000, 300); ++round) {
        const auto weight = drawn_below(random, random.below(7), round % 3 == 0 ? 3 : 50);
        search.expect({{"weight", weight}}, cheapest_search_tree(weight, 1));
        if (!weight.empty()) {
            code.expect({{"weight", weight}}, cheapest_code(weight, 0));
        }
    }
    const std::vector<std::uint32_t> heavy(3, 500'000'000);  // Costs have 32 bits
    ASSERT_ERROR(search.fill({{"weight", heavy}}), ErrorCode::overflow);
    ASSERT_ERROR(code.fill({{"weight", heavy}}), ErrorCode::overflow);
    code.expect({{"weight", std::vector<std::uint32_t>(3, 400'000'000)}}, 2'000'000'000);
}

TEST(SmallProblems, StagecoachesTakeTheCheapestOfAllWays) {
    SmallProblem problem("stagecoach");
    SplitMix64 random(5);
    for (int round = 0; round < rounds(2000, 300); ++round) {
        const std::size_t nodes = 1 + random.below(3);
        const std::size_t steps = random.below(5);
        const std::size_t start = random.below(nodes);
        const std::size_t goal = random.below(nodes);
        const auto cost = drawn_with_gaps(random, steps * nodes * nodes, 0, -1);
        const std::function<Whole(std::size_t, std::size_t)> cheapest = [&](std::size_t step, std::size_t at) -> Whole {
            Whole least = step == steps && at == goal ? Whole(0) : std::nullopt;
            for (std::size_t to = 0; step < steps && to < nodes; ++to) {
                const std::int32_t road = cost[(step * nodes + at) * nodes + to];
                const Whole rest = cheapest(step + 1, to);
                improve(least, road < 0 || !rest ? std::nullopt : Whole(road + *rest));
            }
            return least;
        };
        problem.expect(sized(static_cast<std::int64_t>(steps),
                             {{"cost", cost}, {"nodes", nodes}, {"start", start}, {"goal", goal}}),
                       cheapest(0, start));
    }
    // The nodes A; B, C, D; E, F, G; H, I; J of the textbooks.
    const std::vector<std::int32_t> cost{2, 4, 3,  -1, -1, -1, -1, -1, -1, 7, 4,  6,  3, 2,  4,  4,  1,  5,
                                         1, 4, -1, 6,  3,  -1, 3,  3,  -1, 3, -1, -1, 4, -1, -1, -1, -1, -1};
    problem.expect(sized(4, {{"cost", cost}, {"nodes", 3U}}), 11);
}

TEST(SmallProblems, TheGreatestWeightOfAPathIsTheLeastOfAllPaths) {
    SmallProblem problem("min-max");
    constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::max();
    constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
    SplitMix64 random(7);
    for (int round = 0; round < rounds(2000, 300); ++round) {
        const std::size_t nodes = 1 + random.below(3);
        const std::size_t steps = random.below(5);
        const std::size_t start = random.below(nodes);
        const auto weight = drawn_with_gaps(random, steps * nodes * nodes, -6, kNone);
        const std::function<std::int32_t(std::size_t, std::size_t)> least_from = [&](std::size_t step, std::size_t at) {
            std::int32_t least = step == steps ? kLowest : kNone;
            for (std::size_t to = 0; step < steps && to < nodes; ++to) {
                least = std::min(least, std::max(weight[(step * nodes + at) * nodes + to], least_from(step + 1, to)));
            }
            return least;
        };
        const std::int32_t least = steps == 0 ? kNone : least_from(0, start);  // A path without edges has no weight
        problem.expect(
            sized(static_cast<std::int64_t>(steps), {{"weight", weight}, {"nodes", nodes}, {"start", start}}),
            least == kNone ? std::nullopt : Whole(least));
    }
}

TEST(SmallProblems, AssemblyLinesTakeTheFastestOfAllWays) {
    SmallProblem problem("assembly-line");
    SplitMix64 random(11);
    for (int round = 0; round < rounds(2000, 300); ++round) {
        const std::size_t lines = 1 + random.below(3);
        const std::size_t stations = 1 + random.below(5);
        const auto work = drawn_below(random, stations * lines, 20);
        const auto transfer = drawn_below(random, (stations - 1) * lines * lines, 20);
        const auto enter = drawn_below(random, lines, 20);
        const auto leave = drawn_below(random, lines, 20);
        const std::function<std::int64_t(std::size_t, std::size_t)> fastest = [&](std::size_t station, std::size_t at) {
            std::int64_t least = leave[at];
            for (std::size_t to = 0; station + 1 < stations && to < lines; ++to) {
                const std::int64_t rest = transfer[(station * lines + at) * lines + to] + fastest(station + 1, to);
                least = to == 0 ? rest : std::min(least, rest);
            }
            return least + work[station * lines + at];
        };
        Whole least;
        for (std::size_t line = 0; line < lines; ++line) {
            improve(least, enter[line] + fastest(0, line));
        }
        problem.expect(
            sized(static_cast<std::int64_t>(stations),
                  {{"work", work}, {"transfer", transfer}, {"enter", enter}, {"leave", leave}, {"lines", lines}}),
            least);
    }
    // The textbooks' example.
    using Times = std::vector<std::uint32_t>;
    problem.expect(sized(6, {{"work", Times{7, 8, 9, 5, 3, 6, 4, 4, 8, 5, 4, 7}},
                             {"transfer", Times{0, 2, 2, 0, 0, 3, 1, 0, 0, 1, 2, 0, 0, 3, 2, 0, 0, 4, 1, 0}},
                             {"enter", Times{2, 4}},
                             {"leave", Times{3, 2}}}),
                   38);
}

TEST(SmallProblems, OrdersAndAssignmentsAreTheBestOfAll) {
    SmallProblem assignment("assignment");
    SmallProblem processes("process-scheduling");
    SmallProblem jobs("deadline-scheduling");
    SplitMix64 random(13);
    for (int round = 0; round < rounds(1000, 150); ++round) {
        const std::size_t n = random.below(6);
        const auto size = static_cast<std::int64_t>(n);
        const auto cost = drawn_below(random, n * n, 15);
        assignment.expect(sized(size, {{"cost", cost}}), best_order(n, false, [&](auto order) {
                              std::int64_t sum = 0;
                              for (std::size_t agent = 0; agent < n; ++agent) {
                                  sum += cost[agent * n + order[agent]];
                              }
                              return sum;
                          }));
        const auto time = drawn_below(random, n, 15);
        processes.expect(sized(size, {{"time", time}}), best_order(n, false, [&](auto order) {
                             std::int64_t now = 0;
                             std::int64_t sum = 0;
                             for (const std::size_t process : order) {
                                 now += time[process];
                                 sum += now;
                             }
                             return sum;
                         }));
        const auto deadline = drawn_below(random, n, n + 1);
        jobs.expect(sized(size, {{"profit", time}, {"deadline", deadline}}), best_order(n, true, [&](auto order) {
                        std::int64_t sum = 0;
                        for (std::size_t done = 0; done < n; ++done) {
                            sum += done + 1 <= deadline[order[done]] ? time[order[done]] : 0;
                        }
                        return sum;
                    }));
    }
}

// The header computes 2^n with bit operations on n. For every n the table has 2^n columns, or the instance is refused.
TEST(SmallProblems, SetsHaveAColumnEachAndTooManyAreRefused) {
    const RecurrenceHeader& header = builtin("process-scheduling").header;
    for (std::int64_t n = 0; n <= 1000; ++n) {
        Instance instance = sized(n, {{"time", std::vector<std::uint32_t>(static_cast<std::size_t>(n), 1)}});
        const auto shape = check_instance(header, instance, header.stage);
        ASSERT_EQ(static_cast<bool>(shape), n <= 30) << n;
        if (shape) {
            EXPECT_EQ(shape->size.columns, std::int64_t{1} << n);
        }
    }
}

TEST(SmallProblems, MachinesAreReplacedInTheCheapestOfAllYears) {
    SmallProblem problem("replacement");
    SplitMix64 random(17);
    for (int round = 0; round < rounds(2000, 300); ++round) {
        const std::size_t n = random.below(7);
        const auto cost = drawn_below(random, n * (n + 1) / 2, 30);
        Whole least = n == 0 ? Whole(0) : std::nullopt;
        for (std::size_t years = 0; n > 0 && years < std::size_t{1} << (n - 1); ++years) {
            std::int64_t sum = 0;
            std::size_t bought = 0;
            std::size_t row = 0;  // Index in `cost` of the first cost of year `bought`
            for (std::size_t year = 1; year <= n; ++year) {
                if (year == n || (years >> (year - 1) & 1) != 0) {
                    sum += cost[row + year - bought - 1];
                    for (; bought < year; ++bought) {
                        row += n - bought;
                    }
                }
            }
            improve(least, sum);
        }
        problem.expect(sized(static_cast<std::int64_t>(n), {{"cost", cost}}), least);
    }
}

/// Returns the squared error of the best line, by the normal equations.
double error_of_line(std::span<const double> x, std::span<const double> y) {
    const auto n = static_cast<double>(x.size());
    const double sx = std::accumulate(x.begin(), x.end(), 0.0);
    const double sy = std::accumulate(y.begin(), y.end(), 0.0);
    const double sxx = std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
    const double sxy = std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    const double slope = n * sxx == sx * sx ? 0 : (n * sxy - sx * sy) / (n * sxx - sx * sx);
    double error = 0;
    for (std::size_t k = 0; x.size() > 2 && k < x.size(); ++k) {
        const double off = y[k] - (sy + slope * (n * x[k] - sx)) / n;
        error += off * off;
    }
    return error;
}

double best_fit(std::span<const double> x, std::span<const double> y, std::size_t lines, double penalty) {
    double least = x.empty() ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; lines > 0 && k < x.size(); ++k) {
        least = std::min(least, error_of_line(x.subspan(k), y.subspan(k)) + penalty +
                                    best_fit(x.first(k), y.first(k), lines - 1, penalty));
    }
    return least;
}

TEST(SmallProblems, CurvesAreFittedByTheBestOfAllLines) {
    SmallProblem problem("curve-fitting");
    SplitMix64 random(23);
    for (int round = 0; round < rounds(1000, 200); ++round) {
        const std::size_t n = random.below(8);
        std::vector<double> x(n);
        std::vector<double> y(n);
        for (std::size_t k = 0; k < n; ++k) {
            x[k] = (k == 0 ? 0 : x[k - 1]) + static_cast<double>(random.below(3));  // Points may have equal x
            y[k] = static_cast<double>(random.below(10));
        }
        const std::uint64_t lines = 1 + random.below(4);
        const double penalty = static_cast<double>(random.below(3)) * 1.5;
        problem.expect_near({{"x", x}, {"y", y}, {"segments", lines}, {"penalty", penalty}},
                            best_fit(x, y, lines, penalty));
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
