#pragma once

#include "cli/batch/solver.hpp"
#include "cli/batch/task.hpp"
#include "engine/runner.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace vkalgo::cli {

/// A device of a batch, and the objects that its workers share. The workers use the device at the same time.
class BatchDevice {
public:
    /// `name` is the device's name in messages. `context` is null if BatchJob::solve solves and nothing is verified.
    /// `setup` and `context` must outlive the BatchDevice.
    BatchDevice(const BatchSetup& setup, std::string name, Context* context)
        : setup_(setup), name_(std::move(name)), context_(context) {}
    /// Opens the device. Errors: those of a Runner.
    Result<void> open();

    const std::string& name() const { return name_; }
    Context* context() const { return context_; }
    /// Returns BatchSolver::solve() of this device, or BatchJob::solve if that is given. Several threads may call it at
    /// once.
    const SolveBatch& solve() const { return solve_; }

    /// Record that a worker begins or ends a task.
    void begin_task();
    void end_task();
    /// Returns the time in which at least one worker had a task.
    double busy_milliseconds() const { return busy_milliseconds_; }

private:
    const BatchSetup& setup_;
    std::string name_;
    Context* context_;
    std::optional<Runner> runner_;
    /// This solver uses the runner.
    std::optional<dp::BatchSolver> solver_;
    SolveBatch solve_;
    std::mutex mutex_;
    int at_work_ = 0;
    std::chrono::steady_clock::time_point begin_;
    double busy_milliseconds_ = 0;
};

/// A worker that solves tasks on one device, one after another.
class Worker {
public:
    /// `setup` and `device` must outlive the Worker.
    Worker(const BatchSetup& setup, BatchDevice& device) : setup_(setup), device_(device) {}
    /// Opens the worker. Errors: those of a Runner.
    Result<void> open();

    /// Runs a task. Returns the block to format. For a task that only chooses, returns null, and the result is in
    /// `task.kept`. Errors: the message names the problem.
    Result<std::shared_ptr<SolvedBlock>> run(Task& task, std::stop_token cancel, std::function<void(double)> progress);

    const std::string& name() const { return device_.name(); }
    /// Returns what the worker did so far. The busy time is that of its device.
    DeviceShare share() const;

private:
    std::shared_ptr<SolvedBlock> block_of(const Task& task) const;
    Result<std::shared_ptr<SolvedBlock>> solve_kept(const Task& task, std::span<const KeptProblem> kept);
    Result<void> solve(SolvedBlock& block, bool with_solution, bool is_kept);

    const BatchSetup& setup_;
    BatchDevice& device_;
    std::optional<Solver> solver_;
    /// The runner that the verifier uses.
    std::optional<Runner> runner_;
    std::optional<BatchVerifier> verifier_;
    std::uint64_t tasks_ = 0, last_task_ = 0;
};

/// Makes a solved block of chosen problems, without their solutions.
std::shared_ptr<SolvedBlock> chosen_block(const BatchSetup& setup, const RowSet& rows, std::uint64_t first,
                                          std::span<const KeptProblem> kept);

}  // namespace vkalgo::cli
