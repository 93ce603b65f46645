#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

namespace vkalgo {

/// What the threads of one kind took: to see which kind a run waits for.
struct ThreadTime {
    std::size_t threads = 0;
    /// on a processor, and not: of all threads together
    double busy_milliseconds = 0, waiting_milliseconds = 0;
    void add(const ThreadTime& other);
};

/// Adds threads up as they end. Thread-safe.
class ThreadTimes {
public:
    ThreadTime sum() const;

    /// The life of a thread, or what one does of a kind.
    class Scope {
    public:
        explicit Scope(ThreadTimes& times);
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope();

    private:
        ThreadTimes& times_;
        std::chrono::steady_clock::time_point begin_;
        double busy_before_;
    };

private:
    mutable std::mutex mutex_;
    ThreadTime sum_;
};

}  // namespace vkalgo
