#pragma once

// Internal to the check.

#include "../interpreter/interpreter.hpp"
#include "check.hpp"

#include <array>
#include <set>
#include <string>
#include <utility>

namespace vkalgo::dp {

/// A read: cell (i, j) asked for at(a, b).
struct RecordedRead {
    Cell from, to;
    InterpretedFunction function = InterpretedFunction::cell;
};

/// Does the cell read exist?
bool is_there(const RecurrenceHeader& header, TableSize size, Cell cell);

/// Does the order of the stages compute cell `to` before cell `from`?
bool is_earlier(const RecurrenceHeader& header, const StageFunction& stage, Cell to, Cell from);

/// Why a read breaks the declared class, reach, pattern, domain or table; empty if it does not. A step() may also read
/// its own cell.
std::string broken_rule(const RecurrenceHeader& header, const StageFunction& stage, const Shape& shape,
                        const RecordedRead& read);

/// How step() of a cell goes another way than `decisions` says; empty if it does not. Errors: as
/// Interpretation::step().
Result<std::string> broken_decision(const RecurrenceHeader& header, Interpretation& filled, Cell cell);

/// What all reads of cells seen so far fit.
class Findings {
public:
    explicit Findings(const RecurrenceHeader& header);
    /// A read that breaks no rule, on a table of that size.
    void add(const StageFunction& stage, TableSize size, const RecordedRead& read);
    void report(CheckReport& report) const;

private:
    static constexpr std::size_t kMaxOffsets = 64;
    using Offset = std::array<std::int64_t, kMaxIndices>;
    const RecurrenceHeader& header_;
    std::set<Offset> offsets_;
    /// what a read fits follows from its offset alone, and whether the table is one row or column
    std::set<std::pair<Offset, bool>> seen_;
    std::array<bool, kClassNames.size()> classes_{};
    std::array<bool, kPatternNames.size()> patterns_{};
};

}  // namespace vkalgo::dp
