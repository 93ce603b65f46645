#pragma once

// Internal to the check: examines the values of a small table.

#include "../interpreter/interpreter.hpp"
#include "check.hpp"
#include "check_instances.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

/// Returns the `bound` of an instance; nullopt if none is declared, or if its expression fails.
std::optional<std::int64_t> bound_of(const RecurrenceHeader& header, const Instance& instance);
/// Describes the first cell whose value exceeds the bound. Empty: no value exceeds it. INFEASIBLE and UNBOUNDED do not
/// count as values.
std::string beyond_bound(const RecurrenceHeader& header, const Small& small, Interpretation& filled);

/// Describes the wrong number that Interpretation::astray() returns, and says what to do about it. `seen` says on which
/// table the number was seen.
std::string astray_text(const RecurrenceHeader& header, const Small& small, Interpretation& filled,
                        const std::string& seen);

/// The source of a table's answer. `is_number`: the answer is not INFEASIBLE, and the answer cell is not a cell of a
/// `reduce` without base and term. If `is_number` is false, `missing` may describe a cell that has neither base nor
/// term and from which the answer follows. A cell() that is INFEASIBLE and reads no cell may be intended, so
/// answer_source() counts such a cell only if `with_cells` is set.
struct AnswerSource {
    bool is_number = true;
    std::string missing;
};
AnswerSource answer_source(const RecurrenceHeader& header, const Small& small, Interpretation& filled, bool with_cells);

}  // namespace vkalgo::dp
