#pragma once

#include "../algorithms/dp/recurrence/header.hpp"

#include <string>
#include <string_view>

/// Renames calls in a user's text that a template answers in its own way. Line numbers do not change.
namespace vkalgo::compiler {

/// Renames the reads of cells and inputs in term(). The new names are those of the variables in which a template holds
/// these values (term_accessors).
std::string with_terms_at_hand(const dp::RecurrenceHeader& header, std::string_view plain);

/// Renames the word of cell() that reads the table of `header.profile` to `vkalgo_profiled`.
std::string with_profile(const dp::RecurrenceHeader& header, std::string_view plain);

/// Renames the reads of the previous row in the own column: `at(i - 1, j)` becomes `vkalgo_own_at(i - 1, j)`, with
/// other indices if the stages have another order. Both functions return the same value, but vkalgo_own_at() tries the
/// own column first.
std::string with_own_cells(const dp::RecurrenceHeader& header, std::string_view plain);

}  // namespace vkalgo::compiler
