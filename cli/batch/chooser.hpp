#pragma once

#include "cli/batch/batch.hpp"
#include "cli/batch/solved.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace vkalgo::cli {

/// A problem that was kept, and its result. `x` is the index of its row in Task::rows, `y` the index of its row in the
/// second file of pairs. Without pairs, `y` is `x`.
struct KeptProblem {
    std::uint32_t x = 0, y = 0;
    dp::Number answer;
    dp::CellIndices cell;
    /// Whether the result is that of y's reverse complement.
    bool reverse_strand = false;
};

/// Returns whether an answer is better than another one of its type. Any number is better than NaN, and NaN is better
/// than no answer.
bool is_better(const std::optional<dp::Number>& answer, const std::optional<dp::Number>& other, Best best);

/// A filter of problems by --at-most, --at-least and --top.
class PairChooser {
public:
    PairChooser(const BatchRequest& request, Best best) : request_(request), best_(best) {}

    /// Keeps the problems of a solved block whose answers are within --at-most and --at-least; with --top, only the
    /// best of each row of x. Infeasible and unbounded answers are never kept.
    void look(const SolvedBlock& block);
    /// Takes problems that another chooser kept.
    void add(const std::vector<KeptProblem>& kept);
    /// Returns the problems kept since the last call, and forgets them. They are in the order of the rows of x. Within
    /// a row of x they are in the order of their ranks with --top, else in the order of the rows of y.
    std::vector<KeptProblem> take();

private:
    void prune(std::vector<KeptProblem>& row) const;
    void prune_all();

    const BatchRequest& request_;
    Best best_;
    std::map<std::uint32_t, std::vector<KeptProblem>> rows_;
};

}  // namespace vkalgo::cli
