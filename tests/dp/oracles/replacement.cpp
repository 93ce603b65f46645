#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

/// Returns the cost of a machine from year k to year l.
std::uint64_t cost_of(const Instance& instance, std::size_t k, std::size_t l) {
    const auto n = static_cast<std::size_t>(instance.n);
    std::size_t before = 0;
    for (std::size_t year = 0; year < k; ++year) {
        before += n - year;
    }
    return values_of<std::uint32_t>(instance, "cost")[before + l - k - 1];
}

/// Computes the shortest path from year 0 onwards, and the table from year n backwards.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto n = static_cast<std::size_t>(instance.n);
    const auto cost = values_of<std::uint32_t>(instance, "cost");
    constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
    std::vector<std::uint64_t> distance(n + 1, kNone);
    distance[0] = 0;
    for (std::size_t year = 0, edge = 0; year < n; ++year) {
        for (std::size_t next = year + 1; next <= n; ++next) {
            distance[next] = std::min(distance[next], distance[year] + cost[edge++]);
        }
    }
    Cells<std::uint64_t> cells(1, n + 1);
    std::size_t edge = cost.size();
    for (std::size_t year = n; table != nullptr && year-- > 0;) {
        cells(0, year) = kNone;
        for (std::size_t next = n; next > year; --next) {
            cells(0, year) = std::min(cells(0, year), cells(0, next) + cost[--edge]);
        }
    }
    cells.copy_to(table);
    return Number(distance[n]);
}

/// Returns the cost of the machines that the splits buy.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    std::uint64_t sum = 0;
    std::int64_t year = 0;
    for (const PathRecord& record : solution.path) {
        if (record.j != year || std::int64_t{record.decision} <= year || std::int64_t{record.decision} > instance.n) {
            return not_a_solution("a machine is bought while there is one");
        }
        sum += cost_of(instance, static_cast<std::size_t>(year), record.decision);
        year = record.decision;
    }
    return year == instance.n ? Result<Number>(sum) : not_a_solution("no machine lasts until the end");
}

}  // namespace

const Oracle& oracle_replacement();
const Oracle& oracle_replacement() {
    static const Oracle oracle{"replacement", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
