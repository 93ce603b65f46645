#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto weight = values_of<std::uint32_t>(instance, "weight");
    const std::size_t n = weight.size();
    Cells<std::uint64_t> cost(n, n);
    std::uint64_t answer = 0;
    for (std::size_t i = n; i-- > 0;) {
        std::uint64_t sum = weight[i];
        cost(i, i) = 0;
        for (std::size_t j = i + 1; j < n; ++j) {
            sum += weight[j];
            std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
            for (std::size_t k = i; k < j; ++k) {
                least = std::min(least, cost(i, k) + cost(k + 1, j));
            }
            cost(i, j) = least + sum;
        }
    }
    if (n > 0) {
        answer = cost(0, n - 1);
    }
    for (std::size_t i = 0; i < n; ++i) {
        std::uint64_t sum = 0;
        for (std::size_t j = i; j < n; ++j) {
            sum += weight[j];
            cost(i, j) = cost(i, j) << 32 | sum;
        }
    }
    cost.copy_to(table);
    return Number(answer);
}

/// Returns the sum of the symbols' weights, each times its symbol's depth in the tree that the splits make.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto weight = values_of<std::uint32_t>(instance, "weight");
    if (weight.empty()) {
        return not_a_solution("a code without symbols has none");
    }
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> splits;
    for (const PathRecord& record : solution.path) {
        splits[{static_cast<std::size_t>(record.i), static_cast<std::size_t>(record.j)}] = record.decision;
    }
    struct Open {
        std::size_t i, j, depth;
    };
    std::vector<Open> open{{0, weight.size() - 1, 0}};
    std::uint64_t cost = 0;
    while (!open.empty()) {
        const auto [i, j, depth] = open.back();
        open.pop_back();
        if (i == j) {
            cost += depth * weight[i];
            continue;
        }
        const auto found = splits.find({i, j});
        if (found == splits.end() || found->second < i || found->second >= j) {
            return not_a_solution("some symbols have no split, or one outside them");
        }
        open.push_back({i, found->second, depth + 1});
        open.push_back({found->second + 1, j, depth + 1});
    }
    return solution.path.size() + 1 == weight.size() ? Result<Number>(cost)
                                                     : not_a_solution("some splits belong to no part of the code");
}

}  // namespace

const Oracle& oracle_radix_code_tree();
const Oracle& oracle_radix_code_tree() {
    static const Oracle oracle{"radix-code-tree", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
