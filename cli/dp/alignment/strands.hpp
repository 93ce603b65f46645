#pragma once

#include "algorithms/dp/recurrence.hpp"
#include "algorithms/dp/solve.hpp"
#include "cli/dp/alignment/scoring.hpp"
#include "engine/result.hpp"
#include "engine/runner.hpp"

namespace vkalgo::cli {

/// The better of two alignments, of x with y and with its reverse complement.
struct Strands {
    dp::Solution solution;
    /// it is the second one's, which is strictly better
    bool minus = false;
};

/// Solves both; `instance` is that of the better one afterwards. The times are the sums of both runs. Errors: those of
/// dp::solve() and of reverse_complement(), before anything is run.
Result<Strands> solve_strands(Runner& runner, const dp::Recurrence& recurrence, dp::Instance& instance,
                              std::string_view alphabet, const dp::SolveOptions& options);

}  // namespace vkalgo::cli
