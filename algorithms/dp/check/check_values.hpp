#pragma once

// Internal to the check: what the values of a small table say.

#include "../interpreter/interpreter.hpp"
#include "check.hpp"
#include "check_instances.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace vkalgo::dp {

/// The `bound` of an instance, if there is one.
std::optional<std::int64_t> bound_of(const RecurrenceHeader& header, const Instance& instance);
/// The first cell whose value is beyond the bound, in words; empty if there is none. What stands for INFEASIBLE or
/// UNBOUNDED is not beyond it.
std::string beyond_bound(const RecurrenceHeader& header, const Small& small, Interpretation& filled);

/// What a number that is astray (Interpretation::astray) is, and what to do; `seen` says where.
std::string astray_text(const RecurrenceHeader& header, const Small& small, Interpretation& filled,
                        const std::string& seen);

/// Whether a table's answer is a number that follows from cells that the file gives. If not, a cell that the answer
/// follows from and that neither base nor a term gives, in words; of a cell() that is INFEASIBLE and reads no cell, as
/// nobody knows whether it should be, only `with_cells`.
struct AnswerSource {
    bool is_number = true;
    std::string missing;
};
AnswerSource answer_source(const RecurrenceHeader& header, const Small& small, Interpretation& filled, bool with_cells);

}  // namespace vkalgo::dp
