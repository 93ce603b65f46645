#pragma once

#include "cli/answer.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/job.hpp"

#include <optional>
#include <string>

namespace vkalgo::cli {

/// Which parts of a solution are printed, and how.
struct Shown {
    /// --quiet: the text has only values, without labels: the answer, and what --solution and --show ask for.
    bool brief = false;
    /// --repeat: the times of all runs.
    bool repeats = false;
    bool solution = false;
    /// Whether to print the table as text.
    bool show = false;
    /// The file of the table, and its layout there.
    std::optional<std::string> table;
    dp::Layout layout = dp::Layout::rows;
    /// The file of the solution.
    std::optional<std::string> output;
    /// How the letters of an alignment are printed.
    ScoredLetters letters = {};
    /// What the command line chose, for "parameters". The instance's parameters are added.
    Json parameters;
};

/// Returns the name of a pattern, or null for other stage functions.
Json pattern_json(const dp::StageFunction& stage);

/// Returns the answer of `vkalgo dp`: text, JSON, the files of table and solution, times and bytes. Errors: those of
/// show_solution().
Result<Answer> describe(const dp::Recurrence& recurrence, const InstanceRequest& request, const Shown& shown,
                        const dp::Instance& instance, const dp::Solution& solution);

}  // namespace vkalgo::cli
