#include "tests/dp/oracles/oracle.hpp"

#include <limits>
#include <numeric>

namespace vkalgo::dp::test {
namespace {

constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();

/// Computes the answer by the greedy rule: it takes the most profitable job first, and does each job as late as its
/// deadline allows. The table follows the recurrence.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto profit = values_of<std::uint32_t>(instance, "profit");
    const auto deadline = values_of<std::uint32_t>(instance, "deadline");
    const std::size_t n = profit.size();
    if (table != nullptr) {
        Cells<std::int32_t> cells(n + 1, std::size_t{1} << n);
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t set = 0; set < std::size_t{1} << n; ++set) {
                cells(i, set) = kNone;
                for (std::size_t d = 0; d < n; ++d) {
                    const std::size_t left = set & ~(std::size_t{1} << d);
                    if (left != set && cells(i + 1, left) != kNone) {
                        const auto gain = static_cast<std::int32_t>(i < deadline[d] ? profit[d] : 0);
                        cells(i, set) = std::max(cells(i, set), cells(i + 1, left) + gain);
                    }
                }
            }
        }
        cells.copy_to(table);
    }
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return profit[a] > profit[b]; });
    std::vector<bool> taken(n, false);
    std::int64_t sum = 0;
    for (const std::size_t job : order) {
        for (std::size_t time = std::min<std::size_t>(deadline[job], n); time-- > 0;) {
            if (!taken[time]) {
                taken[time] = true;
                sum += profit[job];
                break;
            }
        }
    }
    return Number(sum);
}

/// Returns the profit of the jobs that are done within their deadlines, in the order of the solution.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto profit = values_of<std::uint32_t>(instance, "profit");
    const auto deadline = values_of<std::uint32_t>(instance, "deadline");
    std::int64_t sum = 0;
    const auto take = [&](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (decision >= profit.size() || (at.j >> decision & 1) == 0) {
            return not_a_solution("that job is none, or done");
        }
        sum += at.i + 1 <= std::int64_t{deadline[decision]} ? profit[decision] : 0;
        return Cell{at.i + 1, at.j - (std::int64_t{1} << decision)};
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{0, (std::int64_t{1} << profit.size()) - 1}, take));
    return end.i == std::ssize(profit) ? Result<Number>(sum) : not_a_solution("a job is left");
}

}  // namespace

const Oracle& oracle_deadline_scheduling();
const Oracle& oracle_deadline_scheduling() {
    static const Oracle oracle{"deadline-scheduling", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
