#pragma once

#include "algorithms/dp/solve.hpp"
#include "cli/dp/job.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <vector>

/// A table reduced to the size of a picture.
namespace vkalgo::cli {

/// The look of a block of cells.
struct ShownCell {
    /// `blank`: cells outside the domain, or of a stage that was not run. A block with at least one number is a
    /// `number`. Without a number, it has the first of these kinds that one of its cells has: not_a_number, unbounded,
    /// infeasible.
    enum class Kind : std::uint8_t { blank, number, infeasible, unbounded, not_a_number } kind = Kind::blank;
    /// Whether the block holds cells that base() gives.
    bool base = false;
    /// For a number: the mean of the block's numbers, or the `value` of one cell (see shrink()).
    double value = 0;
};

/// A grid of blocks of cells, as even as whole cells allow: block b of n begins at row b * table_rows / n, rounded
/// down. The same holds for columns.
struct ShownTable {
    std::int64_t table_rows = 0, table_columns = 0;
    std::int64_t rows = 0, columns = 0;
    std::vector<ShownCell> cells;
    /// The least and the greatest number of all cells (not of the blocks' means). If the header declares a `value`,
    /// those of the cells that are shown. Not set if no cell holds a number.
    std::optional<double> least, most;
    bool whole_numbers = true;

    const ShownCell& at(std::int64_t row, std::int64_t column) const {
        return cells[static_cast<std::size_t>(row * columns + column)];
    }
    bool has(ShownCell::Kind kind) const;
    bool has_base() const;
    /// Returns whether some block has more than one cell.
    bool is_smaller() const { return rows < table_rows || columns < table_columns; }
};

/// Reduces the solution's table to at most `most_rows` x `most_columns` blocks. A cell's value is its number or its
/// first field. If the header declares a `value`, a block shows the `value` of one of its cells. Stages after
/// `last_stage` are blank. Errors: those of the interpreter, which computes values.
Result<ShownTable> shrink(const dp::Recurrence& recurrence, const dp::Instance& instance, const dp::Solution& solution,
                          std::optional<std::int64_t> last_stage, std::int64_t most_rows, std::int64_t most_columns);

}  // namespace vkalgo::cli
