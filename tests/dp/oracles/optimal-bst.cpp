#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

/// Fills the table by Knuth's algorithm in quadratic time: the root of i .. j lies between the roots of i .. j - 1 and
/// of i + 1 .. j.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto weight = values_of<std::uint32_t>(instance, "weight");
    const std::size_t n = weight.size();
    Cells<std::uint64_t> cost(n + 1, n + 1);
    Cells<std::uint64_t> sum(n + 1, n + 1);
    Cells<std::size_t> root(n + 1, n + 1);
    for (std::size_t keys = 1; keys <= n; ++keys) {
        for (std::size_t i = 0; i + keys <= n; ++i) {
            const std::size_t j = i + keys;
            sum(i, j) = sum(i, j - 1) + weight[j - 1];
            cost(i, j) = std::numeric_limits<std::uint64_t>::max();
            const std::size_t first = keys == 1 ? i : root(i, j - 1);
            const std::size_t last = keys == 1 ? i : root(i + 1, j);
            for (std::size_t k = first; k <= last; ++k) {
                const std::uint64_t with = cost(i, k) + cost(k + 1, j) + sum(i, j);
                if (with < cost(i, j)) {
                    cost(i, j) = with;
                    root(i, j) = k;
                }
            }
        }
    }
    const std::uint64_t answer = cost(0, n);
    for (std::size_t i = 0; i <= n; ++i) {
        for (std::size_t j = i; j <= n; ++j) {
            cost(i, j) = cost(i, j) << 32 | sum(i, j);
        }
    }
    cost.copy_to(table);
    return Number(answer);
}

/// Returns the sum of the keys' weights, each times its key's level in the tree that the splits make.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto weight = values_of<std::uint32_t>(instance, "weight");
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> splits;
    for (const PathRecord& record : solution.path) {
        splits[{static_cast<std::size_t>(record.i), static_cast<std::size_t>(record.j)}] = record.decision;
    }
    struct Open {
        std::size_t i, j, level;
    };
    std::vector<Open> open{{0, weight.size(), 1}};
    std::uint64_t cost = 0;
    while (!open.empty()) {
        const auto [i, j, level] = open.back();
        open.pop_back();
        if (i == j) {
            continue;
        }
        const auto found = splits.find({i, j});
        if (found == splits.end() || found->second < i || found->second >= j) {
            return not_a_solution("some keys have no root, or one of other keys");
        }
        const std::size_t k = found->second;
        cost += level * weight[k];
        open.push_back({i, k, level + 1});
        open.push_back({k + 1, j, level + 1});
    }
    return solution.path.size() == weight.size() ? Result<Number>(cost)
                                                 : not_a_solution("there is not one root for each key");
}

}  // namespace

const Oracle& oracle_optimal_bst();
const Oracle& oracle_optimal_bst() {
    static const Oracle oracle{"optimal-bst", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
