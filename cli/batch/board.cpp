#include "cli/batch/board.hpp"

#include <utility>

namespace vkalgo::cli {

Result<void> TaskBoard::submit(std::shared_ptr<Task> task) {
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

Result<void> TaskBoard::wait(const Task& task) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return failure_ || !open_.contains(task.number); });
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

Result<void> TaskBoard::finish() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return failure_ || all_done(); });
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

std::shared_ptr<Task> TaskBoard::take() {
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

std::shared_ptr<Task> TaskBoard::try_take() {
    const std::lock_guard lock(mutex_);
    if (failure_ || waiting_.empty()) {
        return nullptr;
    }
    auto task = std::move(waiting_.front());
    waiting_.pop_front();
    changed_.notify_all();
    return task;
}

void TaskBoard::done(const Task& task) {
    const std::lock_guard lock(mutex_);
    open_.erase(task.number);
    changed_.notify_all();
}

bool TaskBoard::is_done(const Task& task) const {
    const std::lock_guard lock(mutex_);
    return !open_.contains(task.number);
}

void TaskBoard::fail(Error error) {
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

Result<void> TaskBoard::check() const {
    const std::lock_guard lock(mutex_);
    return failure_ ? Result<void>(*failure_) : Result<void>();
}

bool TaskBoard::is_over() const {
    const std::lock_guard lock(mutex_);
    return failure_ || (closed_ && all_done());
}

}  // namespace vkalgo::cli
