// Problems of allotment, stocks and funds against exhaustive search: the recurrence by the interpreter, its solution,
// and the oracle with its table.
#include "tests/dp/tried.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <numeric>

namespace vkalgo::dp::test {
namespace {

std::int64_t sum_of(const Choice& choice) {
    return std::accumulate(choice.begin(), choice.end(), std::int64_t{0});
}

TEST(IntegerKnapsackProblem, EqualsExhaustiveSearch) {
    const Tried problem("integer-knapsack");
    SplitMix64 random(1);
    for (int round = 0; round < rounds(2000, 200); ++round) {
        const std::size_t count = random.below(6);
        const auto weight = drawn(random, count, 1, 6);
        const auto profit = drawn(random, count, 0, 9);
        const std::uint64_t capacity = random.below(16);
        std::int64_t best = 0;
        const auto worth = [](const Choice& choice, const std::vector<std::uint32_t>& of) {
            return std::inner_product(choice.begin(), choice.end(), of.begin(), std::int64_t{0});
        };
        each_choice(
            count,
            [&](const Choice& before) {
                return (static_cast<std::int64_t>(capacity) - worth(before, weight)) / weight[before.size()];
            },
            [&](const Choice& all) { best = std::max(best, worth(all, profit)); });
        problem.expect({{"weight", weight}, {"profit", profit}, {"capacity", capacity}}, static_cast<double>(best));
    }
}

TEST(AllotmentProblem, EqualsExhaustiveSearchOfAtMostAllUnits) {
    const Tried problem("allotment");
    SplitMix64 random(2);
    for (int round = 0; round < rounds(2000, 200); ++round) {
        const std::size_t n = random.below(5);
        const std::size_t m = random.below(6);
        const auto gain = drawn(random, n * (m + 1), 0, 15);
        std::int64_t best = 0;
        each_choice(
            n, [&](const Choice& before) { return static_cast<std::int64_t>(m) - sum_of(before); },
            [&](const Choice& all) {
                std::int64_t sum = 0;
                for (std::size_t k = 0; k < n; ++k) {
                    sum += gain[k * (m + 1) + static_cast<std::size_t>(all[k])];
                }
                best = std::max(best, sum);
            });
        problem.expect({{"gain", gain}, {"n", n}, {"units", m}}, static_cast<double>(best));
    }
}

TEST(DistributionProblem, EqualsExhaustiveSearchOfAllUnitsForCostsAndProfits) {
    const Tried problem("distribution");
    SplitMix64 random(3);
    for (int round = 0; round < rounds(2000, 200); ++round) {
        const std::size_t n = random.below(5);
        const std::size_t m = random.below(6);
        std::vector<std::int32_t> cost(n * (m + 1));
        for (std::int32_t& value : cost) {
            value = static_cast<std::int32_t>(random.below(31)) - (round % 2 == 0 ? 0 : 20);
        }
        double best = kInfinity;
        each_choice(
            n, [&](const Choice& before) { return static_cast<std::int64_t>(m) - sum_of(before); },
            [&](const Choice& all) {
                double sum = sum_of(all) == static_cast<std::int64_t>(m) ? 0 : kInfinity;
                for (std::size_t k = 0; k < n; ++k) {
                    sum += cost[k * (m + 1) + static_cast<std::size_t>(all[k])];
                }
                best = std::min(best, sum);
            });
        problem.expect({{"cost", cost}, {"n", n}, {"units", m}}, best);
    }
}

/// Tries all sets of `covers` sizes. Each object takes the smallest cover that holds it.
double cheapest_covers(const std::vector<std::uint32_t>& cost, std::size_t covers) {
    double best = kInfinity;
    for (std::size_t set = 0; set < (std::size_t{1} << cost.size()); ++set) {
        if (static_cast<std::size_t>(std::popcount(set)) != covers ||
            (!cost.empty() && set >> (cost.size() - 1) == 0)) {
            continue;
        }
        double sum = 0;
        for (std::size_t size = 0; size < cost.size(); ++size) {
            sum += cost[size + static_cast<std::size_t>(std::countr_zero(set >> size))];
        }
        best = std::min(best, sum);
    }
    return best;
}

TEST(CoveringProblems, EqualExhaustiveSearch) {
    const Tried covering("covering");
    const Tried as_knapsack("covering-as-knapsack");
    SplitMix64 random(4);
    for (int round = 0; round < rounds(2000, 200); ++round) {
        const std::size_t sizes = random.below(9);
        const std::uint64_t covers = random.below(sizes + 2);
        auto cost = drawn(random, sizes, 0, 30);
        if (round % 4 != 0) {
            std::sort(cost.begin(), cost.end());
        }
        const Instance instance{{"cost", cost}, {"covers", covers}};
        const double best = cheapest_covers(cost, covers);
        as_knapsack.expect(instance, best);
        if (sizes > 0) {
            covering.expect(instance, best);
        }
    }
}

TEST(CoveringProblems, AnswerTheBooksExample) {
    const std::vector<std::uint32_t> cost{1, 4, 5, 7, 8, 12, 13, 18, 19, 21};
    for (const char* name : {"covering", "covering-as-knapsack"}) {
        Tried(name).expect({{"cost", cost}, {"covers", std::uint64_t{3}}}, 129);
    }
}

/// Returns the least cost of meeting the demand of every period. It costs price(k, x) to produce x in period k, and
/// `holding` to store a unit for a period.
double cheapest_stock(const std::vector<std::uint32_t>& demand, std::int64_t store, std::int64_t most,
                      std::int64_t holding, std::int64_t start,
                      const std::function<std::int64_t(std::size_t, std::int64_t)>& price) {
    double best = kInfinity;
    each_choice(
        demand.size(), [&](const Choice&) { return most; },
        [&](const Choice& all) {
            std::int64_t stock = start;
            double sum = 0;
            for (std::size_t k = 0; k < all.size(); ++k) {
                stock += all[k] - demand[k];
                sum += stock < 0 || stock > store ? kInfinity : static_cast<double>(price(k, all[k]) + holding * stock);
            }
            best = std::min(best, sum);
        });
    return best;
}

TEST(StockProblems, EqualExhaustiveSearch) {
    const Tried inventory("inventory");
    const Tried production("production");
    SplitMix64 random(5);
    for (int round = 0; round < rounds(1000, 150); ++round) {
        const auto demand = drawn(random, random.below(5), 0, 4);
        const auto most = static_cast<std::int64_t>(random.below(5));
        const auto store = static_cast<std::int64_t>(random.below(5));
        const auto start = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(store) + 1));
        const auto holding = static_cast<std::int64_t>(random.below(4));
        const auto setup = static_cast<std::int64_t>(random.below(9));
        const auto unit = static_cast<std::int64_t>(random.below(4));
        const auto cost = drawn(random, demand.size() * static_cast<std::size_t>(most + 1), 0, 20);
        Instance instance{{"demand", demand}, {"store", store}, {"most", most}, {"start", start}, {"holding", holding}};
        Instance ordered = instance;
        ordered.inputs["cost"] = numbers(cost);
        inventory.expect(
            ordered,
            cheapest_stock(demand, store, most, holding, start, [&](std::size_t k, std::int64_t x) -> std::int64_t {
                return cost[k * static_cast<std::size_t>(most + 1) + static_cast<std::size_t>(x)];
            }));
        instance.params["setup"] = setup;
        instance.params["unit"] = unit;
        production.expect(instance,
                          cheapest_stock(demand, store, most, holding, start,
                                         [&](std::size_t, std::int64_t x) { return x == 0 ? 0 : setup + unit * x; }));
    }
}

/// Returns the greatest worth(choice, rest) of all choices that the funds suffice for. The rest is the funds that a
/// choice leaves.
double best_funds(std::size_t n, std::int64_t m, const std::function<std::int64_t(std::int64_t)>& grown,
                  const std::function<double(const Choice&, std::int64_t)>& worth) {
    const auto left = [&](const Choice& spent) {
        return std::accumulate(spent.begin(), spent.end(), m,
                               [&](std::int64_t funds, std::int64_t each) { return grown(funds - each); });
    };
    double best = -kInfinity;
    each_choice(n, left, [&](const Choice& all) { best = std::max(best, worth(all, left(all))); });
    return best;
}

TEST(FundProblems, EqualExhaustiveSearch) {
    const Tried investment("investment");
    const Tried discounted("discounted-profits");
    SplitMix64 random(6);
    for (int round = 0; round < rounds(1000, 150); ++round) {
        const std::size_t n = random.below(4);
        const auto m = static_cast<std::int64_t>(random.below(6));
        const std::int64_t per = 1 + static_cast<std::int64_t>(random.below(20));
        const std::int64_t interest = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(per)));
        const auto grown = [&](std::int64_t funds) { return funds * (per + interest) / per; };
        const auto shrunk = [&](std::int64_t funds) { return funds * (per - interest) / per; };
        std::int64_t most = m;
        for (std::size_t k = 0; k < n; ++k) {
            most = grown(most);
        }
        const std::int64_t room = most - m + static_cast<std::int64_t>(random.below(3));
        const auto columns = static_cast<std::size_t>(m + room + 1);
        std::vector<std::int32_t> gain(n * columns);
        std::vector<double> profit(gain.size());
        for (std::size_t k = 0; k < gain.size(); ++k) {
            gain[k] = static_cast<std::int32_t>(random.below(30)) - 5;
            profit[k] = static_cast<double>(gain[k]) / 4;
        }
        const auto index_of = [&](std::size_t k, std::int64_t x) { return k * columns + static_cast<std::size_t>(x); };
        const auto all_gains = [&](const Choice& all, std::int64_t rest) {
            auto sum = static_cast<double>(rest);
            for (std::size_t k = 0; k < n; ++k) {
                sum += gain[index_of(k, all[k])];
            }
            return sum;
        };
        const auto all_profits = [&](const Choice& all, std::int64_t) {
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) {
                sum += std::pow(0.75, static_cast<double>(k)) * profit[index_of(k, all[k])];
            }
            return sum;
        };
        const Instance sizes{{"n", n}, {"per", per}, {"room", room}};
        Instance invested = sizes;
        invested.inputs["gain"] = InputArray::of(ElementType::i32, std::span<const std::int32_t>(gain));
        invested.params["start"] = m;
        invested.params["interest"] = interest;
        investment.expect(invested, best_funds(n, m, grown, all_gains));
        Instance spent = sizes;
        spent.inputs["profit"] = InputArray::of(ElementType::f64, std::span<const double>(profit));
        spent.params["budget"] = m;
        spent.params["discount"] = 0.75;
        for (const bool grows : {true, false}) {
            spent.params["growth"] = per + (grows ? interest : -interest);
            const std::function<std::int64_t(std::int64_t)> next =
                grows ? std::function<std::int64_t(std::int64_t)>(grown) : shrunk;
            discounted.expect(spent, best_funds(n, m, next, all_profits), 1e-12);
        }
    }
}

TEST(FundProblems, RefuseATableThatIsTooNarrowForTheFunds) {
    const std::vector<std::int32_t> gain(28);
    const std::vector<double> profit(28);
    const auto refused = [](const char* name, Instance instance) {
        const RecurrenceHeader& header = builtin(name).header;
        const Shape shape = vkalgo::test::take(check_instance(header, instance, header.stage));
        const Interpreter interpreter = vkalgo::test::take(Interpreter::create(builtin(name)));
        Interpretation run = vkalgo::test::take(interpreter.start(instance, shape, header.stage));
        EXPECT_FALSE(oracle(name).reference(instance, nullptr)) << name;
        const auto filled = run.fill();
        return !filled && filled.error().code == ErrorCode::overflow;
    };
    EXPECT_TRUE(refused("investment", {{"gain", gain}, {"n", 2}, {"start", 10}, {"room", 3}, {"interest", 20}}));
    EXPECT_TRUE(
        refused("discounted-profits", {{"profit", profit}, {"n", 2}, {"budget", 10}, {"room", 3}, {"growth", 120}}));
}

TEST(ReliabilityProblem, EqualsExhaustiveSearch) {
    const Tried problem("reliability");
    SplitMix64 random(7);
    for (int round = 0; round < rounds(2000, 200); ++round) {
        const std::size_t count = random.below(4);
        const auto price = drawn(random, count, 1, 4);
        std::vector<double> works(count);
        for (double& value : works) {
            value = static_cast<double>(random.below(11)) / 10;
        }
        const std::uint64_t budget = random.below(13);
        double best = 0;
        each_choice(
            count,
            [&](const Choice& before) {
                return (static_cast<std::int64_t>(budget) -
                        std::inner_product(before.begin(), before.end(), price.begin(), std::int64_t{0})) /
                       price[before.size()];
            },
            [&](const Choice& all) {
                double product = 1;
                for (std::size_t k = 0; k < count; ++k) {
                    product *= 1 - std::pow(1 - works[k], static_cast<double>(all[k]));
                }
                best = std::max(best, product);
            });
        problem.expect({{"works", works}, {"price", price}, {"budget", budget}}, best, 1e-12);
    }
}

TEST(ReliabilityProblem, AnswersTheBooksExample) {
    Tried("reliability")
        .expect({{"works", std::vector{.9, .8, .5}},
                 {"price", std::vector<std::uint32_t>{30, 15, 20}},
                 {"budget", std::uint64_t{105}}},
                0.648, 1e-12);
}

/// Tries all strategies over all courses of the game. A strategy has a stake for every number of chips before every
/// play.
double best_strategy(std::size_t plays, std::size_t chips, std::size_t goal, double win) {
    double best = 0;
    const auto index_of = [&](std::size_t play, std::size_t has) { return play * (goal + 1) + has; };
    each_choice(
        plays * (goal + 1), [&](const Choice& before) { return static_cast<std::int64_t>(before.size() % (goal + 1)); },
        [&](const Choice& stake) {
            double chance = 0;
            for (std::size_t course = 0; course < (std::size_t{1} << plays); ++course) {
                std::size_t has = chips;
                double probability = 1;
                for (std::size_t play = 0; play < plays; ++play) {
                    const bool wins = (course >> play & 1) != 0;
                    const auto staked = static_cast<std::size_t>(stake[index_of(play, has)]);
                    has = wins ? std::min(has + staked, goal) : has - staked;
                    probability *= wins ? win : 1 - win;
                }
                chance += has >= goal ? probability : 0;
            }
            best = std::max(best, chance);
        });
    return best;
}

TEST(LasVegasProblem, EqualsTheBestOfAllStrategies) {
    const Tried problem("las-vegas");
    std::vector<double> wins{0, 0.25, 0.5, 2.0 / 3, 1};
    SplitMix64 random(10);
    for (int round = 0; round < rounds(15, 0); ++round) {
        wins.push_back(static_cast<double>(random.below(1001)) / 1000);
    }
    for (const double win : wins) {
        for (const auto& [plays, most] : {std::pair{0U, 4U}, {1U, 5U}, {2U, 4U}, {3U, 3U}}) {
            for (std::size_t goal = 0; goal <= most; ++goal) {
                for (std::size_t chips = 0; chips <= goal; ++chips) {
                    problem.expect({{"n", plays}, {"chips", chips}, {"goal", goal}, {"win", win}},
                                   best_strategy(plays, chips, goal, win), 1e-12);
                }
            }
        }
    }
}

TEST(LasVegasProblem, AnswersTheBooksExample) {
    Tried("las-vegas").expect({{"n", 3}}, 20.0 / 27, 1e-12);
}

TEST(IntegerProgrammingProblem, EqualsExhaustiveSearch) {
    const Tried problem("integer-programming");
    SplitMix64 random(8);
    for (int round = 0; round < rounds(2000, 200); ++round) {
        const std::size_t count = random.below(4);
        const auto c = drawn(random, count, 0, 9);
        std::array<std::vector<std::uint32_t>, 3> a;
        std::array<std::int64_t, 3> b{};
        for (std::size_t k = 0; k < 3; ++k) {
            a.at(k) = drawn(random, count, k == 0 ? 1 : 0, 3);
            b.at(k) = static_cast<std::int64_t>(random.below(6));
        }
        std::int64_t best = 0;
        each_choice(
            count, [&](const Choice&) { return b[0]; },
            [&](const Choice& x) {
                bool fits = true;
                for (std::size_t k = 0; k < 3; ++k) {
                    fits = fits && std::inner_product(x.begin(), x.end(), a.at(k).begin(), std::int64_t{0}) <= b.at(k);
                }
                best = fits ? std::max(best, std::inner_product(x.begin(), x.end(), c.begin(), std::int64_t{0})) : best;
            });
        problem.expect({{"c", c}, {"a1", a[0]}, {"a2", a[1]}, {"a3", a[2]}, {"b1", b[0]}, {"b2", b[1]}, {"b3", b[2]}},
                       static_cast<double>(best));
    }
}

TEST(IntegerProgrammingProblem, AnswersTheBooksExampleAndIsUnboundedByAVariableWithoutALimit) {
    using Row = std::vector<std::uint32_t>;
    Instance instance{{"c", Row{3, 5}}, {"a1", Row{1, 0}}, {"a2", Row{0, 2}}, {"a3", Row{3, 2}},
                      {"b1", 4},        {"b2", 12},        {"b3", 18}};
    Tried("integer-programming").expect(instance, 36);
    instance.inputs["a2"] = numbers({0, 0});
    instance.inputs["a3"] = numbers({3, 0});
    Tried("integer-programming").expect(instance, kInfinity);
    instance.inputs["c"] = numbers({3, 0});
    Tried("integer-programming").expect(instance, 12);
}

TEST(TransportationProblem, EqualsExhaustiveSearch) {
    const Tried problem("transportation");
    SplitMix64 random(9);
    for (int round = 0; round < rounds(2000, 200); ++round) {
        const std::size_t count = random.below(4);
        const auto demand = drawn(random, count, 0, 3);
        std::array<std::vector<std::uint32_t>, 3> c;
        std::array<std::int64_t, 3> supply{};
        for (std::size_t k = 0; k < 3; ++k) {
            c.at(k) = drawn(random, count, 0, 9);
            supply.at(k) = static_cast<std::int64_t>(random.below(4));
        }
        double best = kInfinity;
        // The amounts that the first two supplies send to each destination, one after the other; the third supply sends
        // the rest.
        each_choice(
            2 * count, [&](const Choice& before) { return std::int64_t{demand[before.size() / 2]}; },
            [&](const Choice& sent) {
                std::array<std::int64_t, 3> left = supply;
                double sum = 0;
                for (std::size_t i = 0; i < count; ++i) {
                    const std::array<std::int64_t, 3> each{sent[2 * i], sent[2 * i + 1],
                                                           demand[i] - sent[2 * i] - sent[2 * i + 1]};
                    for (std::size_t k = 0; k < 3; ++k) {
                        left.at(k) -= each.at(k);
                        sum +=
                            each.at(k) < 0 || left.at(k) < 0 ? kInfinity : static_cast<double>(each.at(k) * c.at(k)[i]);
                    }
                }
                best = std::min(best, sum);
            });
        problem.expect(shipping(demand, c, supply), best);
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
