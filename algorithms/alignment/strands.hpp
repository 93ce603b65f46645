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

// Aligns x with y and with the reverse complement of y, and returns the better alignment. This is the alignment with
// the reverse complement if its score is greater, else the alignment with y.
namespace vkalgo {

/// The better of two alignments.
struct Strands {
    dp::Solution solution;
    /// True if the reverse complement's alignment is strictly better.
    bool reverse_strand = false;
};

/// A function that calls dp::solve() with devices and options of its own, or a replacement of dp::solve().
using SolveTable = std::function<Result<dp::Solution>(const dp::Recurrence&, const dp::Instance&)>;

/// Aligns x with y, then x with the reverse complement of y. Afterwards the input y of `instance` is y or its reverse
/// complement, whichever aligns better. The times are the sums of both runs. Errors: those of `solve`; those of
/// reverse_complement(), before anything is run.
Result<Strands> solve_strands(const SolveTable& solve, const dp::Recurrence& recurrence, dp::Instance& instance,
                              std::string_view alphabet);

/// A function that solves a batch with or without tracebacks: dp::solve_batch() or a replacement.
using SolvePairs = std::function<Result<dp::BatchSolution>(const dp::Batch& batch, bool tracebacks)>;

/// Aligns x with y, and x with the reverse complement of y, for each pair of a batch. `reverse` holds the reverse
/// complements of all arrays of the batch's y. Afterwards `reverse_strand` holds 1 for each pair whose reverse strand
/// is better, and 0 for the others. If `reverse_strand` is not empty at the call, it holds the result of an earlier
/// comparison, which is then not repeated. Tracebacks are computed for the better strands only. Errors: those of
/// `solve`.
Result<dp::BatchSolution> solve_strands(const SolvePairs& solve, dp::Batch batch, dp::BatchInput reverse,
                                        bool tracebacks, std::vector<std::uint8_t>& reverse_strand);

/// Adds the times of another run. The device bytes become the larger of both numbers.
void add_times(CallReport& call, const CallReport& more);

}  // namespace vkalgo
