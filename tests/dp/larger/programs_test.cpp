// Built-in problems as linear and integer programs, on instances that are too large for exhaustive search.
#include "tests/dp/larger/program.hpp"
#include "tests/dp/tried.hpp"

#include <array>
#include <numeric>

namespace vkalgo::dp::test {
namespace {

/// Returns the best value of a program's objective, rounded to a whole number; infinite if no solution exists.
double whole(Program& program) {
    const auto best = program.solve();
    return best ? std::round(*best) : kInfinity;
}

/// Returns a sum of `count` consecutive variables, variable first + k with factor times(k).
Program::Terms terms_of(int first, std::size_t count, const std::function<double(std::size_t)>& times) {
    Program::Terms terms;
    for (std::size_t k = 0; k < count; ++k) {
        terms.push_back({first + static_cast<int>(k), times(k)});
    }
    return terms;
}

double once(std::size_t) {
    return 1;
}

double number_of(std::size_t k) {
    return static_cast<double>(k);
}

TEST(LargerPrograms, KnapsacksEqualIntegerPrograms) {
    const Tried problem("knapsack");
    const Tried unbounded("integer-knapsack");
    SplitMix64 random(1);
    for (int round = 0; round < rounds(60, 4); ++round) {
        const std::size_t count = 20 + random.below(21);
        const auto weight = drawn(random, count, 1, 100);
        const auto profit = drawn(random, count, 0, 100);
        const std::uint64_t capacity = 100 + random.below(800);
        for (const bool repeated : {false, true}) {
            Program program(Program::Goal::greatest);
            Program::Terms load;
            for (std::size_t k = 0; k < count; ++k) {
                load.push_back({program.integer(profit[k], 0, repeated ? kNoLimit : 1), double(weight[k])});
            }
            program.limit(load, 0, static_cast<double>(capacity));
            (repeated ? unbounded : problem).expect(items(weight, profit, capacity), whole(program));
        }
    }
}

TEST(LargerPrograms, AllotmentsAndDistributionsEqualTheChoiceOfOneNumberForEach) {
    const Tried allotment("allotment");
    const Tried distribution("distribution");
    SplitMix64 random(2);
    for (int round = 0; round < rounds(60, 4); ++round) {
        const std::size_t n = 4 + random.below(6);
        const std::size_t m = 8 + random.below(9);
        const auto gain = drawn(random, n * (m + 1), 0, 99);
        const std::vector<std::int32_t> cost(gain.begin(), gain.end());
        for (const bool all : {false, true}) {
            Program program(all ? Program::Goal::least : Program::Goal::greatest);
            Program::Terms units;
            for (std::size_t k = 0; k < n; ++k) {
                int first = 0;
                for (std::size_t d = 0; d <= m; ++d) {
                    const int taken = program.integer(gain[k * (m + 1) + d], 0, 1);
                    first = d == 0 ? taken : first;
                    units.push_back({taken, static_cast<double>(d)});
                }
                program.equal(terms_of(first, m + 1, once), 1);
            }
            program.limit(units, all ? static_cast<double>(m) : 0, static_cast<double>(m));
            if (all) {
                distribution.expect({{"cost", cost}, {"n", n}, {"units", m}}, whole(program));
            } else {
                allotment.expect({{"gain", gain}, {"n", n}, {"units", m}}, whole(program));
            }
        }
    }
}

TEST(LargerPrograms, ProfitsWithinThreeLimitsEqualAnIntegerProgram) {
    const Tried problem("integer-programming");
    SplitMix64 random(3);
    for (int round = 0; round < rounds(80, 4); ++round) {
        const std::size_t count = 3 + random.below(6);
        const auto c = drawn(random, count, 0, 30);
        std::array<std::vector<std::uint32_t>, 3> a;
        std::array<std::uint64_t, 3> b{8 + random.below(12), 4 + random.below(8), random.below(5)};
        Program program(Program::Goal::greatest);
        for (std::size_t i = 0; i < count; ++i) {
            program.integer(c[i], 0, kNoLimit);
        }
        for (std::size_t k = 0; k < 3; ++k) {
            a.at(k) = drawn(random, count, k == 0 ? 1 : 0, k == 2 ? 1 : 5);
            program.limit(terms_of(1, count, [&](std::size_t i) { return double(a.at(k)[i]); }), 0,
                          static_cast<double>(b.at(k)));
        }
        problem.expect({{"c", c}, {"a1", a[0]}, {"a2", a[1]}, {"a3", a[2]}, {"b1", b[0]}, {"b2", b[1]}, {"b3", b[2]}},
                       whole(program));
    }
}

TEST(LargerPrograms, TransportationEqualsALinearProgram) {
    const Tried problem("transportation");
    SplitMix64 random(4);
    int infeasible = 0;
    for (int round = 0; round < rounds(60, 4); ++round) {
        const std::size_t count = 4 + random.below(9);
        const auto demand = drawn(random, count, 0, 3);
        const auto sum = std::accumulate(demand.begin(), demand.end(), std::uint64_t{0});
        std::array<std::vector<std::uint32_t>, 3> c;
        const std::array<std::uint64_t, 3> supply{sum / 3 + random.below(3), sum / 3 + random.below(3),
                                                  sum / 3 + random.below(2)};
        Program program(Program::Goal::least);
        std::array<int, 3> first{};
        for (std::size_t k = 0; k < 3; ++k) {
            c.at(k) = drawn(random, count, 0, 50);
            for (std::size_t i = 0; i < count; ++i) {
                const int sent = program.real(c.at(k)[i], 0, kNoLimit);
                first.at(k) = i == 0 ? sent : first.at(k);
            }
            program.limit(terms_of(first.at(k), count, once), 0, static_cast<double>(supply.at(k)));
        }
        for (int i = 0; i < static_cast<int>(count); ++i) {
            program.equal({{first[0] + i, 1}, {first[1] + i, 1}, {first[2] + i, 1}},
                          demand[static_cast<std::size_t>(i)]);
        }
        const double least = whole(program);
        infeasible += std::isinf(least) ? 1 : 0;
        problem.expect(shipping(demand, c, supply), least);
    }
    EXPECT_GE(infeasible, up_to(1, 0));
}

/// Returns the best sum of an assignment of n agents to n tasks, by a linear program. All corners of its feasible
/// region are assignments, so the variables need not be integers.
double assigned(Program::Goal goal, std::size_t n, const std::function<double(std::size_t, std::size_t)>& worth) {
    Program program(goal);
    for (std::size_t agent = 0; agent < n; ++agent) {
        for (std::size_t slot = 0; slot < n; ++slot) {
            program.real(worth(agent, slot), 0, 1);
        }
    }
    const int size = static_cast<int>(n);
    for (int k = 0; k < size; ++k) {
        Program::Terms row;
        Program::Terms column;
        for (int other = 0; other < size; ++other) {
            row.push_back({1 + k * size + other, 1});
            column.push_back({1 + other * size + k, 1});
        }
        program.equal(row, 1);
        program.equal(column, 1);
    }
    return whole(program);
}

TEST(LargerPrograms, AssignmentsAndOrdersEqualLinearPrograms) {
    const Tried assignment("assignment");
    const Tried processes("process-scheduling");
    const Tried jobs("deadline-scheduling");
    SplitMix64 random(5);
    for (int round = 0; round < rounds(24, 2); ++round) {
        const std::size_t n = 7 + random.below(3);
        const auto cost = drawn(random, n * n, 0, 60);
        assignment.expect({{"n", n}, {"cost", cost}},
                          assigned(Program::Goal::least, n, [&](auto i, auto d) { return double(cost[i * n + d]); }));
        const auto time = drawn(random, n, 0, 60);
        processes.expect({{"n", n}, {"time", time}}, assigned(Program::Goal::least, n, [&](auto d, auto slot) {
                             return static_cast<double>((n - slot) * time[d]);
                         }));
        const auto deadline = drawn(random, n, 0, static_cast<std::uint32_t>(n + 1));
        jobs.expect({{"n", n}, {"profit", time}, {"deadline", deadline}},
                    assigned(Program::Goal::greatest, n,
                             [&](auto d, auto slot) { return slot < deadline[d] ? double(time[d]) : 0.0; }));
    }
}

TEST(LargerPrograms, CoversEqualAnIntegerProgramOfWhichSizeCoversWhichObject) {
    const Tried covering("covering");
    const Tried as_knapsack("covering-as-knapsack");
    SplitMix64 random(6);
    for (int round = 0; round < rounds(40, 3); ++round) {
        const std::size_t sizes = 8 + random.below(6);
        const std::uint64_t covers = 2 + random.below(4);
        auto cost = drawn(random, sizes, 0, 60);
        std::sort(cost.begin(), cost.end());
        Program program(Program::Goal::least);
        const int first = program.integer(0, sizes == 1 ? 1 : 0, 1);
        for (std::size_t size = 1; size < sizes; ++size) {
            program.integer(0, size + 1 == sizes ? 1 : 0, 1);
        }
        program.equal(terms_of(first, sizes, once), static_cast<double>(covers));
        for (std::size_t object = 0; object < sizes; ++object) {
            Program::Terms covered;
            for (std::size_t size = object; size < sizes; ++size) {
                const int by = program.real(cost[size], 0, 1);
                covered.push_back({by, 1});
                program.limit({{first + static_cast<int>(size), 1}, {by, -1}}, 0, kNoLimit);
            }
            program.equal(covered, 1);
        }
        const Instance instance{{"cost", cost}, {"covers", covers}};
        const double least = whole(program);
        covering.expect(instance, least);
        as_knapsack.expect(instance, least);
    }
}

/// Returns the least cost at which stocks and incoming goods meet the demand of every period. more(program, period)
/// adds the variables of the goods that come in during a period, and returns the terms whose sum is their number.
double stocked(const std::vector<std::uint32_t>& demand, std::int64_t store, std::int64_t holding, std::int64_t start,
               const std::function<Program::Terms(Program&, std::size_t)>& more) {
    Program program(Program::Goal::least);
    int before = 0;
    for (std::size_t k = 0; k < demand.size(); ++k) {
        Program::Terms flow = more(program, k);
        const int left = program.real(static_cast<double>(holding), 0, static_cast<double>(store));
        flow.push_back({left, -1});
        if (k > 0) {
            flow.push_back({before, 1});
        }
        program.equal(flow, static_cast<double>(std::int64_t{demand[k]} - (k == 0 ? start : 0)));
        before = left;
    }
    return whole(program);
}

TEST(LargerPrograms, StocksEqualIntegerProgramsOfWhatIsBoughtMadeAndHeld) {
    const Tried inventory("inventory");
    const Tried production("production");
    SplitMix64 random(7);
    for (int round = 0; round < rounds(40, 3); ++round) {
        const std::size_t periods = 5 + random.below(6);
        const auto demand = drawn(random, periods, 0, 6);
        const auto most = static_cast<std::int64_t>(4 + random.below(5));
        const auto store = static_cast<std::int64_t>(3 + random.below(7));
        const auto start = static_cast<std::int64_t>(random.below(4));
        const auto holding = static_cast<std::int64_t>(random.below(4));
        const auto setup = static_cast<std::int64_t>(random.below(30));
        const auto unit = static_cast<std::int64_t>(random.below(6));
        const auto columns = static_cast<std::size_t>(most + 1);
        const auto cost = drawn(random, periods * columns, 0, 40);
        Instance instance{{"demand", demand}, {"store", store}, {"most", most}, {"start", start}, {"holding", holding}};
        Instance ordered = instance;
        ordered.inputs["cost"] = numbers(cost);
        inventory.expect(ordered, stocked(demand, store, holding, start, [&](Program& program, std::size_t k) {
                             int first = 0;
                             for (std::size_t x = 0; x < columns; ++x) {
                                 const int order = program.integer(cost[k * columns + x], 0, 1);
                                 first = x == 0 ? order : first;
                             }
                             program.equal(terms_of(first, columns, once), 1);
                             return terms_of(first, columns, number_of);
                         }));
        instance.params["setup"] = setup;
        instance.params["unit"] = unit;
        production.expect(instance, stocked(demand, store, holding, start, [&](Program& program, std::size_t) {
                              const int made = program.real(static_cast<double>(unit), 0, kNoLimit);
                              const int begun = program.integer(static_cast<double>(setup), 0, 1);
                              program.limit({{begun, static_cast<double>(most)}, {made, -1}}, 0, kNoLimit);
                              return Program::Terms{{made, 1}};
                          }));
    }
}

/// Returns the probability of winning with the best stakes, by a linear program. The program has a variable for each
/// number of chips before each play. The variable is at least the expected probability after each possible stake, and
/// the least such values are the probabilities of the best stakes.
double best_stakes(std::size_t plays, std::size_t chips, std::size_t goal, double win) {
    Program program(Program::Goal::least);
    for (std::size_t play = 0; play <= plays; ++play) {
        for (std::size_t has = 0; has <= goal; ++has) {
            const double known = has == goal ? 1 : 0;
            program.real(play == 0 && has == chips ? 1 : 0, play == plays ? known : 0, play == plays ? known : 1);
        }
    }
    const auto chance = [&](std::size_t play, std::size_t has) {
        return static_cast<int>(1 + play * (goal + 1) + has);
    };
    for (std::size_t play = 0; play < plays; ++play) {
        for (std::size_t has = 0; has <= goal; ++has) {
            program.limit({{chance(play, has), 1}, {chance(play + 1, has), -1}}, 0, kNoLimit);
            for (std::size_t stake = 1; stake <= has; ++stake) {
                program.limit({{chance(play, has), 1},
                               {chance(play + 1, std::min(has + stake, goal)), -win},
                               {chance(play + 1, has - stake), win - 1}},
                              0, kNoLimit);
            }
        }
    }
    return program.solve().value_or(-1);
}

TEST(LargerPrograms, ChancesOfTheBestStakesEqualALinearProgram) {
    const Tried problem("las-vegas");
    SplitMix64 random(8);
    for (int round = 0; round < rounds(40, 3); ++round) {
        const std::size_t plays = 2 + random.below(4);
        const std::size_t goal = 3 + random.below(10);
        const std::size_t chips = random.below(goal + 1);
        const double win = static_cast<double>(random.below(101)) / 100;
        problem.expect({{"n", plays}, {"chips", chips}, {"goal", goal}, {"win", win}},
                       best_stakes(plays, chips, goal, win), 1e-7);
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
