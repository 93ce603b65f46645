#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// `scan min plus left EXPR`: a row is a linear recurrence. cell(i, j) is fresh(i, j), which follows from rows above,
/// together with the cell EXPR to its left and along(i, j): the lesser of fresh and cell + along, the greater, or
/// fresh + cell * along. A cell with nothing so far left of it is fresh(i, j).
struct RowScan {
    /// What takes the cell and along() together with fresh().
    enum class Kind : std::uint8_t { min_plus, max_plus, plus_times };
    Kind kind = Kind::min_plus;
    /// GLSL of i, params and inputs: how far left, at least 1; empty: 1
    std::string left;
    int line = 0;

    /// Is it one of the two that add and compare?
    bool compares() const { return kind != Kind::plus_times; }
    /// Is it the lesser that a cell is?
    bool minimum() const { return kind == Kind::min_plus; }
    /// The distance where it is a number; none: it follows from the row.
    std::optional<std::int64_t> distance() const;
};

/// The function of the text, of fresh() and along(), that shows a read of its own row; null if none does.
const char* reads_own_row(const SourceText& text);

/// May method `scan` compute such rows in another order than from left to right, so that each cell is the same: cells
/// are integers, and fresh() and along() read no row but the one before, as far as is known?
bool may_scan(const RecurrenceHeader& header);

}  // namespace vkalgo::dp
