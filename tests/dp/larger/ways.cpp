#include "tests/dp/larger/ways.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace vkalgo::dp::test {
namespace {

constexpr double kNoWay = std::numeric_limits<double>::infinity();

/// Computes distances from `start`. Vertices leave a queue in the order of their distances; `joined` returns the
/// distance of a path with one more edge.
template <class Edges, class Joined>
std::vector<double> nearest_first(const std::vector<Edges>& from, std::size_t start, double first,
                                  const Joined& joined) {
    std::vector<double> distance(from.size(), kNoWay);
    distance[start] = first;
    using Reached = std::pair<double, std::size_t>;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> queue;
    queue.emplace(first, start);
    while (!queue.empty()) {
        const auto [length, at] = queue.top();
        queue.pop();
        if (length > distance[at]) {
            continue;
        }
        for (const auto& edge : from[at]) {
            const double next = joined(length, edge.length);
            if (next < distance[edge.to]) {
                distance[edge.to] = next;
                queue.emplace(next, edge.to);
            }
        }
    }
    return distance;
}

}  // namespace

std::vector<double> Ways::dijkstra(std::size_t start) const {
    return nearest_first(from_, start, 0, std::plus<>());
}

std::vector<double> Ways::narrowest(std::size_t start) const {
    return nearest_first(from_, start, -kNoWay, [](double a, double b) { return std::max(a, b); });
}

std::vector<double> Ways::bellman_ford(std::size_t start) const {
    std::vector<double> distance(from_.size(), kNoWay);
    distance[start] = 0;
    for (bool changed = true; std::exchange(changed, false);) {
        for (std::size_t at = 0; at < from_.size(); ++at) {
            for (const Edge& edge : from_[at]) {
                if (distance[at] + edge.length < distance[edge.to]) {
                    distance[edge.to] = distance[at] + edge.length;
                    changed = true;
                }
            }
        }
    }
    return distance;
}

std::vector<double> Ways::floyd_warshall() const {
    const std::size_t n = from_.size();
    std::vector<double> distance(n * n, kNoWay);
    for (std::size_t at = 0; at < n; ++at) {
        distance[at * n + at] = 0;
        for (const Edge& edge : from_[at]) {
            distance[at * n + edge.to] = std::min(distance[at * n + edge.to], edge.length);
        }
    }
    // On negative cycles lengths could double with every vertex. So no length is less than this.
    constexpr double kShortest = -1e12;
    for (std::size_t by = 0; by < n; ++by) {
        for (std::size_t from = 0; from < n; ++from) {
            for (std::size_t to = 0; to < n; ++to) {
                const double length = distance[from * n + by] + distance[by * n + to];
                distance[from * n + to] = std::min(distance[from * n + to], std::max(length, kShortest));
            }
        }
    }
    return distance;
}

}  // namespace vkalgo::dp::test
