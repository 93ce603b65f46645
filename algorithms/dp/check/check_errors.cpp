#include "algorithms/dp/check/check_errors.hpp"

#include "algorithms/dp/check/check_graph.hpp"

namespace vkalgo::dp {

std::string table_text(const RecurrenceHeader& header, TableSize size) {
    return " (seen on a table of " + size_text(header, size) + " cells)";
}

Error wrong_pattern_error(const RecurrenceHeader& header, const StageFunction& stage, const std::string& what) {
    return {ErrorCode::invalid_argument,
            "problem '" + header.problem + "' cannot run in " + stage_text(header, stage) + ": " + what, "pattern"};
}

Error broken_read_error(const CompiledRecurrence& recurrence, const StageFunction& stage, TableSize size,
                        const RecordedRead& read, const std::string& rule, const DependencyGraph& reads) {
    const RecurrenceHeader& header = recurrence.header;
    std::string fitting;
    if (!reads.cells().empty()) {
        const std::string cycle = cycle_text(header, reads, reads.cycle());
        if (!cycle.empty()) {
            return Error{ErrorCode::invalid_argument,
                         recurrence.file + ": " + cycle + "; no order of the cells computes such a cycle" +
                             table_text(header, size) + "; correct one of these reads",
                         "recurrence"};
        }
        fitting = fitting_patterns_text(header, size, reads);
    }
    const std::string who = read.function == InterpretedFunction::step ? "step" : "cell ";
    const std::string what = who + cell_text(read.from, header.index_count()) + " reads at" +
                             cell_text(read.to, header.index_count()) + ", " + rule + table_text(header, size) +
                             fitting;
    if (recurrence.built_in) {
        return wrong_pattern_error(header, stage, what);
    }
    return Error{ErrorCode::invalid_argument,
                 recurrence.file + ": " + what + "; correct the read" +
                     (is_there(header, size, read.to) ? ", or declare the class, reach and pattern that this read needs"
                      : header.base.empty() ? ", or declare a base for the cells that read no cell, as in '//! base "
                                              "first-row 1', and write base() for them"
                                            : ""),
                 "recurrence"};
}

Error broken_decision_error(const CompiledRecurrence& recurrence, TableSize size, const std::string& what) {
    return Error{ErrorCode::invalid_argument,
                 recurrence.file + ": " + what + table_text(recurrence.header, size) + "; correct step() or that line",
                 "recurrence"};
}

}  // namespace vkalgo::dp
