#include "algorithms/dp/problem.hpp"
#include "algorithms/dp/problems/support.hpp"

#include <algorithm>

namespace vkalgo::dp {
namespace {

using Numbers = std::span<const std::uint32_t>;

constexpr std::uint64_t kLargestDrawn = 100;

Result<Instance> outline(const GeneratorOptions& options) {
    Instance instance;
    instance.n = options.n;
    instance.m = options.m;
    instance.inputs.emplace("d", undrawn(ElementType::u32, options.n + 1));
    instance.params = options.params;
    return instance;
}

Result<Instance> generate(const GeneratorOptions& options) {
    VKALGO_TRY(Instance instance, outline(options));
    instance.inputs.at("d") =
        array_of(ElementType::u32, draw<std::uint32_t>(options.seed, options.n + 1, 1, kLargestDrawn));
    return instance;
}

/// Chains by length. A transposed copy makes both factors of a split run along memory.
std::vector<std::uint64_t> all_chains(Numbers d) {
    const std::size_t n = d.size() - 1;
    std::vector<std::uint64_t> best(n * n, 0);
    std::vector<std::uint64_t> transposed(n * n, 0);
    for (std::size_t length = 2; length <= n; ++length) {
        for (std::size_t i = 0; i + length <= n; ++i) {
            const std::size_t j = i + length - 1;
            const std::uint64_t outer = std::uint64_t{d[i]} * d[j + 1];
            std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
            for (std::size_t k = i; k < j; ++k) {
                least = std::min(least, best[i * n + k] + transposed[j * n + k + 1] + outer * d[k + 1]);
            }
            best[i * n + j] = least;
            transposed[j * n + i] = least;
        }
    }
    return best;
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Numbers d = values_of<std::uint32_t>(instance, "d");
    if (d.size() < 2) {  // no matrices: an empty table, and nothing to multiply
        if (table != nullptr) {
            table->clear();
        }
        return Number(std::uint64_t{0});
    }
    const std::size_t n = d.size() - 1;
    const std::vector<std::uint64_t> best = all_chains(d);
    if (table != nullptr) {
        std::copy(best.begin(), best.end(), make_table<std::uint64_t>(*table, n, n));
    }
    return Number(best[n - 1]);
}

/// Multiplies along the tree of splits: every chain of two or more matrices must have one split, and only those that
/// the splits above it make.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Numbers d = values_of<std::uint32_t>(instance, "d");
    if (d.size() < 2) {
        return not_a_solution("a chain without matrices has none");
    }
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> splits;
    for (const PathRecord& record : solution.path) {
        if (!splits.emplace(std::pair{std::int64_t{record.i}, std::int64_t{record.j}}, record.decision).second) {
            return not_a_solution("chain " + cell_name(record.i, record.j) + " is split twice");
        }
    }
    std::vector<std::pair<std::int64_t, std::int64_t>> open{{0, static_cast<std::int64_t>(d.size()) - 2}};
    std::uint64_t cost = 0;
    std::size_t used = 0;
    while (!open.empty()) {
        const auto [i, j] = open.back();
        open.pop_back();
        if (i == j) {
            continue;
        }
        const auto found = splits.find({i, j});
        if (found == splits.end()) {
            return not_a_solution("chain " + cell_name(i, j) + " is not split");
        }
        const std::int64_t k = found->second;
        if (k < i || k >= j) {
            return not_a_solution("chain " + cell_name(i, j) + " is split at " + std::to_string(k) + ", outside it");
        }
        ++used;
        cost += std::uint64_t{d[static_cast<std::size_t>(i)]} * d[static_cast<std::size_t>(k + 1)] *
                d[static_cast<std::size_t>(j + 1)];
        open.emplace_back(i, k);
        open.emplace_back(k + 1, j);
    }
    if (used != splits.size()) {
        return not_a_solution(std::to_string(splits.size() - used) + " splits belong to no chain of the product");
    }
    return Number(cost);
}

}  // namespace

const Problem& problem_matrix_chain();
const Problem& problem_matrix_chain() {
    static const Problem problem{"matrix-chain",
                                 "n matrices, so n + 1 dimensions 1 to 100, each 1 plus the high half of 100 "
                                 "times the next SplitMix64 number",
                                 false,
                                 outline,
                                 generate,
                                 reference,
                                 replay};
    return problem;
}

}  // namespace vkalgo::dp
