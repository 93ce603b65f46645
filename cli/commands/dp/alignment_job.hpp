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

/// What `vkalgo dp` does more where a recurrence takes_scores(); nothing for others.
class AlignmentJob {
public:
    /// The options, if the recurrence takes scores.
    void declare(Options& options, const dp::RecurrenceHeader& header);
    bool given() const { return options_.given(); }
    /// --matrix, a file or the name of one that is built in
    const std::optional<std::string>& matrix() const { return options_.matrix(); }

    /// Makes the scores, unless a file has them (--input score=FILE), and hands them to the request, which must not
    /// outlive this. Errors: those of ScoringOptions; invalid_argument: options that do not go together.
    Result<void> take(const dp::Recurrence& recurrence, InstanceRequest& request);
    /// draft_instance(), with warnings of what the letters look like.
    Result<Draft> draft(const Session& session, const dp::Recurrence& recurrence, const InstanceRequest& request,
                        InputReader& reader) const;
    /// By `solve` or, with --reverse-complement, solve_strands(), which chooses the instance.
    Result<dp::Solution> solve(const SolveTable& solve, const dp::Recurrence& recurrence, dp::Instance& instance);
    /// run_batch(), each problem with its scores and the better strand where the recurrence takes scores. `job` is all
    /// but that.
    Result<Answer> run_batch(Session& session, const dp::Recurrence& recurrence, BatchJob& job);
    /// `reverse_strand`: the better strand is that of the reverse complement.
    ScoredLetters letters() const { return {scoring_ ? &*scoring_ : nullptr, reverse_strand_}; }

    void describe(Json& parameters) const;
    /// The options as on a command line.
    std::string text() const { return options_.text(); }

private:
    void warn(const Session& session) const;

    ScoringOptions options_;
    std::optional<Scoring> scoring_;
    bool reverse_strand_ = false;
};

}  // namespace vkalgo::cli
