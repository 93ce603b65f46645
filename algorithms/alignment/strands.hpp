#pragma once

#include "../../engine/call.hpp"
#include "../../engine/result.hpp"
#include "../dp/batch.hpp"
#include "../dp/recurrence.hpp"
#include "../dp/solve.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

// Alignments of x with y and with the reverse complement of y, of which the better one counts: y unless the other
// one's score is greater.
namespace vkalgo {

/// The better of two alignments.
struct Strands {
    dp::Solution solution;
    /// it is the second one's, which is strictly better
    bool reverse_strand = false;
};

/// dp::solve(), or what is in its place, on devices and with options of its own.
using SolveTable = std::function<Result<dp::Solution>(const dp::Recurrence&, const dp::Instance&)>;

/// Solves both; `instance` is that of the better one afterwards. The times are the sums of both runs. Errors: those of
/// `solve` and of reverse_complement(), before anything is run.
Result<Strands> solve_strands(const SolveTable& solve, const dp::Recurrence& recurrence, dp::Instance& instance,
                              std::string_view alphabet);

/// Solves a batch with tracebacks or without: dp::solve_batch(), or what is in its place.
using SolvePairs = std::function<Result<dp::BatchSolution>(const dp::Batch& batch, bool tracebacks)>;

/// The same of many pairs. `reverse`: the reverse complements of the arrays of the batch's y, as many. `reverse_strand`
/// says afterwards of each pair whether the other strand is the better one; where it says so before, nothing is
/// compared. Tracebacks are found of the better strands alone. Errors: those of `solve`.
Result<dp::BatchSolution> solve_strands(const SolvePairs& solve, dp::Batch batch, dp::BatchInput reverse,
                                        bool tracebacks, std::vector<std::uint8_t>& reverse_strand);

/// Adds what another run took; of device bytes the greater number counts.
void add_times(CallReport& call, const CallReport& more);

}  // namespace vkalgo
