#include "tests/dp/oracles/rows.hpp"

#include <cstring>

namespace vkalgo::dp::test {

const Oracle& oracle_covering();

namespace {

/// Copies the table of problem covering: M(i, j) is the cost there of the first j sizes with the covers - i covers that
/// are still to be chosen.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const std::size_t sizes = values_of<std::uint32_t>(instance, "cost").size();
    const std::size_t covers = param_of(instance, "covers", (sizes + 4) / 5);
    std::vector<std::byte> covering;
    VKALGO_TRY(const Number unused, oracle_covering().reference(instance, &covering));
    static_cast<void>(unused);
    Cells<std::uint64_t> cells(covers + 1, sizes + 1);
    for (std::size_t i = 0; i <= covers; ++i) {
        cells(i, 0) = i == covers ? 0 : kInfeasible<std::uint64_t>;
        if (sizes > 0) {
            std::memcpy(&cells(i, 1), covering.data() + (covers - i) * sizes * sizeof(std::uint64_t),
                        sizes * sizeof(std::uint64_t));
        }
    }
    cells.copy_to(table);
    return Number(cells(0, sizes));
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto cost = values_of<std::uint32_t>(instance, "cost");
    const auto covers = static_cast<std::int64_t>(param_of(instance, "covers", (cost.size() + 4) / 5));
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::int64_t objects) -> Result<Cell> {
        if (at.i >= covers || objects < 1 || objects > at.j) {
            return not_a_solution("a size covers no object, or more than are left");
        }
        sum += static_cast<std::uint64_t>(objects) * element(cost, at.j - 1);
        return Cell{at.i + 1, at.j - objects};
    };
    VKALGO_TRY(const Cell end, follow_splits(solution, Cell{0, std::ssize(cost)}, take));
    return end == Cell{covers, 0} ? Result<Number>(sum) : not_a_solution("an object has no cover, or a size no object");
}

}  // namespace

const Oracle& oracle_covering_as_knapsack();
const Oracle& oracle_covering_as_knapsack() {
    static const Oracle oracle{"covering-as-knapsack", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
