#pragma once

#include "../algorithms/dp/recurrence/header.hpp"

#include <string>
#include <string_view>

/// A user's text with other names for calls that a template answers in its own way. Lines stay where they are.
namespace vkalgo::compiler {

/// The words of term() that read cells and inputs renamed to what reads them where a template has them at hand
/// (term_accessors).
std::string with_terms_at_hand(const dp::RecurrenceHeader& header, std::string_view plain);

/// The word of cell() that reads the table of `header.profile` renamed to `vkalgo_profiled`.
std::string with_profile(const dp::RecurrenceHeader& header, std::string_view plain);

/// `at(i - 1, j)` renamed to `vkalgo_own_at(i - 1, j)`, and so for other orders of stages: the words that read the own
/// column of the row before. What they read is the same: a template only looks there first.
std::string with_own_cells(const dp::RecurrenceHeader& header, std::string_view plain);

}  // namespace vkalgo::compiler
