#pragma once

#include "types.hpp"

#include <array>
#include <cstdint>
#include <optional>

namespace vkalgo::dp {

/// Which cells exist: all cells, only cells with i <= j, or only cells with i >= j.
enum class Domain : std::uint8_t { full, upper, lower };

/// A stage function: cell (i, j, k, l) belongs to stage a i + b j + c k + d l. Stages follow each other in increasing
/// order. Cells of one stage do not read each other, except under `sequential row`.
struct StageFunction {
    /// a, b, c, d: from -kLargest to kLargest, and not all of them 0.
    std::array<int, kMaxIndices> coefficients{};
    /// The largest absolute value of a coefficient.
    static constexpr int kLargest = 16;
    bool operator==(const StageFunction&) const = default;

    /// Returns the stages of a pattern: rows, columns or diagonals.
    static StageFunction of(Pattern pattern);
    /// Returns the pattern that has these stages; nullopt for other functions.
    std::optional<Pattern> pattern() const;
    /// Returns the stage of a cell.
    std::int64_t at(Cell cell) const;
};

/// The order in which a table is filled: stages from `first` to `last`.
struct Order {
    StageFunction function;
    TableSize size;
    /// The least and the greatest value of the function in the domain; last < first for a table without cells.
    std::int64_t first = 0, last = -1;
    /// The number of the index that follows from the stage and the other indices.
    std::size_t solved = 0;

    /// Returns the order of a table.
    static Order of(const StageFunction& function, TableSize size, Domain domain = Domain::full);
    /// Returns the number of stages.
    std::int64_t stages() const { return last - first + 1; }
    /// Returns the user's number of the stage with this value of the function: the number of its row, its column or its
    /// diagonal, i + j (NOSE, SENO) or j - i + rows - 1 (SONE, NESO). RDU, CRL, SENO and NESO run from the greatest
    /// number down. If the function does not belong to a pattern, the number is the value of the function.
    std::int64_t number_of(std::int64_t stage) const;
    /// Returns the value of the function for the stage with that number.
    std::int64_t stage_called(std::int64_t number) const;

    /// The cells that a stage may hold: a box in the indices other than `solved`. Some candidates are not cells, since
    /// their solved index is not a whole number, or since they lie outside the table or the domain.
    struct Candidates {
        /// The least value and the number of values of each index. The solved index is not part of the box, so `first`
        /// is 0 and `length` is 1 for it.
        std::array<std::int64_t, kMaxIndices> first{}, length{};
        /// Returns the number of candidates.
        std::int64_t count() const { return length[0] * length[1] * length[2] * length[3]; }
    };
    /// Returns the candidates of the stage with this value of the function.
    Candidates candidates(std::int64_t stage) const;
    /// Returns an upper bound on the number of candidates of any stage.
    std::int64_t most_candidates() const;
};

/// Calls visit(cell) for every cell of a table, in order of i, then j, k, l.
template <class Visit>
void for_each_cell(TableSize size, const Visit& visit) {
    Cell cell;
    for (cell.i = 0; cell.i < size.rows; ++cell.i) {
        for (cell.j = 0; cell.j < size.columns; ++cell.j) {
            for (cell.k = 0; cell.k < size.third; ++cell.k) {
                for (cell.l = 0; cell.l < size.fourth; ++cell.l) {
                    visit(cell);
                }
            }
        }
    }
}

}  // namespace vkalgo::dp
