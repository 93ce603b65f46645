#pragma once

// Internal to the check: examines the values of a small table.

#include "../interpreter/interpreter.hpp"
#include "check.hpp"
#include "check_instances.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

/// Returns the `bound` of an instance, if there is one.
std::optional<std::int64_t> bound_of(const RecurrenceHeader& header, const Instance& instance);
/// Describes the first cell whose value exceeds the bound. Empty: no value exceeds it. INFEASIBLE and UNBOUNDED do not
/// count as values.
std::string beyond_bound(const RecurrenceHeader& header, const Small& small, Interpretation& filled);

/// Describes the wrong number of Interpretation::astray() and gives advice. `seen` says on which table it was seen.
std::string astray_text(const RecurrenceHeader& header, const Small& small, Interpretation& filled,
                        const std::string& seen);

/// The source of a table's answer. `is_number`: the answer is a number, and follows from cells that the file gives. If
/// it does not, `missing` describes a cell from which the answer follows and which neither the base nor a term gives. A
/// cell() that is INFEASIBLE and reads no cell may be intended, so answer_source() counts such a cell only if
/// `with_cells` is set.
struct AnswerSource {
    bool is_number = true;
    std::string missing;
};
AnswerSource answer_source(const RecurrenceHeader& header, const Small& small, Interpretation& filled, bool with_cells);

}  // namespace vkalgo::dp
