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

/// Where tasks wait for whoever is free. The first failure of anybody ends it for all.
class TaskQueue {
public:
    /// So many may wait to be taken.
    explicit TaskQueue(std::size_t most_waiting) : most_waiting_(most_waiting) {}

    /// Waits while enough are there. Errors: the failure.
    Result<void> submit(std::shared_ptr<Task> task);
    /// Waits until the task is done. Errors: the failure.
    Result<void> wait(const Task& task);
    /// No more come. Waits until all are done. Errors: the failure.
    Result<void> finish();

    /// The next one, once there is one; null: there will be none.
    std::shared_ptr<Task> take();
    /// The next one; null: there is none now.
    std::shared_ptr<Task> try_take();
    void done(const Task& task);
    bool is_done(const Task& task) const;

    /// Keeps the first one.
    void fail(Error error);
    /// Errors: the failure.
    Result<void> check() const;
    /// All are done and no more come, or there is a failure.
    bool is_over() const;
    /// For work under way: requested at a failure.
    std::stop_token stop_token() const { return stop_.get_token(); }

private:
    bool all_done() const { return waiting_.empty() && open_.empty(); }

    const std::size_t most_waiting_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::shared_ptr<Task>> waiting_;
    /// numbers of those that are not done
    std::set<std::uint64_t> open_;
    std::optional<Error> failure_;
    bool closed_ = false;
    std::stop_source stop_;
};

}  // namespace vkalgo::cli
