// Chains of matrices and ordered trees by methods that rest on theorems about them, not on a recurrence over intervals.
#include "tests/dp/larger/ways.hpp"
#include "tests/dp/tried.hpp"

#include <bit>
#include <map>
#include <numeric>

namespace vkalgo::dp::test {
namespace {

/// Partitions of a polygon into triangles, each of which costs the product of the weights of its corners. A partition
/// is equivalent to an order of matrix products. By the theorems of Hu and Shing (Computation of Matrix Chain Products,
/// part I, SIAM J. Comput. 11, 1982) and Yao (Speed-up in Dynamic Programming, 1982), a cheapest partition has the
/// chords from the least vertex to the second and third least. If both are already sides of the polygon, it has the
/// chord to the fourth least vertex, or the chord that cuts off the least vertex.
class Polygons {
public:
    explicit Polygons(const std::vector<std::uint32_t>& weight) : weight_(weight) {}

    std::uint64_t cheapest() {
        Corners all(weight_.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return cheapest(std::move(all));
    }

private:
    using Corners = std::vector<std::size_t>;

    std::uint64_t cheapest(Corners of) {
        if (of.size() < 3) {
            return 0;
        }
        if (of.size() == 3) {
            return std::uint64_t{weight_[of[0]]} * weight_[of[1]] * weight_[of[2]];
        }
        const auto lighter = [&](std::size_t a, std::size_t b) {
            return std::pair(weight_[a], a) < std::pair(weight_[b], b);
        };
        std::rotate(of.begin(), std::min_element(of.begin(), of.end(), lighter), of.end());
        const auto known = known_.find(of);
        if (known != known_.end()) {
            return known->second;
        }
        const std::uint64_t cost = partitioned(of, lighter);
        known_.emplace(std::move(of), cost);
        return cost;
    }

    /// Partitions a polygon whose first vertex is its least one.
    std::uint64_t partitioned(const Corners& of, const auto& lighter) {
        Corners positions(of.size());
        std::iota(positions.begin(), positions.end(), std::size_t{0});
        std::partial_sort(positions.begin(), positions.begin() + 4, positions.end(),
                          [&](std::size_t a, std::size_t b) { return lighter(of[a], of[b]); });
        for (const std::size_t position : {positions[1], positions[2]}) {
            if (position != 1 && position + 1 != of.size()) {
                return cut(of, 0, position);
            }
        }
        return std::min(cut(of, 0, positions[3]), cut(of, 1, of.size() - 1));
    }

    /// Returns the cost of both parts that the chord between two positions makes.
    std::uint64_t cut(const Corners& of, std::size_t from, std::size_t to) {
        const auto first = of.begin() + static_cast<std::ptrdiff_t>(from);
        const auto last = of.begin() + static_cast<std::ptrdiff_t>(to);
        Corners rest(last, of.end());
        rest.insert(rest.end(), of.begin(), first + 1);
        return cheapest(Corners(first, last + 1)) + cheapest(std::move(rest));
    }

    const std::vector<std::uint32_t>& weight_;
    std::map<Corners, std::uint64_t> known_;
};

TEST(LargerTrees, ChainsOfMatricesEqualPartitionsOfAPolygon) {
    const Tried problem("matrix-chain");
    SplitMix64 random(1);
    for (int round = 0; round < rounds(600, 20); ++round) {
        const auto d = drawn(random, 2 + random.below(34), 0, round % 3 == 0 ? 6 : 100);
        problem.expect(chain(d), static_cast<double>(Polygons(d).cheapest()));
    }
    for (int round = 0; round < rounds(6, 1); ++round) {
        const auto d = drawn(random, 90 + random.below(40), 1, 100);
        problem.expect(chain(d), static_cast<double>(Polygons(d).cheapest()));
    }
}

TEST(LargerTrees, ChainsOfMatricesAnswerTheThesisExample) {
    const std::vector<std::uint32_t> d{8, 3, 7, 4};
    EXPECT_EQ(Polygons(d).cheapest(), 180U);
    Tried("matrix-chain").expect(chain(d), 180);
    // The 30 matrices have one size, so any order has the same cost.
    Tried("matrix-chain").expect(chain(std::vector<std::uint32_t>(31, 7)), 29 * 343);
}

/// Returns the cost of the cheapest code that keeps the order of its symbols, by Garsia and Wachs (SIAM J. Comput. 6,
/// 1977). It takes the first neighbours a, b, c with a not heavier than c, and joins a and b. The pair then moves to
/// the left past all lighter weights. This repeats until one weight is left. The cost is the sum of the pairs' weights.
std::uint64_t garsia_wachs(const std::vector<std::uint32_t>& weight) {
    std::vector<std::uint64_t> left(weight.begin(), weight.end());
    std::uint64_t cost = 0;
    while (left.size() > 1) {
        std::size_t k = 1;
        while (k + 1 < left.size() && left[k - 1] > left[k + 1]) {
            ++k;
        }
        const std::uint64_t joined = left[k - 1] + left[k];
        cost += joined;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(k) - 1,
                   left.begin() + static_cast<std::ptrdiff_t>(k) + 1);
        std::size_t position = k - 1;
        while (position > 0 && left[position - 1] < joined) {
            --position;
        }
        left.insert(left.begin() + static_cast<std::ptrdiff_t>(position), joined);
    }
    return cost;
}

TEST(LargerTrees, CodesEqualTheAlgorithmOfGarsiaAndWachs) {
    const Tried problem("radix-code-tree");
    SplitMix64 random(2);
    for (int round = 0; round < rounds(600, 20); ++round) {
        const auto weight = drawn(random, 1 + random.below(34), 0, round % 3 == 0 ? 3 : 100);
        problem.expect({{"weight", weight}}, static_cast<double>(garsia_wachs(weight)));
    }
    for (int round = 0; round < rounds(6, 1); ++round) {
        const auto weight = drawn(random, 90 + random.below(40), 1, 1000);
        problem.expect({{"weight", weight}}, static_cast<double>(garsia_wachs(weight)));
    }
}

/// Returns the cost of the cheapest search tree as the shortest path through its keys in their order. A vertex of the
/// path is a key and a set of levels: the key's own level, which is the highest bit, and the levels of those keys above
/// it that come later in the order. The next key is the leftmost one of the right subtree. Without a right subtree, it
/// is the lowest of the keys above that come later. Only for trees of at most `levels` levels.
double by_order(const std::vector<std::uint32_t>& weight, std::size_t levels) {
    const std::size_t sets = std::size_t{1} << levels;
    const std::size_t n = weight.size();
    const std::size_t start = n * sets;
    Ways ways(start + 2);
    const auto descend = [&](std::size_t from, std::size_t key, std::size_t later, std::size_t level) {
        for (; level < levels; ++level) {
            later |= std::size_t{1} << level;
            ways.add(from, key * sets + later, static_cast<double>(weight[key]) * static_cast<double>(level + 1));
        }
    };
    descend(start, 0, 0, 0);
    for (std::size_t key = 0; key < n; ++key) {
        for (std::size_t later = 1; later < sets; ++later) {
            const std::size_t here = key * sets + later;
            const auto level = static_cast<std::size_t>(std::bit_width(later));
            const std::size_t above = later ^ (std::size_t{1} << (level - 1));
            if (key + 1 < n) {
                descend(here, key + 1, above, level);
                const auto next = static_cast<double>(std::bit_width(above));
                if (above != 0) {
                    ways.add(here, (key + 1) * sets + above, next * weight[key + 1]);
                }
            } else if (above == 0) {
                ways.add(here, start + 1, 0);
            }
        }
    }
    return ways.dijkstra(start).back();
}

TEST(LargerTrees, SearchTreesEqualTheShortestPathThroughTheirKeys) {
    const Tried problem("optimal-bst");
    SplitMix64 random(3);
    for (int round = 0; round < rounds(60, 4); ++round) {
        const auto weight = drawn(random, 1 + random.below(9), 0, round % 2 == 0 ? 9 : 1000);
        problem.expect({{"weight", weight}}, by_order(weight, weight.size()));
    }
    for (int round = 0; round < rounds(10, 1); ++round) {
        const auto weight = drawn(random, 16 + random.below(25), 30, 100);
        problem.expect({{"weight", weight}}, by_order(weight, 9));
    }
}

TEST(LargerTrees, AreFullForEqualWeightsAndListsForPowersOfTwo) {
    const Tried search("optimal-bst");
    const Tried code("radix-code-tree");
    std::vector<std::uint32_t> powers;
    double list = 0;
    for (std::uint32_t n = 1; n <= up_to(40U, 20U); ++n) {
        double levels = 0;
        for (std::uint32_t key = 1; key <= n; ++key) {
            levels += static_cast<double>(std::bit_width(key));
        }
        search.expect({{"weight", std::vector<std::uint32_t>(n, 3)}}, 3 * levels);
        const auto floor = static_cast<std::uint32_t>(std::bit_width(n)) - 1;
        code.expect({{"weight", std::vector<std::uint32_t>(n, 3)}}, 3.0 * (n * floor + 2 * (n - (1U << floor))));
        if (n <= 20) {
            // Each symbol is heavier than all symbols before it together.
            powers.push_back(1U << (n - 1));
            list = n == 1 ? 0 : list + static_cast<double>((1U << n) - 1);
            code.expect({{"weight", powers}}, list);
        }
    }
}

}  // namespace
}  // namespace vkalgo::dp::test
