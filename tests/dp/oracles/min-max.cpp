#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

constexpr std::int32_t kLowest = std::numeric_limits<std::int32_t>::min();
constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::max();

struct Ways {
    explicit Ways(const Instance& instance)
        : nodes(param_of(instance, "nodes", 8)),
          start(param_of(instance, "start", 0)),
          steps(static_cast<std::size_t>(instance.n)),
          weight(values_of<std::int32_t>(instance, "weight")) {}
    std::int32_t operator()(std::size_t step, std::size_t from, std::size_t to) const {
        return weight[(step * nodes + from) * nodes + to];
    }
    /// Returns whether there is a path from the start through all steps without a greater weight.
    bool within(std::int32_t greatest) const {
        std::vector<bool> reached(nodes, false);
        reached[start] = true;
        for (std::size_t step = 0; step < steps; ++step) {
            std::vector<bool> next(nodes, false);
            for (std::size_t from = 0; from < nodes; ++from) {
                for (std::size_t to = 0; reached[from] && to < nodes; ++to) {
                    next[to] = next[to] || (*this)(step, from, to) <= greatest;
                }
            }
            reached = next;
        }
        return std::find(reached.begin(), reached.end(), true) != reached.end();
    }
    std::size_t nodes, start, steps;
    std::span<const std::int32_t> weight;
};

/// Computes the least weight within which there is a path.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Ways ways(instance);
    if (table != nullptr) {
        Cells<std::int32_t> cells(ways.steps + 1, ways.nodes);
        for (std::size_t i = ways.steps + 1; i-- > 0;) {
            for (std::size_t j = 0; j < ways.nodes; ++j) {
                cells(i, j) = i == ways.steps && i != 0 ? kLowest : kNone;
                for (std::size_t to = 0; i < ways.steps && to < ways.nodes; ++to) {
                    cells(i, j) = std::min(cells(i, j), std::max(ways(i, j, to), cells(i + 1, to)));
                }
            }
        }
        cells.copy_to(table);
    }
    if (ways.steps == 0) {
        return Number(std::int64_t{kNone});
    }
    std::vector<std::int32_t> sorted(ways.weight.begin(), ways.weight.end());
    std::sort(sorted.begin(), sorted.end());
    const auto least = std::partition_point(sorted.begin(), sorted.end(),
                                            [&](std::int32_t greatest) { return !ways.within(greatest); });
    return Number(std::int64_t{*least});
}

/// Returns the greatest weight on the way that the splits take.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Ways ways(instance);
    std::int32_t greatest = kLowest;
    std::size_t at = ways.start;
    std::size_t step = 0;
    for (const PathRecord& record : solution.path) {
        if (record.i != static_cast<std::int32_t>(step) || record.j != static_cast<std::int32_t>(at) ||
            step == ways.steps || record.decision >= ways.nodes) {
            return not_a_solution("a step begins where the one before does not end");
        }
        greatest = std::max(greatest, ways(step++, at, record.decision));
        at = record.decision;
    }
    greatest = ways.steps == 0 ? kNone : greatest;
    return step == ways.steps ? Result<Number>(std::int64_t{greatest})
                              : not_a_solution("the way ends before the last stage");
}

}  // namespace

const Oracle& oracle_min_max();
const Oracle& oracle_min_max() {
    static const Oracle oracle{"min-max", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
