#pragma once

#include "cli/batch/batch.hpp"
#include "cli/batch/solved.hpp"
#include "cli/dp/verify.hpp"

#include <memory>
#include <vector>

namespace vkalgo::cli {

/// A solver of the blocks of one worker. It sums the times of the blocks.
class Solver {
public:
    /// `common` has the inputs that all problems share. All arguments must outlive the Solver.
    Solver(const BatchJob& job, const OutputFormat& output_format,
           const std::map<std::string, dp::InputArray, std::less<>>& common, const SolveBatch& solve);

    /// Adds the inputs of rows [first, first + count) of file `file` to the block's batch, as views. copy_chosen() adds
    /// copies of the rows that `block.chosen` names.
    void look_at(SolvedBlock& block, std::size_t file, std::size_t first, std::size_t count) const;
    void copy_chosen(SolvedBlock& block, std::size_t file) const;
    /// Solves a block whose inputs from files are set. Adds the inputs that all problems share. Errors: the message
    /// names the problem.
    Result<void> solve(SolvedBlock& block, bool with_solution);

    /// The options that every call starts from: method, memory limit, cancellation, progress.
    dp::BatchOptions options;
    /// The number of timed runs; 0: none.
    std::uint64_t repeat = 0;

    /// Sums of times, cells and problems over all blocks, and the largest numbers of bytes that a block needed. Method,
    /// plan and spans are those of the last block.
    std::vector<double> gpu_milliseconds;
    CallReport call;
    std::string method, plan_summary;
    double table_cells = 0;
    std::uint64_t problems = 0;

private:
    Result<void> solve_once(SolvedBlock& block, bool with_solution);
    Result<void> time_again(const SolvedBlock& block, const dp::BatchOptions& asked);
    Error named(Error error, const SolvedBlock& block) const;

    const BatchJob& job_;
    const OutputFormat& output_format_;
    const Scoring* scoring_;
    const std::map<std::string, dp::InputArray, std::less<>>& common_;
    std::map<std::string, std::vector<std::uint64_t>, std::less<>> common_offsets_;
    const SolveBatch& solve_;
};

/// A verifier for --verify. It compares problems of each block with the interpreter, as far as a time limit allows.
class BatchVerifier {
public:
    /// The number of problems of a block that are compared, and the most cells of a compared problem: some 20 s.
    static constexpr std::uint64_t kSample = 32;
    static constexpr double kMaxCells = 2e8;

    BatchVerifier(const dp::Recurrence& recurrence, Runner& runner) : recurrence_(recurrence), runner_(runner) {}

    /// Compares a sample of the block. `is_kept`: the problems of the block were chosen from blocks that were compared
    /// before, and are solved once more for their solutions. Errors: those of the interpreter.
    Result<void> look(const OutputFormat& output_format, const SolvedBlock& block, bool with_solution, bool is_kept,
                      const std::stop_token& cancel);
    /// Returns the number of problems that were compared; those of kept blocks are not counted.
    std::uint64_t compared() const { return compared_; }
    /// Return the number of problems of kept blocks, and the number of these that were compared.
    std::uint64_t kept() const { return kept_; }
    std::uint64_t compared_kept() const { return compared_kept_; }
    /// Returns the first difference; empty if no problem differs. differs_at() returns the number of the problem that
    /// differs, from 0.
    const std::string& difference() const { return difference_; }
    std::uint64_t differs_at() const { return differs_at_; }

private:
    const dp::Recurrence& recurrence_;
    Runner& runner_;
    std::uint64_t compared_ = 0, kept_ = 0, compared_kept_ = 0, differs_at_ = 0;
    double seconds_ = 0;
    std::string difference_;
};

}  // namespace vkalgo::cli
