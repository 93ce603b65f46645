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

/// Which cells a cell reads, as offsets from its own: of index d they lie in least[d] .. most[d].
struct Reach {
    /// beyond every table: no limit is known
    static constexpr std::int64_t kFar = std::int64_t{1} << 40;
    std::array<std::int64_t, kMaxIndices> least, most;

    /// Without limits.
    static Reach anywhere();
    /// Distance 1 at most in every index.
    static Reach neighbours();
    /// What both allow.
    Reach narrowed_by(const Reach& other) const;
    /// Whether a read at that offset lies in it.
    bool contains(Cell offset) const;
    /// Whether no index is further away than `distance`.
    bool within(std::int64_t distance) const;
    /// Stages between a cell and the earliest one that it reads, at most; none: no limit is known.
    std::optional<std::int64_t> stages_back(const StageFunction& stage) const;
    /// "-1 .. 0, any": by index, of as many as a table has.
    std::string text(std::size_t indices) const;
};

/// What methods ask of a recurrence: declared by its class, read from its text, or both.
struct Properties {
    Reach reach = Reach::anywhere();
    /// every read lies in the cell's own row or in its own column
    bool own_row_or_column = false;

    /// What both say.
    Properties narrowed_by(const Properties& other) const;
};

/// What a class promises, in the order of these stages. (That a `chain` has one row or column depends on the instance.)
Properties properties_of(RecurrenceClass of, const StageFunction& stage);

/// The narrowest class whose promise these properties keep.
RecurrenceClass class_of(const Properties& properties, const StageFunction& stage);

/// What the text of cell(), term(), step(), and under `scan` of fresh() and along() shows: reads such as
/// `at(i - 1, j)`, whose indices are a parameter and a number, and the cell to the left that `scan` reads. Other
/// indices, and parameters that the text changes, have no limit; neither has anything if at() is called elsewhere.
Properties properties_of(const SourceText& text, std::size_t indices, const std::optional<RowScan>& scan);

/// Does the text of step() show a step further than to a neighbour, such as `step_t(i - 2, j, 0u)`?
bool shows_far_steps(const SourceText& text, std::size_t indices);

}  // namespace vkalgo::dp
