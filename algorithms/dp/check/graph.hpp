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

/// An edge: cell `from` reads cell `to` to compute its value. `to` is a direct dependency of `from`.
struct Dependency {
    Cell from, to;
    bool operator==(const Dependency&) const = default;
};

/// The region in which a cell lies, seen from another cell: for each index, whether it is less (-1) than that of the
/// other cell, equal (0) or greater (1). For two indices these are the regions Left, Right, Up and so on of section 4.2
/// of the thesis (see docs/thesis.md).
struct Direction {
    std::array<int, kMaxIndices> signs{};
    bool operator==(const Direction&) const = default;
    /// Compares the signs, one index after another.
    bool operator<(const Direction& other) const { return signs < other.signs; }

    /// Returns the direction of `to`, seen from `from`.
    static Direction of(const Dependency& dependency);
    /// Returns a name such as "UpLeft" for two indices, or signs such as "(-, 0, +)" for more indices. For the cell
    /// itself, returns "Itself".
    std::string text(std::size_t indices) const;
};

/// The dependency graph of a recurrence on one table, as in section 4.1 of the thesis (see docs/thesis.md). Its
/// vertices are cells, and an edge leads from each cell to every cell that it reads. A cell is identified by its
/// number, which is its index in cells(). Takes about 60 bytes per cell and 16 per edge.
class DependencyGraph {
public:
    /// Makes a graph without cells.
    DependencyGraph() = default;

    /// Makes the graph of these cells. A dependency that is given twice makes one edge. Errors: invalid_argument: a
    /// cell is given twice, or a dependency names a cell that is not given.
    static Result<DependencyGraph> of(std::vector<Cell> cells, std::span<const Dependency> dependencies);

    /// Makes the graph from numbers of cells. Each edge is a pair: the cell that reads, and the cell that it reads. No
    /// cell may be given twice.
    static DependencyGraph of_numbers(std::vector<Cell> cells, std::vector<std::pair<std::size_t, std::size_t>> edges);

    /// Returns the cells by number.
    const std::vector<Cell>& cells() const { return cells_; }
    /// Returns the number of a cell, or nullopt if the graph does not have it.
    std::optional<std::size_t> number_of(Cell cell) const;
    /// Returns the number of edges.
    std::size_t edges() const { return reads_.size(); }
    /// Returns the direct dependencies of a cell: the cells that it reads, in ascending order. A base case has none.
    std::span<const std::size_t> reads(std::size_t cell) const;
    /// Returns the cells that read this cell, in ascending order.
    std::span<const std::size_t> readers(std::size_t cell) const;

    /// Returns the absolute dependencies of these cells in ascending order: the cells that they read, the cells that
    /// those cells read, and so on. A cell depends on itself only if it lies on a cycle.
    std::vector<std::size_t> absolute(std::span<const std::size_t> of) const;
    /// Returns the cells of the graph that a solution generates (figure 4.1 of the thesis), in ascending order: the
    /// cells of the solution and their absolute dependencies. Other cells need not be computed.
    std::vector<std::size_t> generated_by(std::span<const std::size_t> solution) const;

    /// Returns the cells of a cycle: each cell reads the next one, and the last cell reads the first. No order can
    /// compute them. The cycle begins with the first cell that lies on any cycle, and is a shortest cycle through that
    /// cell. Empty if the graph has no cycles.
    std::vector<std::size_t> cycle() const;

    /// Returns the minimal sequence of stages (algorithm 1 of the thesis). Stage 0 holds the base cases. Each later
    /// stage holds the cells that read only cells of earlier stages, and at least one cell of the previous stage. So
    /// the stage of a cell is its depth, the length of the longest path from it to a base case. No sequence of stages
    /// is shorter, and the depth of the graph is the number of stages less 1. The cells of a stage are in ascending
    /// order. Cells on a cycle, and cells that depend on a cycle, are in no stage.
    std::vector<std::vector<std::size_t>> stages() const;

    /// Returns the directions from each cell to its direct dependencies, each direction once, in ascending order.
    std::vector<Direction> direct_directions() const;
    /// Returns the directions from each cell to its absolute dependencies, each direction once. A recurrence belongs to
    /// a pattern of the thesis if these directions are among the pattern's regions. The time is proportional to cells
    /// times edges.
    std::vector<Direction> absolute_directions() const;

private:
    void take_cells(std::vector<Cell> cells);
    void take_edges(std::vector<std::pair<std::size_t, std::size_t>> edges);

    std::vector<Cell> cells_;
    /// The numbers of the cells, in order of the cells' indices.
    std::vector<std::size_t> sorted_;
    /// Cell v reads the cells reads_[k] for k from first_read_[v] to first_read_[v + 1], end exclusive. Its readers are
    /// stored in the same way.
    std::vector<std::size_t> first_read_, reads_;
    std::vector<std::size_t> first_reader_, readers_;
};

}  // namespace vkalgo::dp
