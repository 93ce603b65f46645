#pragma once

// Internal to batches: the device of a BatchSolver. Calls of the solver may come from several threads.
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

/// One device that several threads share. While a thread waits for a chunk, other threads can send their chunks.
class BatchDevice {
public:
    explicit BatchDevice(Runner& runner) : runner_(&runner), run_(runner) {}
    BatchDevice(const BatchDevice&) = delete;
    BatchDevice& operator=(const BatchDevice&) = delete;
    ~BatchDevice() { run_.release(); }

    Context& context() { return runner_->context(); }
    double warm_up_milliseconds() const { return runner_->warm_up_milliseconds(); }

    /// enter() and leave() count the calls that use the device: one per thread that is in solve(), and a second one
    /// while the thread's fallback solves problems.
    void enter() { ++users_; }
    void leave() { --users_; }

    /// Begins a chunk and adds the time that the host spends on sending it to `milliseconds`. Errors: those of
    /// BatchRun::begin().
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

    /// Solves problem p by the methods of single problems, and writes its results into the solution. Only one thread at
    /// a time does this; the others wait. Errors: those of solve(), with the problem named.
    Result<void> solve_alone(const Recurrence& recurrence, const Batch& batch, const BatchOptions& options,
                             std::size_t p, BatchSolution& solution);

    /// Timed calls lock this mutex exclusively. Other calls share it.
    std::shared_mutex timed;

private:
    /// Polls until ready() is true. Unlocks the mutex between two polls, so that other threads can send meanwhile. If
    /// there is only one call, returns at once, since its thread may block on the device. Also returns after the
    /// runner's timeout; the wait for the device that follows then reports that the device hangs.
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
