#include "tests/dp/oracles/oracle.hpp"

#include <bit>
#include <limits>
#include <numeric>

namespace vkalgo::dp::test {
namespace {

constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

struct Edge {
    std::size_t a, b;
    std::uint64_t length;
};

class Forest {
public:
    explicit Forest(std::size_t vertices) : parent_(vertices) {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }
    /// Connects two vertices. Returns false if they are connected already.
    bool connect(std::size_t a, std::size_t b) {
        const bool apart = root(a) != root(b);
        parent_[root(a)] = root(b);
        return apart;
    }

private:
    std::size_t root(std::size_t vertex) const { return parent_[vertex] == vertex ? vertex : root(parent_[vertex]); }
    std::vector<std::size_t> parent_;
};

/// Returns, for each set of vertices, the least length of edges that connect all other vertices to it. Computes the
/// lengths by the recurrence, over the edges in both directions.
std::vector<std::uint64_t> lengths(std::size_t n, const std::vector<Edge>& edges) {
    std::vector<std::uint64_t> least(std::size_t{1} << n, kNone);
    least.back() = 0;
    for (std::size_t set = least.size() - 1; set-- > 0;) {
        for (const Edge& edge : edges) {
            const bool has_a = (set >> edge.a & 1) != 0;
            const bool has_b = (set >> edge.b & 1) != 0;
            const std::uint64_t rest =
                has_a == has_b ? kNone : least[set | std::size_t{1} << (has_a ? edge.b : edge.a)];
            if (rest != kNone) {
                least[set] = std::min(least[set], rest + edge.length);
            }
        }
    }
    return least;
}

/// Uses Kruskal's algorithm.
Result<Number> reference(const Instance& instance, std::vector<std::byte>* table) {
    const auto n = static_cast<std::size_t>(instance.n);
    const auto dist = values_of<std::int32_t>(instance, "dist");
    std::vector<Edge> edges;
    for (std::size_t a = 0; a < n; ++a) {
        for (std::size_t b = a + 1; b < n; ++b) {
            if (dist[a * n + b] >= 0) {
                edges.push_back({a, b, static_cast<std::uint64_t>(dist[a * n + b])});
            }
        }
    }
    if (table != nullptr) {
        Cells<std::uint64_t> cells(std::size_t{1} << n, n);
        const auto least = lengths(n, edges);
        for (std::size_t set = 0; set < least.size(); ++set) {
            for (std::size_t j = 0; j < n; ++j) {
                cells(set, j) = static_cast<std::size_t>(std::popcount(set)) == j + 1 ? least[set] : kNone;
            }
        }
        cells.copy_to(table);
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& x, const Edge& y) { return x.length < y.length; });
    Forest forest(n);
    std::uint64_t sum = 0;
    std::size_t parts = n;
    for (const Edge& edge : edges) {
        if (forest.connect(edge.a, edge.b)) {
            sum += edge.length;
            --parts;
        }
    }
    return Number(parts > 1 ? kNone : sum);
}

/// Returns the length of all edges. Each must join two parts, and one part must remain.
Result<Number> replay(const Instance& instance, const Solution& solution) {
    const auto n = static_cast<std::size_t>(instance.n);
    const auto dist = values_of<std::int32_t>(instance, "dist");
    Forest forest(n);
    std::uint64_t sum = 0;
    const auto take = [&](Cell at, std::uint32_t decision) -> Result<Cell> {
        if (decision >= dist.size() || dist[decision] < 0 || decision / n >= decision % n ||
            !forest.connect(decision / n, decision % n)) {
            return not_a_solution("there is no such edge, or it closes a circle");
        }
        sum += static_cast<std::uint64_t>(dist[decision]);
        return Cell{at.i | std::int64_t{1} << decision / n | std::int64_t{1} << decision % n, at.j + 1};
    };
    VKALGO_TRY(const Cell end, follow(solution, Cell{1, 0}, take));
    return end.j + 1 == instance.n ? Result<Number>(sum) : not_a_solution("a vertex is left");
}

}  // namespace

const Oracle& oracle_spanning_tree();
const Oracle& oracle_spanning_tree() {
    static const Oracle oracle{"spanning-tree", reference, replay};
    return oracle;
}

}  // namespace vkalgo::dp::test
