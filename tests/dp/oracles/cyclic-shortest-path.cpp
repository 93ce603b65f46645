#include "tests/dp/oracles/oracle.hpp"

#include <limits>

namespace vkalgo::dp::test {
namespace {

constexpr std::int32_t kNoEdge = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kEndless = std::numeric_limits<std::int64_t>::min();

struct Graph {
    explicit Graph(const Instance& instance)
        : n(static_cast<std::size_t>(instance.n)),
          goal(param_of(instance, "goal", 0)),
          edge(values_of<std::int32_t>(instance, "edge")) {
        const auto given = instance.params.find("start");
        const std::int64_t number = given == instance.params.end() ? -1 : std::get<std::int64_t>(given->second);
        start = number < 0 ? n - 1 : static_cast<std::size_t>(number);
    }
    /// Returns the sum of the length of an edge and of the path after it: kNone if either does not exist, kEndless if
    /// the path is endless.
    std::int64_t before(std::int64_t rest, std::size_t from, std::size_t to) const {
        return rest == kNone || edge[from * n + to] == kNoEdge ? kNone
               : rest == kEndless                              ? kEndless
                                                               : rest + edge[from * n + to];
    }
    std::size_t n, goal, start = 0;
    std::span<const std::int32_t> edge;
};

/// Returns the distances to the goal by Bellman-Ford, which relaxes edges in place; a path may pass through the goal.
/// If an edge can still be relaxed afterwards, it can be relaxed endlessly, and so can all edges that lead to it.
std::vector<std::int64_t> distances(const Graph& graph) {
    std::vector<std::int64_t> distance(graph.n, kNone);
    distance[graph.goal] = 0;
    for (std::size_t round = 0; round < 2 * graph.n; ++round) {
        for (std::size_t from = 0; from < graph.n; ++from) {
            for (std::size_t to = 0; to < graph.n; ++to) {
                const std::int64_t length = graph.before(distance[to], from, to);
                if (length < distance[from]) {
                    distance[from] = round < graph.n ? length : kEndless;
                }
            }
        }
    }
    return distance;
}

/// Computes the table by the recurrence.
Cells<std::int64_t> table_of(const Graph& graph) {
    Cells<std::int64_t> cells(graph.n, 2 * graph.n);
    for (std::size_t j = 0; j < 2 * graph.n; ++j) {
        for (std::size_t i = 0; i < graph.n; ++i) {
            const std::int64_t before = j > 0 ? cells(i, j - 1) : i == graph.goal ? 0 : kNone;
            std::int64_t best = before;
            for (std::size_t to = 0; j > 0 && to < graph.n; ++to) {
                best = std::min(best, graph.before(cells(to, j - 1), i, to));
            }
            cells(i, j) = j >= graph.n && best < before ? kEndless : best;
        }
    }
    return cells;
}

Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const Graph graph(instance);
    if (graph.n == 0) {
        return Number(std::int64_t{0});
    }
    if (table != nullptr) {
        table_of(graph).copy_to(table);
    }
    return Number(distances(graph)[graph.start]);
}

/// Returns the length of the edges along the traceback. A step from a vertex to itself adds no edge.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const Graph graph(instance);
    std::int64_t sum = 0;
    const auto take = [&](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (decision >= graph.n || at.j == 0) {
            return not_a_solution("no such step");
        }
        if (at.i != std::int64_t{decision}) {
            sum = graph.before(sum, static_cast<std::size_t>(at.i), decision);
        }
        // A shortest path has at most n - 1 edges. So a step from column n or from beyond it goes to column n - 1.
        return sum == kNone ? Result<Cell>(not_a_solution("there is no such edge"))
                            : Cell{std::int64_t{decision}, std::min(at.j, instance.n) - 1};
    };
    VKALGO_TRY(const Cell end,
               follow(solution, Cell{static_cast<std::int64_t>(graph.start), 2 * instance.n - 1}, take));
    return end == Cell{static_cast<std::int64_t>(graph.goal), 0} ? Result<Number>(sum)
                                                                 : not_a_solution("the path misses the goal");
}

}  // namespace

const Oracle& oracle_cyclic_shortest_path();
const Oracle& oracle_cyclic_shortest_path() {
    static const Oracle oracle{"cyclic-shortest-path", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
