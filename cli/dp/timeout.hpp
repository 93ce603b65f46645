#pragma once

#include "engine/result.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace vkalgo::cli {

/// Checks a timeout. Errors: invalid_argument: `seconds` is not above 0, or is above 1e9.
Result<void> check_timeout(double seconds);

/// A timer. It asks work to stop when the time is over, or when the user asks for it.
class Timeout {
public:
    /// The time is over `seconds` after `begin`. If `seconds` is not set, only the user stops the work.
    Timeout(std::optional<double> seconds, const std::stop_token& user,
            std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now());
    Timeout(const Timeout&) = delete;
    Timeout& operator=(const Timeout&) = delete;
    ~Timeout() = default;

    /// Returns the token that the work must check.
    std::stop_token token() const { return stop_.get_token(); }
    /// Returns the error of the work. If the work was stopped because the time was over, returns an error that says so.
    Error error_of(Error error) const;

private:
    /// A callback by which the user's request to stop reaches the work at once.
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
    std::jthread waiting_;  // The last member: it uses the other members
};

}  // namespace vkalgo::cli
