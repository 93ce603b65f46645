#pragma once

#include "cli/batch/task.hpp"
#include "engine/result.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>

namespace vkalgo::cli {

/// A queue from which idle workers take tasks. The first error that fail() gets is the queue's failure. This failure
/// stops all workers.
class TaskQueue {
public:
    /// At most `most_waiting` tasks wait to be taken.
    explicit TaskQueue(std::size_t most_waiting) : most_waiting_(most_waiting) {}

    /// Queues a task. Blocks while the queue is full. Errors: the failure.
    Result<void> submit(std::shared_ptr<Task> task);
    /// Blocks until the task is done. Errors: the failure.
    Result<void> wait(const Task& task);
    /// Closes the queue and blocks until all tasks are done. Errors: the failure.
    Result<void> finish();

    /// Blocks until a task is ready, and returns it. Returns null after a failure, or if finish() was called and no
    /// task is left.
    std::shared_ptr<Task> take();
    /// Returns the next task; null if none is ready, or after a failure.
    std::shared_ptr<Task> try_take();
    void done(const Task& task);
    bool is_done(const Task& task) const;

    /// Stops the queue. Keeps the first error.
    void fail(Error error);
    /// Returns the failure, if any.
    Result<void> check() const;
    /// Returns whether the queue is closed and all tasks are done, or there is a failure.
    bool is_over() const;
    /// Returns the stop token of running tasks. A failure requests the stop.
    std::stop_token stop_token() const { return stop_.get_token(); }

private:
    bool all_done() const { return waiting_.empty() && open_.empty(); }

    const std::size_t most_waiting_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Task>> waiting_;
    /// The numbers of tasks that are not done.
    std::set<std::uint64_t> open_;
    std::optional<Error> failure_;
    bool closed_ = false;
    std::stop_source stop_;
};

}  // namespace vkalgo::cli
