#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace vkalgo::cli {

/// A bounded queue between threads. push() blocks while it is full.
template <class T>
class Channel {
public:
    explicit Channel(std::size_t most) : most_(most) {}

    /// Appends a value. Returns false and drops the value if the queue is closed.
    bool push(T thing) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return closed_ || things_.size() < most_; });
        if (closed_) {
            return false;
        }
        things_.push_back(std::move(thing));
        changed_.notify_all();
        return true;
    }

    /// Blocks until a value is there and returns it. Returns null if the queue is closed and empty.
    std::optional<T> pop() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return closed_ || !things_.empty(); });
        if (things_.empty()) {
            return std::nullopt;
        }
        std::optional<T> thing(std::move(things_.front()));
        things_.pop_front();
        changed_.notify_all();
        return thing;
    }

    /// Closes the queue. pop() still returns what is queued.
    void close() {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        changed_.notify_all();
    }

    /// Closes the queue and drops what is queued.
    void abandon() {
        std::deque<T> dropped;
        const std::lock_guard lock(mutex_);
        closed_ = true;
        dropped.swap(things_);
        changed_.notify_all();
    }

private:
    std::size_t most_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<T> things_;
    bool closed_ = false;
};

}  // namespace vkalgo::cli
