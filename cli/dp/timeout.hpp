#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace vkalgo::cli {

/// Errors: invalid_argument: not a number of seconds that can be waited.
Result<void> check_timeout(double seconds);

/// Asks work to stop once its time is over, or when its user does.
class Timeout {
public:
    /// So many seconds from `begin` on; none: the user alone stops it.
    Timeout(std::optional<double> seconds, const std::stop_token& user,
            std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now());
    Timeout(const Timeout&) = delete;
    Timeout& operator=(const Timeout&) = delete;
    ~Timeout() = default;

    /// For the work to look at.
    std::stop_token token() const { return stop_.get_token(); }
    /// What the work ended with, or, if it was stopped since its time was over, an error that says so.
    Error error_of(Error error) const;

private:
    /// A callback, so that the user's stop reaches the work at once.
    struct Forward {
        std::stop_source& stop;
        void operator()() const { stop.request_stop(); }
    };

    std::optional<double> seconds_;
    std::stop_source stop_;
    std::stop_token user_;
    std::stop_callback<Forward> forward_;
    std::mutex mutex_;
    std::condition_variable_any ended_;
    std::jthread waiting_;  // last: it uses the others
};

}  // namespace vkalgo::cli
