#pragma once

#include "algorithms/alignment/scoring.hpp"
#include "cli/answer.hpp"
#include "cli/options.hpp"
#include "engine/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

/// The options of alignments on a command line.
namespace vkalgo::cli {

/// The options --match, --mismatch, --matrix and --reverse-complement.
class ScoringOptions {
public:
    void declare(Options& options, const std::string& problem);
    bool given() const { return match_ || mismatch_ || matrix_ || both_strands_; }
    /// Returns --reverse-complement.
    bool both_strands() const { return both_strands_; }
    /// Returns --matrix.
    const std::optional<std::string>& matrix() const { return matrix_; }
    /// Returns the scoring. Errors: invalid_argument: a matrix together with --match, scores out of range, a mismatch
    /// that scores as well as a match; those of read_score_matrix().
    Result<Scoring> scoring() const;
    /// Sets the gap costs that belong to the matrix, if no gap costs are given.
    void set_gap_costs(std::map<std::string, dp::Number, std::less<>>& params) const;
    void describe(Json& parameters) const;
    /// Returns the options as on a command line: " --matrix BLOSUM62".
    std::string text() const;

private:
    std::optional<std::int64_t> match_, mismatch_;
    std::optional<std::string> matrix_;
    bool both_strands_ = false;
};

/// Returns the error of a score that cannot be read. If the score has a fraction, the error says what to do.
Error score_error(const std::string& text, Error error);

}  // namespace vkalgo::cli
