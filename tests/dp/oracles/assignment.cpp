#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Computes the least cost by the Hungarian method: shortest augmenting paths under potentials. Row and column 0 stand
/// for nobody.
std::int64_t hungarian(std::size_t n, std::span<const std::uint32_t> cost) {
    constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
    std::vector<std::int64_t> of_agent(n + 1, 0);
    std::vector<std::int64_t> of_task(n + 1, 0);
    std::vector<std::size_t> owner(n + 1, 0);
    for (std::size_t agent = 1; agent <= n; ++agent) {
        std::vector<std::int64_t> slack(n + 1, kFar);
        std::vector<std::size_t> before(n + 1, 0);
        std::vector<bool> used(n + 1, false);
        std::size_t task = 0;
        owner[0] = agent;
        while (owner[task] != 0) {
            used[task] = true;
            const std::size_t row = owner[task];
            std::size_t nearest = 0;
            std::int64_t least = kFar;
            for (std::size_t k = 1; k <= n; ++k) {
                if (used[k]) {
                    continue;
                }
                const std::int64_t reduced = std::int64_t{cost[(row - 1) * n + k - 1]} - of_agent[row] - of_task[k];
                if (reduced < slack[k]) {
                    slack[k] = reduced;
                    before[k] = task;
                }
                if (slack[k] < least) {
                    least = slack[k];
                    nearest = k;
                }
            }
            for (std::size_t k = 0; k <= n; ++k) {
                if (used[k]) {
                    of_agent[owner[k]] += least;
                    of_task[k] -= least;
                } else {
                    slack[k] -= k == 0 ? 0 : least;
                }
            }
            task = nearest;
        }
        while (task != 0) {
            owner[task] = owner[before[task]];
            task = before[task];
        }
    }
    std::int64_t sum = 0;
    for (std::size_t k = 1; k <= n; ++k) {
        sum += cost[(owner[k] - 1) * n + k - 1];
    }
    return sum;
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto n = static_cast<std::size_t>(instance.n);
    const auto cost = values_of<std::uint32_t>(instance, "cost");
    if (table != nullptr) {
        Cells<std::uint32_t> cells(n + 1, std::size_t{1} << n);
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t set = 0; set < std::size_t{1} << n; ++set) {
                cells(i, set) = kNone;
                for (std::size_t d = 0; d < n; ++d) {
                    const std::size_t left = set & ~(std::size_t{1} << d);
                    if (left != set && cells(i + 1, left) != kNone) {
                        cells(i, set) = std::min(cells(i, set), cells(i + 1, left) + cost[i * n + d]);
                    }
                }
            }
        }
        cells.copy_to(table);
    }
    return Number(static_cast<std::uint64_t>(hungarian(n, cost)));
}

/// Returns the cost of the tasks that the solution gives to the agents.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto cost = values_of<std::uint32_t>(instance, "cost");
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (at.i >= instance.n || std::int64_t{decision} >= instance.n || (at.j >> decision & 1) == 0) {
            return not_a_solution("that task is none, or another agent's");
        }
        sum += cost[static_cast<std::size_t>(at.i * instance.n) + decision];
        return Cell{at.i + 1, at.j - (std::int64_t{1} << decision)};
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{0, (std::int64_t{1} << instance.n) - 1}, take));
    return end.i == instance.n ? Result<Number>(sum) : not_a_solution("an agent has no task");
}

}  // namespace

const Oracle& oracle_assignment();
const Oracle& oracle_assignment() {
    static const Oracle oracle{"assignment", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
