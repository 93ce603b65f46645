#include "tests/dp/oracles/rows.hpp"

namespace vkalgo::dp::test {
namespace {

/// Fills the table: a cell takes one more of its item, or none of it.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto weight = values_of<std::uint32_t>(instance, "weight");
    const auto profit = values_of<std::uint32_t>(instance, "profit");
    return filled<std::uint64_t>(
        weight.size() + 1, param_of(instance, "capacity", 100) + 1, table,
        [&](const auto& at, std::size_t i, std::size_t j) -> std::uint64_t {
            if (i == 0) {
                return 0;
            }
            const std::uint64_t none = at(i - 1, j);
            return weight[i - 1] > j ? none : std::max(none, at(i, j - weight[i - 1]) + profit[i - 1]);
        });
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto weight = values_of<std::uint32_t>(instance, "weight");
    const auto profit = values_of<std::uint32_t>(instance, "profit");
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::int64_t taken) -> Result<Cell> {
        if (at.i == 0 || taken > 1) {
            return not_a_solution("no such item");
        }
        if (taken == 0) {
            return Cell{at.i - 1, at.j};
        }
        sum += element(profit, at.i - 1);
        const std::int64_t left = at.j - element(weight, at.i - 1);
        return left < 0 ? Result<Cell>(not_a_solution("the items do not fit")) : Cell{at.i, left};
    };
    const auto capacity = static_cast<std::int64_t>(param_of(instance, "capacity", 100));
    VKALGO_TRY(const Cell end, follow_splits(solution, Cell{std::ssize(weight), capacity}, take));
    return end.i == 0 ? Result<Number>(sum) : not_a_solution("some items were not decided on");
}

}  // namespace

const Oracle& oracle_integer_knapsack();
const Oracle& oracle_integer_knapsack() {
    static const Oracle oracle{"integer-knapsack", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
