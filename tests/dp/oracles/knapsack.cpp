#include "tests/dp/oracles/oracle.hpp"

namespace vkalgo::dp::test {
namespace {

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto weight = values_of<std::uint32_t>(instance, "weight");
    const auto profit = values_of<std::uint32_t>(instance, "profit");
    return filled<std::uint32_t>(
        weight.size() + 1, param_of(instance, "capacity", 0) + 1, table,
        [&](const auto& at, std::size_t i, std::size_t j) -> std::uint32_t {
            if (i == 0) {
                return 0;
            }
            const std::uint32_t left = at(i - 1, j);
            return weight[i - 1] > j ? left : std::max(left, at(i - 1, j - weight[i - 1]) + profit[i - 1]);
        });
}

/// Returns the profit of the taken items: each once, within the capacity.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto weight = values_of<std::uint32_t>(instance, "weight");
    const auto profit = values_of<std::uint32_t>(instance, "profit");
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (at.i == 0 || decision > 1) {
            return not_a_solution("no such step");
        }
        const auto item = static_cast<std::size_t>(at.i - 1);
        const std::int64_t left = at.j - (decision == 1 ? std::int64_t{weight[item]} : 0);
        sum += decision == 1 ? profit[item] : 0;
        return left < 0 ? Result<Cell>(not_a_solution("an item does not fit")) : Cell{at.i - 1, left};
    };
    const auto capacity = static_cast<std::int64_t>(param_of(instance, "capacity", 0));
    VKALGO_TRY(const Cell end, follow(solution, Cell{std::ssize(weight), capacity}, take));
    return end.i == 0 ? Result<Number>(sum) : not_a_solution("the traceback ends before all items were decided on");
}

}  // namespace

const Oracle& oracle_knapsack();
const Oracle& oracle_knapsack() {
    static const Oracle oracle{"knapsack", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
