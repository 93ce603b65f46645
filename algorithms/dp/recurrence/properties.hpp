#pragma once

#include "order.hpp"
#include "row_scan.hpp"
#include "types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

struct SourceText;

/// The cells that a cell reads, as offsets from the indices of the cell itself. The offset in index d is from least[d]
/// to most[d].
struct Reach {
    /// A distance beyond every table: no limit is known.
    static constexpr std::int64_t kFar = std::int64_t{1} << 40;
    std::array<std::int64_t, kMaxIndices> least, most;

    /// Returns a reach without limits.
    static Reach anywhere();
    /// Returns a reach of at most 1 in every index.
    static Reach neighbours();
    /// Returns the reach of the reads that both this reach and `other` allow.
    Reach narrowed_by(const Reach& other) const;
    /// Returns whether a read at that offset lies within the reach.
    bool contains(Cell offset) const;
    /// Returns whether the reach is at most `distance` in every index and in both directions.
    bool within(std::int64_t distance) const;
    /// Returns the number of stages by which the earliest cell that may be read lies before the cell that reads it;
    /// nullopt if no limit is known.
    std::optional<std::int64_t> stages_back(const StageFunction& stage) const;
    /// Returns "-1 .. 0, any": one range per index that the table has.
    std::string text(std::size_t indices) const;
    bool operator==(const Reach&) const = default;
};

/// The properties of a recurrence that methods depend on: declared by its class, read from its text, or both.
struct Properties {
    Reach reach = Reach::anywhere();
    /// Whether every read lies in the cell's own row or in its own column.
    bool own_row_or_column = false;

    /// Returns the properties that follow from these and from `other` together.
    Properties narrowed_by(const Properties& other) const;
};

/// Returns the properties that a class promises, for the order of these stages. (A `chain` has one row or column, but
/// only an instance shows that.)
Properties properties_of(RecurrenceClass of, const StageFunction& stage);

/// Returns the narrowest of the classes local, row_gather, segments and any whose promises follow from these
/// properties.
RecurrenceClass class_of(const Properties& properties, const StageFunction& stage);

/// Returns the properties that the text shows. A read such as at(i - 1, j), whose indices are a parameter plus a
/// number, has a known offset if it is in cell(), term(), step() or, under `scan`, in fresh() or along(). The cell to
/// the left that `scan` reads counts as a read too. Other indices, and parameters that the text changes, have no limit.
/// If at() is called in another function than these and solution(), if the text has macros, `out` or `inout`, or if no
/// read is found, no index has a limit.
Properties properties_of(const SourceText& text, std::size_t indices, const std::optional<RowScan>& scan);

/// Returns whether the text of step() shows a step further than to a neighbour, such as `step_t(i - 2, j, 0u)`.
bool shows_far_steps(const SourceText& text, std::size_t indices);

}  // namespace vkalgo::dp
