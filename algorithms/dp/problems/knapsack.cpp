#include "algorithms/dp/problem.hpp"
#include "algorithms/dp/problems/support.hpp"

#include <algorithm>
#include <numeric>

namespace vkalgo::dp {
namespace {

using Numbers = std::span<const std::uint32_t>;

constexpr std::uint64_t kLargestDrawn = 100;

Result<Instance> outline(const GeneratorOptions& options) {
    Instance instance;
    instance.n = options.n;
    instance.m = options.m;
    instance.inputs.emplace("weight", undrawn(ElementType::u32, options.n));
    instance.inputs.emplace("profit", undrawn(ElementType::u32, options.n));
    instance.params = options.params;
    // Half the weight; every weight is at least 1.
    instance.params.emplace("capacity", static_cast<std::uint64_t>(options.n) / 2);
    return instance;
}

Result<Instance> generate(const GeneratorOptions& options) {
    VKALGO_TRY(Instance instance, outline(options));
    const auto weight = draw<std::uint32_t>(options.seed, options.n, 1, kLargestDrawn);
    const auto profit = draw<std::uint32_t>(second_seed(options.seed), options.n, 1, kLargestDrawn);
    if (!options.params.contains("capacity")) {
        instance.params["capacity"] = std::accumulate(weight.begin(), weight.end(), std::uint64_t{0}) / 2;
    }
    instance.inputs.at("weight") = array_of(ElementType::u32, weight);
    instance.inputs.at("profit") = array_of(ElementType::u32, profit);
    return instance;
}

/// One row, filled from the right, so that an item is taken once.
std::uint32_t best_profit(Numbers weight, Numbers profit, std::uint64_t capacity) {
    std::vector<std::uint32_t> best(capacity + 1, 0);
    for (std::size_t i = 0; i < weight.size(); ++i) {
        for (std::uint64_t j = capacity; weight[i] <= j; --j) {
            best[j] = std::max(best[j], best[j - weight[i]] + profit[i]);
            if (j == 0) {
                break;
            }
        }
    }
    return best[capacity];
}

void fill_table(Numbers weight, Numbers profit, std::uint64_t capacity, std::uint32_t* cells) {
    const std::uint64_t columns = capacity + 1;
    for (std::size_t i = 1; i <= weight.size(); ++i) {
        std::uint32_t* row = cells + i * columns;
        const std::uint32_t* above = row - columns;
        for (std::uint64_t j = 0; j < columns; ++j) {
            row[j] = above[j];
            if (weight[i - 1] <= j) {
                row[j] = std::max(row[j], above[j - weight[i - 1]] + profit[i - 1]);
            }
        }
    }
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Numbers weight = values_of<std::uint32_t>(instance, "weight");
    const Numbers profit = values_of<std::uint32_t>(instance, "profit");
    const std::uint64_t capacity = param_of(instance, "capacity", 0);
    if (table != nullptr) {
        fill_table(weight, profit, capacity, make_table<std::uint32_t>(*table, weight.size() + 1, capacity + 1));
    }
    return Number(std::uint64_t{best_profit(weight, profit, capacity)});
}

/// Puts the taken items into the knapsack: each once, within the capacity.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Numbers weight = values_of<std::uint32_t>(instance, "weight");
    const Numbers profit = values_of<std::uint32_t>(instance, "profit");
    auto item = static_cast<std::int64_t>(weight.size());
    auto left = static_cast<std::int64_t>(param_of(instance, "capacity", 0));
    std::uint64_t sum = 0;
    for (const PathRecord& record : solution.path) {
        if (record.i != item || record.j != left || item == 0) {
            return not_a_solution("the walk is at " + cell_name(record.i, record.j) + " where " +
                                  cell_name(item, left) + " was due");
        }
        --item;
        if (record.decision > 1) {
            return not_a_solution("unknown decision " + std::to_string(record.decision) + " for item " +
                                  std::to_string(item));
        }
        if (record.decision == 1) {
            left -= weight[static_cast<std::size_t>(item)];
            sum += profit[static_cast<std::size_t>(item)];
        }
        if (left < 0) {
            return not_a_solution("item " + std::to_string(item) + " does not fit");
        }
    }
    if (solution.path_end != Cell{item, left} || item != 0) {
        return not_a_solution("the walk ends before item " + std::to_string(item) + " was decided on");
    }
    return Number(sum);
}

}  // namespace

const Problem& problem_knapsack();
const Problem& problem_knapsack() {
    static const Problem problem{"knapsack",
                                 "n items; weights and profits 1 to 100, each 1 plus the high half of 100 times "
                                 "the next SplitMix64 number; weights from the seed, profits from the seed's first "
                                 "number; the capacity is half the weights' sum if it is not given",
                                 false,
                                 outline,
                                 generate,
                                 reference,
                                 replay};
    return problem;
}

}  // namespace vkalgo::dp
