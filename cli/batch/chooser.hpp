#pragma once

#include "cli/batch/batch.hpp"
#include "cli/batch/solved.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace vkalgo::cli {

/// A problem that is told: rows of the files, and what was found.
struct KeptProblem {
    std::uint32_t x = 0, y = 0;
    dp::Number answer;
    dp::CellPlace cell;
    /// of y's reverse complement
    bool reverse_strand = false;
};

/// Returns whether an answer is better than another one of its type. Any number is better than NaN, and NaN is better
/// than no answer.
bool is_better(const std::optional<dp::Number>& answer, const std::optional<dp::Number>& other, Best best);

/// Chooses by --at-most, --at-least and --top.
class PairChooser {
public:
    PairChooser(const BatchRequest& request, Best best) : request_(request), best_(best) {}

    /// Takes the answers of a block; those that are infeasible or unbounded are never kept.
    void look(const SolvedBlock& block);
    /// The same of those that another one kept.
    void add(const std::vector<KeptProblem>& kept);
    /// Those that are kept, of the rows looked at since the last call: by rows of x, and within by rank with --top,
    /// else by rows of y.
    std::vector<KeptProblem> take();

private:
    void prune(std::vector<KeptProblem>& row) const;
    void prune_all();

    const BatchRequest& request_;
    Best best_;
    std::map<std::uint32_t, std::vector<KeptProblem>> rows_;
};

}  // namespace vkalgo::cli
