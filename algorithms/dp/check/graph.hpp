#pragma once

#include "../../../engine/result.hpp"
#include "../recurrence/types.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vkalgo::dp {

/// Cell `from` reads cell `to` to compute its value: `to` is a direct dependency of `from`.
struct Dependency {
    Cell from, to;
    bool operator==(const Dependency&) const = default;
};

/// The region in which a cell lies, seen from another one: for each index, whether it is less (-1), equal (0) or
/// greater (1). Of two indices these are the regions of the thesis (section 4.2), Left, Right, Up and so on.
struct Direction {
    std::array<int, kMaxIndices> signs{};
    bool operator==(const Direction&) const = default;
    /// By the signs, one index after another.
    bool operator<(const Direction& other) const { return signs < other.signs; }

    /// That of `to`, seen from `from`.
    static Direction of(const Dependency& dependency);
    /// "UpLeft"; of more than two indices their signs, "(-, 0, +)". The cell itself is "Itself".
    std::string text(std::size_t indices) const;
};

/// The dependency graph of a recurrence on one table, as in chapter 4.1 of the thesis: its vertices are cells, and an
/// edge leads from each cell to every cell that it reads. Cells go by their number, which is their place in cells().
/// Takes about 60 bytes for each cell and 16 for each edge.
class DependencyGraph {
public:
    /// A graph without cells.
    DependencyGraph() = default;

    /// The graph of these cells; a dependency that is given twice is one edge.
    /// Errors: invalid_argument: a cell is given twice, or a dependency names a cell that is not given.
    static Result<DependencyGraph> of(std::vector<Cell> cells, std::span<const Dependency> dependencies);

    /// The same by the numbers of the cells, of which none is given twice: pairs of one that reads and one that it
    /// reads.
    static DependencyGraph of_numbers(std::vector<Cell> cells, std::vector<std::pair<std::size_t, std::size_t>> edges);

    /// By number.
    const std::vector<Cell>& cells() const { return cells_; }
    /// The number of a cell; none if it is not there.
    std::optional<std::size_t> number_of(Cell cell) const;
    /// How many edges there are.
    std::size_t edges() const { return reads_.size(); }
    /// The direct dependencies of a cell: what it reads, in ascending order. A base case has none.
    std::span<const std::size_t> reads(std::size_t cell) const;
    /// The cells that read it, in ascending order.
    std::span<const std::size_t> readers(std::size_t cell) const;

    /// The absolute dependencies of these cells: all that they read, what those read, and so on. Ascending. A cell
    /// depends on itself only if it lies on a cycle.
    std::vector<std::size_t> absolute(std::span<const std::size_t> of) const;
    /// The cells of the graph that a solution generates (figure 4.1): those of the solution and their absolute
    /// dependencies. Others may stay uncomputed. Ascending.
    std::vector<std::size_t> generated_by(std::span<const std::size_t> solution) const;

    /// Cells each of which reads the next one, and the last one the first: no order computes them. Empty if there is no
    /// cycle; else a shortest one through the first cell that is on any.
    std::vector<std::size_t> cycle() const;

    /// The minimal sequence of stages (algorithm 1): stage 0 holds the base cases, and each later stage the cells that
    /// read cells of earlier stages alone, one of the stage just before among them. So the stage of a cell is its
    /// depth, the length of the longest path from it to a base case; no sequence of stages is shorter; and the depth of
    /// the graph is the number of stages less 1. Each stage ascends. Cells on a cycle, and those that need one, are in
    /// no stage.
    std::vector<std::vector<std::size_t>> stages() const;

    /// Where direct dependencies lie, seen from the cells that have them, in order.
    std::vector<Direction> direct_directions() const;
    /// Where absolute dependencies lie: a recurrence belongs to a pattern of the thesis if these are among its regions.
    /// Takes a time of cells times edges.
    std::vector<Direction> absolute_directions() const;

private:
    void take_cells(std::vector<Cell> cells);
    void take_edges(std::vector<std::pair<std::size_t, std::size_t>> edges);

    std::vector<Cell> cells_;
    /// the numbers of the cells, in order of the cells' indices
    std::vector<std::size_t> sorted_;
    /// of cell v: reads_[first_read_[v]] up to first_read_[v + 1]; likewise its readers
    std::vector<std::size_t> first_read_, reads_;
    std::vector<std::size_t> first_reader_, readers_;
};

}  // namespace vkalgo::dp
