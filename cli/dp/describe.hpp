#pragma once

#include "cli/answer.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/job.hpp"

#include <optional>
#include <string>

namespace vkalgo::cli {

/// What of a solution is wanted, and how.
struct Shown {
    /// --quiet: the bare answer
    bool brief = false;
    /// --repeat: the times of all runs
    bool repeats = false;
    bool solution = false;
    /// the table as text
    bool show = false;
    /// the file of the table, and how it lies there
    std::optional<std::string> table;
    dp::Layout layout = dp::Layout::rows;
    /// the file of the solution
    std::optional<std::string> output;
    /// of an alignment
    ScoredLetters letters = {};
    /// what the command line chose, for "parameters"; the instance's are added
    Json parameters;
};

/// The name of a pattern, or null for other stage functions.
Json pattern_json(const dp::StageFunction& stage);

/// The answer of `vkalgo dp`: text, JSON, the table's file, times and bytes. Errors: those of show_solution().
Result<Answer> describe(const dp::Recurrence& recurrence, const InstanceRequest& request, const Shown& shown,
                        const dp::Instance& instance, const dp::Solution& solution);

}  // namespace vkalgo::cli
