#pragma once

// Internal to the check.

#include "../interpreter/interpreter.hpp"
#include "check.hpp"

#include <array>
#include <set>
#include <string>
#include <utility>

namespace vkalgo::dp {

/// A read: `function` of cell `from` calls at() for cell `to`.
struct RecordedRead {
    Cell from, to;
    InterpretedFunction function = InterpretedFunction::cell;
};

/// Returns whether the cell lies in the table and in the domain.
bool is_there(const RecurrenceHeader& header, TableSize size, Cell cell);

/// Returns whether the order of the stages computes cell `to` before cell `from`.
bool is_earlier(const RecurrenceHeader& header, const StageFunction& stage, Cell to, Cell from);

/// Returns the rule that a read breaks: the declared class, reach, pattern, domain or table. Empty: the read breaks no
/// rule. A step() may also read its own cell.
std::string broken_rule(const RecurrenceHeader& header, const StageFunction& stage, const Shape& shape,
                        const RecordedRead& read);

/// Describes how step() of a cell differs from what the line `decisions` says. Empty: it does not differ. Errors: those
/// of Interpretation::step() and decision_distance().
Result<std::string> broken_decision(const RecurrenceHeader& header, Interpretation& filled, Cell cell);

/// The classes and patterns that fit all reads added so far, and the offsets of these reads.
class Findings {
public:
    explicit Findings(const RecurrenceHeader& header);
    /// Adds a read of a table of that size. Both of its cells must lie in the table and in the domain.
    void add(const StageFunction& stage, TableSize size, const RecordedRead& read);
    void report(CheckReport& report) const;

private:
    static constexpr std::size_t kMaxOffsets = 64;
    using Offset = std::array<std::int64_t, kMaxIndices>;
    const RecurrenceHeader& header_;
    std::set<Offset> offsets_;
    /// Pairs of an offset that was seen and whether the table was one row or column. They determine the classes and
    /// patterns that a read fits.
    std::set<std::pair<Offset, bool>> seen_;
    std::array<bool, kClassNames.size()> classes_{};
    std::array<bool, kPatternNames.size()> patterns_{};
};

}  // namespace vkalgo::dp
