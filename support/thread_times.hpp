#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>

namespace vkalgo {

/// The times of all threads of one kind. A comparison of the kinds shows for which threads a run waits.
struct ThreadTime {
    std::size_t threads = 0;
    /// Time on a processor and time off it, summed over all threads.
    double busy_milliseconds = 0, waiting_milliseconds = 0;
    void add(const ThreadTime& other);
};

/// The sum of the times of threads. A Scope adds its time when it is destroyed. Thread-safe.
class ThreadTimes {
public:
    ThreadTime sum() const;

    /// A measurement of a thread's work, or of a part of it, from construction to destruction. Counts as one thread.
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
