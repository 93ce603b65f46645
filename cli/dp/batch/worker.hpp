#pragma once

#include "cli/dp/batch/solver.hpp"
#include "cli/dp/batch/task.hpp"
#include "engine/runner.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace vkalgo::cli {

/// Solves tasks on one device, one after another.
class Worker {
public:
    /// `name`: the device as messages call it. `solve` takes the place of the device in the tests. All outlive it.
    Worker(const BatchSetup& setup, std::string name, Context* context, SolveBatch solve);
    /// Errors: those of a Runner.
    Result<void> open();

    /// The block to tell; null for what was chosen only, which is in `task.kept` then. Errors: name the problem.
    Result<std::shared_ptr<SolvedBlock>> run(Task& task, std::stop_token cancel, std::function<void(double)> progress);

    const std::string& name() const { return name_; }
    /// What it did so far.
    DeviceShare share() const;

private:
    std::shared_ptr<SolvedBlock> block_of(const Task& task) const;
    Result<std::shared_ptr<SolvedBlock>> tell_kept(const Task& task, std::span<const KeptProblem> kept);
    Result<void> solve(SolvedBlock& block, bool with_solution);

    const BatchSetup& setup_;
    std::string name_;
    Context* context_;
    SolveBatch solve_;
    std::optional<Runner> runner_;
    std::optional<Solver> solver_;
    std::optional<BatchVerifier> verifier_;
    std::uint64_t tasks_ = 0, last_task_ = 0;
    double busy_milliseconds_ = 0;
};

/// Makes a solved block of problems that were chosen, without their solutions.
std::shared_ptr<SolvedBlock> chosen_block(const BatchSetup& setup, const RowSet& rows, std::uint64_t first,
                                          std::span<const KeptProblem> kept);

}  // namespace vkalgo::cli
