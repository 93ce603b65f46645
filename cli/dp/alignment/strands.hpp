#pragma once

#include "algorithms/dp/recurrence.hpp"
#include "algorithms/dp/solve.hpp"
#include "cli/dp/alignment/scoring.hpp"
#include "engine/result.hpp"

#include <functional>
#include <string_view>

namespace vkalgo::cli {

/// The better of two alignments, of x with y and with its reverse complement.
struct Strands {
    dp::Solution solution;
    /// it is the second one's, which is strictly better
    bool minus = false;
};

/// dp::solve(), or what is in its place, on devices and with options of its own.
using SolveTable = std::function<Result<dp::Solution>(const dp::Recurrence&, const dp::Instance&)>;

/// Solves both; `instance` is that of the better one afterwards. The times are the sums of both runs. Errors: those of
/// `solve` and of reverse_complement(), before anything is run.
Result<Strands> solve_strands(const SolveTable& solve, const dp::Recurrence& recurrence, dp::Instance& instance,
                              std::string_view alphabet);

}  // namespace vkalgo::cli
