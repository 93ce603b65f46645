#include "tests/dp/oracles/rows.hpp"

namespace vkalgo::dp::test {
namespace {

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto cost = values_of<std::uint32_t>(instance, "cost");
    const std::size_t covers = param_of(instance, "covers", (cost.size() + 4) / 5);
    if (cost.empty()) {
        return Number(std::uint64_t{0});
    }
    return filled<std::uint64_t>(covers + 1, cost.size(), table, [&](const auto& at, std::size_t i, std::size_t j) {
        std::uint64_t least = i == 1 ? (j + 1) * std::uint64_t{cost[j]} : kInfeasible<std::uint64_t>;
        for (std::size_t next = 0; i > 1 && next < j; ++next) {
            least = std::min(least, plus(at(i - 1, next), (j - next) * std::uint64_t{cost[j]}));
        }
        return least;
    });
}

/// Returns the total cost if each object gets a cover of the smallest chosen size that is large enough.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto cost = values_of<std::uint32_t>(instance, "cost");
    const auto covers = static_cast<std::int64_t>(param_of(instance, "covers", (cost.size() + 4) / 5));
    std::vector<bool> chosen(cost.size());
    const auto take = [&](Cell at, std::int64_t next) -> Result<Cell> {
        if (at.i < 2 || next >= at.j) {
            return not_a_solution("the sizes do not become smaller");
        }
        chosen[static_cast<std::size_t>(at.j)] = true;
        return Cell{at.i - 1, next};
    };
    VKALGO_TRY(const Cell end, follow_splits(solution, Cell{covers, std::ssize(cost) - 1}, take));
    if (end.i != 1) {
        return not_a_solution("it chooses another number of sizes");
    }
    chosen[static_cast<std::size_t>(end.j)] = true;
    std::uint64_t sum = 0;
    for (std::size_t size = 0; size < cost.size(); ++size) {
        std::size_t cover = size;
        while (!chosen[cover]) {
            ++cover;
        }
        sum += cost[cover];
    }
    return Number(sum);
}

}  // namespace

const Oracle& oracle_covering();
const Oracle& oracle_covering() {
    static const Oracle oracle{"covering", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
