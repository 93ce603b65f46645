// Knapsacks, parts of a device and lines through points, compared with methods that list sets of choices, on instances
// of moderate size.
#include "tests/dp/tried.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace vkalgo::dp::test {
namespace {

/// Weight and profit of a set of items.
struct Load {
    std::uint64_t weight, profit;
};

/// Returns all sets of some items, from the lightest to the heaviest.
std::vector<Load> all_sets(std::span<const std::uint32_t> weight, std::span<const std::uint32_t> profit) {
    std::vector<Load> sets{{0, 0}};
    for (std::size_t k = 0; k < weight.size(); ++k) {
        for (std::size_t set = 0, count = sets.size(); set < count; ++set) {
            sets.push_back({sets[set].weight + weight[k], sets[set].profit + profit[k]});
        }
    }
    std::sort(sets.begin(), sets.end(), [](const Load& a, const Load& b) { return a.weight < b.weight; });
    return sets;
}

/// Returns the greatest profit by the method of Horowitz and Sahni (JACM 21, 1974). It takes the sets of one half of
/// the items, the heaviest first, each with the most valuable set of the other half that still fits.
std::uint64_t by_halves(const std::vector<std::uint32_t>& weight, const std::vector<std::uint32_t>& profit,
                        std::uint64_t capacity) {
    const std::size_t half = weight.size() / 2;
    const auto light = all_sets(std::span(weight).first(half), std::span(profit).first(half));
    const auto other = all_sets(std::span(weight).subspan(half), std::span(profit).subspan(half));
    std::uint64_t best = 0;
    std::uint64_t beside = 0;
    std::size_t reached = 0;
    for (auto set = light.rbegin(); set != light.rend(); ++set) {
        if (set->weight > capacity) {
            continue;
        }
        for (; reached < other.size() && other[reached].weight + set->weight <= capacity; ++reached) {
            beside = std::max(beside, other[reached].profit);
        }
        best = std::max(best, set->profit + beside);
    }
    return best;
}

TEST(LargerSets, KnapsacksEqualTheSetsOfEitherHalf) {
    const Tried problem("knapsack");
    SplitMix64 random(1);
    for (int round = 0; round < rounds(300, 10); ++round) {
        const std::size_t count = 10 + random.below(11);
        const auto weight = drawn(random, count, 0, 60);
        const auto profit = drawn(random, count, 0, 60);
        const std::uint64_t capacity = random.below(60 * count / 2);
        problem.expect(items(weight, profit, capacity), static_cast<double>(by_halves(weight, profit, capacity)));
    }
    // Items whose profit is their weight plus a constant are hardest to bound and to discard.
    for (int round = 0; round < rounds(5, 0); ++round) {
        const std::size_t count = 30 + 2 * static_cast<std::size_t>(round % 4);
        const auto weight = drawn(random, count, 1, 1000);
        auto profit = weight;
        std::transform(profit.begin(), profit.end(), profit.begin(), [](std::uint32_t each) { return each + 10; });
        const std::uint64_t capacity = std::accumulate(weight.begin(), weight.end(), std::uint64_t{0}) / 2;
        problem.expect(items(weight, profit, capacity), static_cast<double>(by_halves(weight, profit, capacity)));
    }
}

/// A choice of the numbers of parts: its price and the probability that all stages work. The stages are added one after
/// another. A choice is kept only if no choice that is as cheap or cheaper works as often.
struct Parts {
    std::uint64_t price;
    double works;
};

double best_parts(const std::vector<double>& works, const std::vector<std::uint32_t>& price, std::uint64_t budget) {
    std::vector<Parts> front{{0, 1}};
    for (std::size_t k = 0; k < works.size(); ++k) {
        std::vector<Parts> all;
        for (const Parts& before : front) {
            double fails = 1 - works[k];
            for (std::uint64_t sum = before.price + price[k]; sum <= budget; sum += price[k]) {
                all.push_back({sum, before.works * (1 - fails)});
                fails *= 1 - works[k];
            }
        }
        std::sort(all.begin(), all.end(), [](const Parts& a, const Parts& b) {
            return std::pair(a.price, -a.works) < std::pair(b.price, -b.works);
        });
        front.clear();
        for (const Parts& each : all) {
            if (front.empty() || each.works > front.back().works) {
                front.push_back(each);
            }
        }
    }
    return front.empty() ? 0 : front.back().works;
}

TEST(LargerSets, DevicesHaveTheBestOfTheSetsOfPartsThatNoOtherBeats) {
    const Tried problem("reliability");
    SplitMix64 random(2);
    for (int round = 0; round < rounds(200, 10); ++round) {
        const std::size_t count = 3 + random.below(6);
        const auto price = drawn(random, count, 1, 9);
        std::vector<double> works(count);
        std::generate(works.begin(), works.end(), [&] { return static_cast<double>(random.below(101)) / 100; });
        const std::uint64_t budget = 20 + random.below(60);
        problem.expect({{"works", works}, {"price", price}, {"budget", budget}}, best_parts(works, price, budget),
                       1e-12);
    }
}

/// Returns the least-squares error of a line, computed from all pairs of points. The sums of squares and products about
/// the means of x and y are 1 / n times the sums, over all pairs, of squares and products of differences.
double error_by_pairs(std::span<const double> x, std::span<const double> y) {
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (std::size_t a = 0; a < x.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            xx += (x[a] - x[b]) * (x[a] - x[b]);
            xy += (x[a] - x[b]) * (y[a] - y[b]);
            yy += (y[a] - y[b]) * (y[a] - y[b]);
        }
    }
    return x.size() <= 2 ? 0 : (yy - (xx == 0 ? 0 : xy * xy / xx)) / static_cast<double>(x.size());
}

TEST(LargerSets, CurvesHaveTheBestOfAllPointsAtWhichThreeLinesMeet) {
    const Tried problem("curve-fitting");
    SplitMix64 random(3);
    for (int round = 0; round < rounds(60, 4); ++round) {
        const std::size_t n = 12 + random.below(14);
        std::vector<double> x(n);
        std::vector<double> y(n);
        for (std::size_t k = 0; k < n; ++k) {
            x[k] = (k == 0 ? 0 : x[k - 1]) + static_cast<double>(1 + random.below(4));
            y[k] = static_cast<double>(random.below(30)) + (k < n / 2 ? 3 * x[k] : -x[k]);
        }
        const double penalty = static_cast<double>(random.below(4)) * 20;
        std::vector<double> error((n + 1) * (n + 1));  // The error for the points a .. b - 1
        for (std::size_t a = 0; a < n; ++a) {
            for (std::size_t b = a + 1; b <= n; ++b) {
                error[a * (n + 1) + b] =
                    error_by_pairs(std::span(x).subspan(a, b - a), std::span(y).subspan(a, b - a)) + penalty;
            }
        }
        double least = kInfinity;
        for (std::size_t a = 0; a < n; ++a) {
            // An empty range of points needs no line.
            for (std::size_t b = a; b < n; ++b) {
                least = std::min(least, error[a] + error[a * (n + 1) + b] + error[b * (n + 1) + n]);
            }
        }
        problem.expect({{"x", x}, {"y", y}, {"segments", std::uint64_t{3}}, {"penalty", penalty}}, least, 1e-8);
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
