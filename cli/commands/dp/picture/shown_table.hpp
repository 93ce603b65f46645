#pragma once

#include "algorithms/dp/solve.hpp"
#include "cli/dp/job.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <optional>
#include <vector>

/// A table made small enough for a picture.
namespace vkalgo::cli {

/// What a block of cells looks like.
struct ShownCell {
    /// `blank`: outside the domain, or of a stage that was not run. The others say what all its cells are; a block with
    /// a number among them is a number.
    enum class Kind : std::uint8_t { blank, number, infeasible, unbounded, not_a_number } kind = Kind::blank;
    /// holds cells that base() gives
    bool base = false;
    /// of a number: the mean of the block's numbers
    double value = 0;
};

/// A grid of blocks of cells, each as even as whole cells allow: block b of n has the rows from b * rows / n on.
struct ShownTable {
    std::int64_t table_rows = 0, table_columns = 0;
    std::int64_t rows = 0, columns = 0;
    std::vector<ShownCell> cells;
    /// of all cells' numbers, not of the means; none: there are none
    std::optional<double> least, most;
    bool whole_numbers = true;

    const ShownCell& at(std::int64_t row, std::int64_t column) const {
        return cells[static_cast<std::size_t>(row * columns + column)];
    }
    bool has(ShownCell::Kind kind) const;
    bool has_base() const;
    /// Some block has more than one cell.
    bool is_smaller() const { return rows < table_rows || columns < table_columns; }
};

/// The solution's table in at most so many rows and columns. What counts is a cell's number, or its first field; where
/// the header says what its `value` is, that, of one cell per block. `last_stage`: stages behind it are blank. Errors:
/// those of the interpreter, which computes values.
Result<ShownTable> shrink(const dp::Recurrence& recurrence, const dp::Instance& instance, const dp::Solution& solution,
                          std::optional<std::int64_t> last_stage, std::int64_t most_rows, std::int64_t most_columns);

}  // namespace vkalgo::cli
