#include "tests/dp/oracles/oracle.hpp"

#include <bit>
#include <limits>

namespace vkalgo::dp::test {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// Runs the shortest process first; the table follows the recurrence.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto time = values_of<std::uint32_t>(instance, "time");
    const std::size_t n = time.size();
    if (table != nullptr) {
        Cells<std::uint32_t> cells(n + 1, std::size_t{1} << n);
        for (std::size_t i = n; i-- > 0;) {
            for (std::size_t set = 0; set < std::size_t{1} << n; ++set) {
                cells(i, set) = kNone;
                for (std::size_t d = 0; d < n; ++d) {
                    const std::size_t left = set & ~(std::size_t{1} << d);
                    if (left != set && cells(i + 1, left) != kNone) {
                        const auto delayed = static_cast<std::uint32_t>(std::popcount(set));
                        cells(i, set) = std::min(cells(i, set), cells(i + 1, left) + delayed * time[d]);
                    }
                }
            }
        }
        cells.copy_to(table);
    }
    std::vector<std::uint32_t> sorted(time.begin(), time.end());
    std::sort(sorted.begin(), sorted.end());
    std::uint64_t now = 0;
    std::uint64_t sum = 0;
    for (const std::uint32_t each : sorted) {
        now += each;
        sum += now;
    }
    return Number(sum);
}

/// Returns the sum of the times at which the processes end, in the order of the solution.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto time = values_of<std::uint32_t>(instance, "time");
    std::uint64_t now = 0;
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (decision >= time.size() || (at.j >> decision & 1) == 0) {
            return not_a_solution("that process is none, or has run");
        }
        now += time[decision];
        sum += now;
        return Cell{at.i + 1, at.j - (std::int64_t{1} << decision)};
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{0, (std::int64_t{1} << time.size()) - 1}, take));
    return end.i == std::ssize(time) ? Result<Number>(sum) : not_a_solution("a process has not run");
}

}  // namespace

const Oracle& oracle_process_scheduling();
const Oracle& oracle_process_scheduling() {
    static const Oracle oracle{"process-scheduling", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
