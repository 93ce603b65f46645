#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

struct RecurrenceHeader;
struct SourceText;

/// The line `scan min plus left EXPR`, which says that a row is a linear recurrence. fresh(i, j) follows from rows that
/// are computed earlier. Let L be the cell that lies EXPR columns to the left of (i, j). With min_plus, cell(i, j) is
/// the lesser of fresh(i, j) and L + along(i, j); with max_plus, it is the greater of these two; with plus_times, it is
/// fresh(i, j) + L * along(i, j). A cell without L in its row is fresh(i, j).
struct RowScan {
    /// How fresh(i, j), L and along(i, j) are combined.
    enum class Kind : std::uint8_t { min_plus, max_plus, plus_times };
    Kind kind = Kind::min_plus;
    /// The distance to the left, at least 1, as GLSL of i, params and inputs. Empty: 1.
    std::string left;
    int line = 0;

    /// Returns whether the kind is one of the two that add and compare.
    bool compares() const { return kind != Kind::plus_times; }
    /// Returns whether a cell is the lesser of its two candidates.
    bool minimum() const { return kind == Kind::min_plus; }
    /// Returns the distance if it is a decimal number, or nullopt if it may depend on the row.
    std::optional<std::int64_t> distance() const;
};

/// Returns the name of the function, fresh() or along(), whose text shows a read of its own row; null if neither does.
const char* reads_own_row(const SourceText& text);

/// Returns whether method `scan` gets the same cells as a computation of each row from left to right. This is so if the
/// header has the line `scan`, cells are integers, and fresh() and along() are known to read only the previous row.
bool may_scan(const RecurrenceHeader& header);

}  // namespace vkalgo::dp
