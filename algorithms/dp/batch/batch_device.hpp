#pragma once

// Internal to batches: the device of a BatchSolver, whose calls come from several threads.
#include "batch_run.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <utility>

namespace vkalgo::dp {

/// One device that several threads share. Threads that wait for a chunk let other threads send theirs meanwhile.
class BatchDevice {
public:
    explicit BatchDevice(Runner& runner) : runner_(&runner), run_(runner) {}
    BatchDevice(const BatchDevice&) = delete;
    BatchDevice& operator=(const BatchDevice&) = delete;
    ~BatchDevice() { run_.release(); }

    Context& context() { return runner_->context(); }
    double warm_up_milliseconds() const { return runner_->warm_up_milliseconds(); }

    /// Count the threads that are in solve().
    void enter() { ++users_; }
    void leave() { --users_; }

    /// Begins a chunk and adds the host's time to `milliseconds`. Errors: those of BatchRun::begin().
    Result<void> begin(const BatchWork& work, const std::shared_ptr<BatchChunk>& chunk, double& milliseconds) {
        std::unique_lock lock(mutex_);
        look_until(lock, [&] { return run_.has_room(); });
        const double before = run_.upload_milliseconds();
        auto begun = run_.begin(work, chunk);
        milliseconds += run_.upload_milliseconds() - before;
        return begun;
    }

    /// Waits until the chunk is done.
    void finish(const BatchChunk& chunk) {
        std::unique_lock lock(mutex_);
        look_until(lock, [&] { return run_.look(chunk); });
        run_.finish(chunk);
    }
    bool is_done(const BatchChunk& chunk) {
        const std::lock_guard lock(mutex_);
        return chunk.done;
    }

    void give_back(Buffer results) {
        const std::lock_guard lock(mutex_);
        run_.give_back(std::move(results));
    }
    void release() {
        const std::lock_guard lock(mutex_);
        run_.release();
    }
    std::uint64_t device_bytes() const {
        const std::lock_guard lock(mutex_);
        return run_.device_bytes();
    }

    /// Solves problem p by the methods of single problems, and writes what came of it into the solution. One thread at a
    /// time. Errors: those of solve(), with the problem.
    Result<void> solve_alone(const Recurrence& recurrence, const Batch& batch, const BatchOptions& options,
                             std::size_t p, BatchSolution& solution);

    /// Held exclusively by timed runs.
    std::shared_mutex timed;

private:
    /// Polls until ready() holds, so that other threads can send meanwhile. Returns at once if there is only one
    /// thread, which then blocks on the device, and after the runner's timeout: the device's own wait then reports that
    /// it hangs.
    template <class Ready>
    void look_until(std::unique_lock<std::mutex>& lock, const Ready& ready) const {
        const auto start = std::chrono::steady_clock::now();
        const auto most = std::chrono::nanoseconds(RunOptions{}.timeout_nanoseconds);
        while (users_ > 1 && !ready() && std::chrono::steady_clock::now() - start < most) {
            lock.unlock();
            std::this_thread::sleep_for(std::chrono::microseconds(20));
            lock.lock();
        }
    }

    Runner* runner_;
    mutable std::mutex mutex_;
    std::atomic<int> users_{0};
    BatchRun run_;
};

}  // namespace vkalgo::dp
