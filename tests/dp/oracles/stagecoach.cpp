#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

struct Roads {
    explicit Roads(const Instance& instance)
        : nodes(param_of(instance, "nodes", 8)),
          start(param_of(instance, "start", 0)),
          goal(param_of(instance, "goal", 0)),
          steps(static_cast<std::size_t>(instance.n)),
          cost(values_of<std::int32_t>(instance, "cost")) {}
    /// Returns the sum of the length of a path and of the road that continues it; kNone if one of them does not exist.
    std::uint64_t behind(std::uint64_t before, std::size_t step, std::size_t from, std::size_t to) const {
        const std::int32_t road = cost[(step * nodes + from) * nodes + to];
        return before == kNone || road < 0 ? kNone : before + static_cast<std::uint64_t>(road);
    }
    std::size_t nodes, start, goal, steps;
    std::span<const std::int32_t> cost;
};

/// Computes the shortest path from the start onwards, and the table from the goal backwards.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Roads roads(instance);
    std::vector<std::uint64_t> from_start(roads.nodes, kNone);
    from_start[roads.start] = 0;
    for (std::size_t step = 0; step < roads.steps; ++step) {
        std::vector<std::uint64_t> next(roads.nodes, kNone);
        for (std::size_t from = 0; from < roads.nodes; ++from) {
            for (std::size_t to = 0; to < roads.nodes; ++to) {
                next[to] = std::min(next[to], roads.behind(from_start[from], step, from, to));
            }
        }
        from_start = next;
    }
    if (table != nullptr) {
        Cells<std::uint64_t> cells(roads.steps + 1, roads.nodes);
        for (std::size_t i = roads.steps + 1; i-- > 0;) {
            for (std::size_t j = 0; j < roads.nodes; ++j) {
                cells(i, j) = i == roads.steps && j == roads.goal ? 0 : kNone;
                for (std::size_t to = 0; i < roads.steps && to < roads.nodes; ++to) {
                    cells(i, j) = std::min(cells(i, j), roads.behind(cells(i + 1, to), i, j, to));
                }
            }
        }
        cells.copy_to(table);
    }
    return Number(from_start[roads.goal]);
}

/// Returns the length of the roads that the splits take.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Roads roads(instance);
    std::uint64_t sum = 0;
    std::size_t at = roads.start;
    std::size_t step = 0;
    for (const PathRecord& record : solution.path) {
        if (record.i != static_cast<std::int32_t>(step) || record.j != static_cast<std::int32_t>(at) ||
            step == roads.steps || record.decision >= roads.nodes) {
            return not_a_solution("the way leaves the road");
        }
        sum = roads.behind(sum, step++, at, record.decision);
        at = record.decision;
    }
    if (sum == kNone || step != roads.steps || at != roads.goal) {
        return not_a_solution("the way does not lead to the goal");
    }
    return Number(sum);
}

}  // namespace

const Oracle& oracle_stagecoach();
const Oracle& oracle_stagecoach() {
    static const Oracle oracle{"stagecoach", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
