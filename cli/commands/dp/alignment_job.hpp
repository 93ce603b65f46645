#pragma once

#include "algorithms/alignment/strands.hpp"
#include "cli/batch/batch.hpp"
#include "cli/dp/alignment/letters.hpp"
#include "cli/dp/alignment/scoring_options.hpp"
#include "cli/dp/job.hpp"
#include "engine/result.hpp"

#include <optional>
#include <string>

namespace vkalgo::cli {

/// The part of `vkalgo dp` that only recurrences with takes_scores() need. For other recurrences, draft() only calls
/// draft_instance(), and solve() only calls its `solve`.
class AlignmentJob {
public:
    /// Declares the options, if the recurrence takes scores.
    void declare(Options& options, const dp::RecurrenceHeader& header);
    bool given() const { return options_.given(); }
    /// Returns --matrix: a file, or the name of a built-in matrix.
    const std::optional<std::string>& matrix() const { return options_.matrix(); }

    /// Makes the scores and sets them in the request, which must not outlive this object. If a file has the scores
    /// (--input score=FILE), makes none. Errors: those of ScoringOptions; invalid_argument: options that exclude each
    /// other.
    Result<void> take(const dp::Recurrence& recurrence, InstanceRequest& request);
    /// Calls draft_instance(), and prints warnings about the letters.
    Result<Draft> draft(const Session& session, const dp::Recurrence& recurrence, const InstanceRequest& request,
                        InputReader& reader) const;
    /// Solves by `solve`. With --reverse-complement, solves by solve_strands(), which leaves the better y in
    /// `instance`.
    Result<dp::Solution> solve(const SolveTable& solve, const dp::Recurrence& recurrence, dp::Instance& instance);
    /// Calls run_batch(). First adds what `job` lacks: the params for `job.parameters` and, if the recurrence takes
    /// scores, these and --reverse-complement.
    Result<Answer> run_batch(Session& session, const dp::Recurrence& recurrence, BatchJob& job);
    /// Returns how the letters are printed. `reverse_strand` is set if the alignment with the reverse complement is
    /// better.
    ScoredLetters letters() const {
        return {scoring_ ? &*scoring_ : nullptr, reverse_strand_, scoring_ && options_.both_strands()};
    }

    void describe(Json& parameters) const;
    /// Returns the options as on a command line.
    std::string text() const { return options_.text(); }

private:
    void warn(const Session& session) const;

    ScoringOptions options_;
    std::optional<Scoring> scoring_;
    bool reverse_strand_ = false;
};

}  // namespace vkalgo::cli
