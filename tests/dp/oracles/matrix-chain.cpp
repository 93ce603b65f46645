#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto d = values_of<std::uint32_t>(instance, "d");
    const std::size_t n = std::max<std::size_t>(d.size(), 1) - 1;
    Cells<std::uint64_t> best(n, n);
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; ++j) {
            best(i, j) = std::numeric_limits<std::uint64_t>::max();
            for (std::size_t k = i; k < j; ++k) {
                best(i, j) =
                    std::min(best(i, j), best(i, k) + best(k + 1, j) + std::uint64_t{d[i]} * d[k + 1] * d[j + 1]);
            }
        }
    }
    best.copy_to(table);
    return Number(n == 0 ? std::uint64_t{0} : best(0, n - 1));
}

/// Returns the multiplications along the tree of splits: every chain of two or more matrices must have one split, and
/// there must be no splits of other chains.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto d = values_of<std::uint32_t>(instance, "d");
    if (d.size() < 2) {
        return not_a_solution("a chain without matrices has none");
    }
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> splits;
    for (const PathRecord& record : solution.path) {
        splits[{static_cast<std::size_t>(record.i), static_cast<std::size_t>(record.j)}] = record.decision;
    }
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, d.size() - 2}};
    std::uint64_t cost = 0;
    std::size_t used = 0;
    while (!open.empty()) {
        const auto [i, j] = open.back();
        open.pop_back();
        if (i == j) {
            continue;
        }
        const auto found = splits.find({i, j});
        if (found == splits.end() || found->second < i || found->second >= j) {
            return not_a_solution("a chain has no split, or one outside it");
        }
        const std::size_t k = found->second;
        ++used;
        cost += std::uint64_t{d[i]} * d[k + 1] * d[j + 1];
        open.emplace_back(i, k);
        open.emplace_back(k + 1, j);
    }
    return used == solution.path.size() ? Result<Number>(cost)
                                        : not_a_solution("some splits belong to no chain of the product");
}

}  // namespace

const Oracle& oracle_matrix_chain();
const Oracle& oracle_matrix_chain() {
    static const Oracle oracle{"matrix-chain", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
