#pragma once

#include "cli/batch/batch.hpp"
#include "cli/batch/solved.hpp"
#include "cli/dp/verify.hpp"

#include <memory>
#include <vector>

namespace vkalgo::cli {

/// Solves the blocks of a run, adds up what they took, and compares a sample of the problems.
class Solver {
public:
    /// `common`: inputs of all problems. All outlive it.
    Solver(const BatchJob& job, const OutputFormat& output_format,
           const std::map<std::string, dp::InputArray, std::less<>>& common, const SolveBatch& solve);

    /// Makes a batch of rows [first, first + count) of file `file`, or of those rows of it that `chosen` names.
    void look_at(SolvedBlock& block, std::size_t file, std::size_t first, std::size_t count) const;
    void copy_chosen(SolvedBlock& block, std::size_t file) const;
    /// The files' inputs are there already; adds the common ones, and solves. Errors: name the problem.
    Result<void> solve(SolvedBlock& block, bool with_solution);

    /// How options of every call begin: memory, cancellation, progress.
    dp::BatchOptions options;
    /// runs that are timed; 0: none
    std::uint64_t repeat = 0;

    /// Over all blocks.
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

/// --verify: some problems of each block against the interpreter, as many as a time allows.
class BatchVerifier {
public:
    BatchVerifier(const dp::Recurrence& recurrence, Runner& runner) : recurrence_(recurrence), runner_(runner) {}

    /// Errors: those of the interpreter.
    Result<void> look(const OutputFormat& output_format, const SolvedBlock& block, bool with_solution,
                      std::stop_token cancel);
    std::uint64_t compared() const { return compared_; }
    /// The first difference and the number of its problem; empty: none.
    const std::string& difference() const { return difference_; }
    std::uint64_t differs_at() const { return differs_at_; }

private:
    const dp::Recurrence& recurrence_;
    Runner& runner_;
    std::uint64_t compared_ = 0, differs_at_ = 0;
    double seconds_ = 0;
    std::string difference_;
};

}  // namespace vkalgo::cli
