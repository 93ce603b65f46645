#include "tests/dp/oracles/rows.hpp"

namespace vkalgo::dp::test {
namespace {

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto cost = values_of<std::int32_t>(instance, "cost");
    const auto n = static_cast<std::size_t>(instance.n);
    const std::size_t m = param_of(instance, "units", 10);
    return filled_upwards<std::int64_t>(n + 1, m + 1, m, table, [&](const auto& at, std::size_t i, std::size_t j) {
        std::int64_t least = i == n && j == 0 ? 0 : kInfeasible<std::int64_t>;
        for (std::size_t left = 0; i < n && left <= j; ++left) {
            least = std::min(least, plus(at(i + 1, left), std::int64_t{cost[i * (m + 1) + j - left]}));
        }
        return least;
    });
}

Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto cost = values_of<std::int32_t>(instance, "cost");
    const auto all = static_cast<std::int64_t>(param_of(instance, "units", 10));
    std::int64_t sum = 0;
    const auto take = [&](Cell at, std::int64_t units) -> Result<Cell> {
        if (at.i >= instance.n || units > at.j) {
            return not_a_solution("more is shipped than there is");
        }
        sum += element(cost, at.i * (all + 1) + units);
        return Cell{at.i + 1, at.j - units};
    };
    VKALGO_TRY(const Cell end, follow_splits(solution, Cell{0, all}, take));
    return end == Cell{instance.n, 0} ? Result<Number>(sum) : not_a_solution("not all units are shipped");
}

}  // namespace

const Oracle& oracle_distribution();
const Oracle& oracle_distribution() {
    static const Oracle oracle{"distribution", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
