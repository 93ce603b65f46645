#pragma once

// Internal to the check: the errors of recurrences that break a rule.

#include "../recurrence/compiled.hpp"
#include "check_rules.hpp"
#include "graph.hpp"

#include <string>

namespace vkalgo::dp {

/// Returns " (seen on a table of 5 x 8 cells)".
std::string table_text(const RecurrenceHeader& header, TableSize size);

/// Returns the error of a built-in problem that breaks a rule. In its own pattern it breaks none, so the error says
/// that it cannot run in the order of `stage`, which the caller chose.
Error wrong_pattern_error(const RecurrenceHeader& header, const StageFunction& stage, const std::string& what);

/// Returns the error of a read that breaks `rule`. `reads`: all reads of the table, which are needed if cell() reads a
/// cell that is not computed earlier; a graph without cells if these reads are not needed or not known.
Error broken_read_error(const CompiledRecurrence& recurrence, const StageFunction& stage, TableSize size,
                        const RecordedRead& read, const std::string& rule, const DependencyGraph& reads);

/// Returns the error of a step() that does not go where the line `decisions` says. `what` is the text of
/// broken_decision().
Error broken_decision_error(const CompiledRecurrence& recurrence, TableSize size, const std::string& what);

}  // namespace vkalgo::dp
