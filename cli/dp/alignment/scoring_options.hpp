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
    /// Returns the scoring. Errors: invalid_argument: --matrix together with --match or --mismatch, scores out of
    /// range, a mismatch that does not score less than a match; those of read_score_matrix().
    Result<Scoring> scoring() const;
    /// With --matrix, sets `open` and `extend` to the default costs for matrices, each only if `params` does not have
    /// it. Without --matrix, does nothing.
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
