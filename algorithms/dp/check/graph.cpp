#include "algorithms/dp/check/graph.hpp"

#include "algorithms/dp/instance/instance.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <utility>

namespace vkalgo::dp {
namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// Packs pairs (a, b) that are sorted by a, where a is less than `cells`, into `first` and `numbers`. Then the b of all
/// pairs with the same a are numbers[first[a]] up to numbers[first[a + 1]], end exclusive.
void pack(const std::vector<std::pair<std::size_t, std::size_t>>& sorted, std::size_t cells,
          std::vector<std::size_t>& first, std::vector<std::size_t>& numbers) {
    first.assign(cells + 1, 0);
    numbers.clear();
    numbers.reserve(sorted.size());
    for (const auto& [from, to] : sorted) {
        ++first[from + 1];
        numbers.push_back(to);
    }
    for (std::size_t v = 0; v < cells; ++v) {
        first[v + 1] += first[v];
    }
}

Error not_there(Cell cell) {
    const auto indices = cell.indices();
    std::size_t count = kMaxIndices;
    while (count > 2 && indices[count - 1] == 0) {
        --count;
    }
    return {ErrorCode::invalid_argument,
            "a dependency names cell " + cell_text(cell, count) + ", which is not in the graph", "dependencies"};
}

}  // namespace

Direction Direction::of(const Dependency& dependency) {
    Direction direction;
    const auto from = dependency.from.indices();
    const auto to = dependency.to.indices();
    for (std::size_t d = 0; d < kMaxIndices; ++d) {
        direction.signs[d] = to[d] < from[d] ? -1 : to[d] > from[d] ? 1 : 0;
    }
    return direction;
}

std::string Direction::text(std::size_t indices) const {
    if (*this == Direction{}) {
        return "Itself";
    }
    const auto word = [](int sign, const char* less, const char* greater) {
        return std::string(sign < 0 ? less : sign > 0 ? greater : "");
    };
    if (indices <= 2) {
        return word(signs[0], "Up", "Down") + word(signs[1], "Left", "Right");
    }
    std::string text;
    for (std::size_t d = 0; d < indices; ++d) {
        text += (d == 0 ? "(" : ", ") + std::string(signs[d] < 0 ? "-" : signs[d] > 0 ? "+" : "0");
    }
    return text + ")";
}

Result<DependencyGraph> DependencyGraph::of(std::vector<Cell> cells, std::span<const Dependency> dependencies) {
    DependencyGraph graph;
    graph.take_cells(std::move(cells));
    const auto same = [&](std::size_t a, std::size_t b) { return graph.cells_[a] == graph.cells_[b]; };
    if (std::adjacent_find(graph.sorted_.begin(), graph.sorted_.end(), same) != graph.sorted_.end()) {
        return Error{ErrorCode::invalid_argument, "a cell of the graph is given twice", "cells"};
    }
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    edges.reserve(dependencies.size());
    for (const auto& [from, to] : dependencies) {
        const auto reader = graph.number_of(from);
        const auto read = graph.number_of(to);
        if (!reader || !read) {
            return not_there(reader ? to : from);
        }
        edges.emplace_back(*reader, *read);
    }
    graph.take_edges(std::move(edges));
    return graph;
}

DependencyGraph DependencyGraph::of_numbers(std::vector<Cell> cells,
                                            std::vector<std::pair<std::size_t, std::size_t>> edges) {
    DependencyGraph graph;
    graph.take_cells(std::move(cells));
    graph.take_edges(std::move(edges));
    return graph;
}

void DependencyGraph::take_cells(std::vector<Cell> cells) {
    cells_ = std::move(cells);
    sorted_.resize(cells_.size());
    std::iota(sorted_.begin(), sorted_.end(), std::size_t{0});
    std::sort(sorted_.begin(), sorted_.end(),
              [&](std::size_t a, std::size_t b) { return cells_[a].indices() < cells_[b].indices(); });
}

void DependencyGraph::take_edges(std::vector<std::pair<std::size_t, std::size_t>> edges) {
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    pack(edges, cells_.size(), first_read_, reads_);
    for (auto& [from, to] : edges) {
        std::swap(from, to);
    }
    std::sort(edges.begin(), edges.end());
    pack(edges, cells_.size(), first_reader_, readers_);
}

std::optional<std::size_t> DependencyGraph::number_of(Cell cell) const {
    const auto found = std::lower_bound(sorted_.begin(), sorted_.end(), cell, [&](std::size_t number, Cell wanted) {
        return cells_[number].indices() < wanted.indices();
    });
    return found != sorted_.end() && cells_[*found] == cell ? std::optional(*found) : std::nullopt;
}

std::span<const std::size_t> DependencyGraph::reads(std::size_t cell) const {
    return std::span(reads_).subspan(first_read_[cell], first_read_[cell + 1] - first_read_[cell]);
}

std::span<const std::size_t> DependencyGraph::readers(std::size_t cell) const {
    return std::span(readers_).subspan(first_reader_[cell], first_reader_[cell + 1] - first_reader_[cell]);
}

std::vector<std::size_t> DependencyGraph::absolute(std::span<const std::size_t> of) const {
    std::vector<bool> seen(cells_.size());
    std::vector<std::size_t> found;
    const auto visit = [&](std::size_t cell) {
        for (const std::size_t read : reads(cell)) {
            if (!seen[read]) {
                seen[read] = true;
                found.push_back(read);
            }
        }
    };
    for (const std::size_t cell : of) {
        visit(cell);
    }
    for (std::size_t k = 0; k < found.size(); ++k) {
        visit(found[k]);
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::size_t> DependencyGraph::generated_by(std::span<const std::size_t> solution) const {
    std::vector<std::size_t> cells = absolute(solution);
    cells.insert(cells.end(), solution.begin(), solution.end());
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    return cells;
}

std::vector<std::size_t> DependencyGraph::cycle() const {
    std::vector<bool> left(cells_.size(), true);
    for (const auto& stage : stages()) {
        for (const std::size_t cell : stage) {
            left[cell] = false;
        }
    }
    for (std::size_t start = 0; start < cells_.size(); ++start) {
        if (!left[start]) {
            continue;
        }
        // A breadth-first search against the edges. The first cell of the queue that `start` reads closes a shortest
        // cycle.
        std::vector<std::size_t> next(cells_.size(), kNone);
        std::vector<std::size_t> queue{start};
        for (std::size_t k = 0; k < queue.size() && next[start] == kNone; ++k) {
            for (const std::size_t reader : readers(queue[k])) {
                if (left[reader] && next[reader] == kNone) {
                    next[reader] = queue[k];
                    queue.push_back(reader);
                }
            }
        }
        if (next[start] != kNone) {
            std::vector<std::size_t> cycle{start};
            for (std::size_t cell = next[start]; cell != start; cell = next[cell]) {
                cycle.push_back(cell);
            }
            return cycle;
        }
    }
    return {};
}

std::vector<std::vector<std::size_t>> DependencyGraph::stages() const {
    std::vector<std::vector<std::size_t>> stages;
    std::vector<std::size_t> waits_for(cells_.size());
    std::vector<std::size_t> stage;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        waits_for[cell] = reads(cell).size();
        if (waits_for[cell] == 0) {
            stage.push_back(cell);
        }
    }
    while (!stage.empty()) {
        std::vector<std::size_t> next;
        for (const std::size_t cell : stage) {
            for (const std::size_t reader : readers(cell)) {
                if (--waits_for[reader] == 0) {
                    next.push_back(reader);
                }
            }
        }
        std::sort(next.begin(), next.end());
        stages.push_back(std::exchange(stage, std::move(next)));
    }
    return stages;
}

std::vector<Direction> DependencyGraph::direct_directions() const {
    std::set<Direction> directions;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        for (const std::size_t read : reads(cell)) {
            directions.insert(Direction::of({cells_[cell], cells_[read]}));
        }
    }
    return {directions.begin(), directions.end()};
}

std::vector<Direction> DependencyGraph::absolute_directions() const {
    std::set<Direction> directions;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        for (const std::size_t read : absolute(std::span(&cell, 1))) {
            directions.insert(Direction::of({cells_[cell], cells_[read]}));
        }
    }
    return {directions.begin(), directions.end()};
}

}  // namespace vkalgo::dp
