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
/// Describes the first cell whose value exceeds the bound; empty if no value does. A value that stands for INFEASIBLE
/// or UNBOUNDED does not exceed it.
std::string beyond_bound(const RecurrenceHeader& header, const Small& small, Interpretation& filled);

/// Describes a number that is astray (Interpretation::astray) and what to do about it; `seen` says where.
std::string astray_text(const RecurrenceHeader& header, const Small& small, Interpretation& filled,
                        const std::string& seen);

/// Whether a table's answer is a number that follows from cells that the file gives. If not, `missing` describes a cell
/// that the answer follows from and that neither base nor a term gives. A cell() that is INFEASIBLE and reads no cell
/// counts only `with_cells`, because it may be meant.
struct AnswerSource {
    bool is_number = true;
    std::string missing;
};
AnswerSource answer_source(const RecurrenceHeader& header, const Small& small, Interpretation& filled, bool with_cells);

}  // namespace vkalgo::dp
