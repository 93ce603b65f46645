#pragma once

#include <cstddef>
#include <vector>

/// Shortest paths in a graph that is given edge by edge. The distance is infinite if no path exists.
namespace vkalgo::dp::test {

class Ways {
public:
    explicit Ways(std::size_t vertices) : from_(vertices) {}

    void add(std::size_t from, std::size_t to, double length) { from_[from].push_back({to, length}); }

    /// Returns the distances from one vertex to each; no length may be negative.
    std::vector<double> dijkstra(std::size_t start) const;
    /// Returns the distances from one vertex to each; no cycle may be negative.
    std::vector<double> bellman_ford(std::size_t start) const;
    /// Returns the distances from each vertex to each, in rows of start vertices; a negative length from a vertex to
    /// itself shows a negative cycle.
    std::vector<double> floyd_warshall() const;
    /// Returns, for each vertex, the least possible greatest length on a path from `start`; lengths may have any sign.
    std::vector<double> narrowest(std::size_t start) const;

private:
    struct Edge {
        std::size_t to;
        double length;
    };
    std::vector<std::vector<Edge>> from_;
};

}  // namespace vkalgo::dp::test
