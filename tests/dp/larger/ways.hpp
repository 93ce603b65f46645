#pragma once

#include <cstddef>
#include <vector>

/// Shortest ways in a graph that is written down edge by edge; infinite where there is none.
namespace vkalgo::dp::test {

class Ways {
public:
    explicit Ways(std::size_t vertices) : from_(vertices) {}

    void add(std::size_t from, std::size_t to, double length) { from_[from].push_back({to, length}); }

    /// From one vertex to each, where no length is negative.
    std::vector<double> dijkstra(std::size_t start) const;
    /// From one vertex to each, where no cycle is negative.
    std::vector<double> bellman_ford(std::size_t start) const;
    /// From each vertex to each, rows of vertices that the ways begin at; a negative length from a vertex to itself
    /// shows a negative cycle.
    std::vector<double> floyd_warshall() const;
    /// The least that the greatest length of a way can be, from one vertex to each; lengths of any sign.
    std::vector<double> narrowest(std::size_t start) const;

private:
    struct Edge {
        std::size_t to;
        double length;
    };
    std::vector<std::vector<Edge>> from_;
};

}  // namespace vkalgo::dp::test
