#include "cli/batch/task_queue.hpp"

#include <utility>

namespace vkalgo::cli {

Result<void> TaskQueue::submit(std::shared_ptr<Task> task) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || waiting_.size() < most_waiting_; });
    if (failure_) {
        return *failure_;
    }
    open_.insert(task->number);
    waiting_.push_back(std::move(task));
    changed_.notify_all();
    return {};
}

Result<void> TaskQueue::wait(const Task& task) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || !open_.contains(task.number); });
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

Result<void> TaskQueue::finish() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return failure_ || all_done(); });
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

std::shared_ptr<Task> TaskQueue::take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || closed_ || !waiting_.empty(); });
    if (failure_ || waiting_.empty()) {
        return nullptr;
    }
    auto task = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
    return task;
}

std::shared_ptr<Task> TaskQueue::try_take() {
    const std::lock_guard lock(mutex_);
    if (failure_ || waiting_.empty()) {
        return nullptr;
    }
    auto task = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
    return task;
}

void TaskQueue::done(const Task& task) {
    const std::lock_guard lock(mutex_);
    open_.erase(task.number);
    changed_.notify_all();
}

bool TaskQueue::is_done(const Task& task) const {
    const std::lock_guard lock(mutex_);
    return !open_.contains(task.number);
}

void TaskQueue::fail(Error error) {
    {
        const std::lock_guard lock(mutex_);
        if (failure_) {
            return;
        }
        failure_ = std::move(error);
        changed_.notify_all();
    }
    stop_.request_stop();
}

Result<void> TaskQueue::check() const {
    const std::lock_guard lock(mutex_);
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

bool TaskQueue::is_over() const {
    const std::lock_guard lock(mutex_);
    return failure_ || (closed_ && all_done());
}

}  // namespace vkalgo::cli
