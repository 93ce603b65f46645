#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// The line `scan min plus left EXPR`: a row is a linear recurrence. cell(i, j) combines fresh(i, j), which follows
/// from rows above, with the cell EXPR to its left and along(i, j). It is the lesser of fresh and cell + along, the
/// greater of them, or fresh + cell * along. A cell that has no cell this far to its left is fresh(i, j).
struct RowScan {
    /// How the cell, along() and fresh() are combined.
    enum class Kind : std::uint8_t { min_plus, max_plus, plus_times };
    Kind kind = Kind::min_plus;
    /// GLSL of i, params and inputs: the distance to the left, at least 1. Empty: 1.
    std::string left;
    int line = 0;

    /// Returns whether it is one of the two kinds that add and compare.
    bool compares() const { return kind != Kind::plus_times; }
    /// Returns whether a cell is the lesser of the two.
    bool minimum() const { return kind == Kind::min_plus; }
    /// Returns the distance if it is a number; none if it depends on the row.
    std::optional<std::int64_t> distance() const;
};

/// Returns the name of the function, fresh() or along(), whose text shows a read of its own row; null if neither does.
const char* reads_own_row(const SourceText& text);

/// Returns whether method `scan` may compute such rows in another order than from left to right, with the same result
/// in each cell: cells are integers, and fresh() and along() read only the row before, as far as is known.
bool may_scan(const RecurrenceHeader& header);

}  // namespace vkalgo::dp
