#include "cli/dp/timeout.hpp"

#include <utility>

#include <fmt/format.h>

namespace vkalgo::cli {

Result<void> check_timeout(double seconds) {
    constexpr double kMax = 1e9;  // Some thirty years
    if (seconds > 0 && seconds <= kMax) {
        return {};
    }
    return Error{ErrorCode::invalid_argument,
                 fmt::format("--timeout {} is out of range; give seconds, more than 0 and at most {}", seconds, kMax),
                 {}};
}

Timeout::Timeout(std::optional<double> seconds, const std::stop_token& user,
                 std::chrono::steady_clock::time_point begin)
    : seconds_(seconds), user_(user), forward_(user_, Forward{stop_}) {
    if (!seconds_) {
        return;
    }
    const auto end = begin + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                 std::chrono::duration<double>(*seconds_));
    waiting_ = std::jthread([this, end](const std::stop_token& over) {
        std::unique_lock lock(mutex_);
        ended_.wait_until(lock, over, end, [] { return false; });
        if (!over.stop_requested()) {
            stop_.request_stop();
        }
    });
}

Error Timeout::error_of(Error error) const {
    const bool is_ours = error.code == ErrorCode::cancelled && stop_.stop_requested() && !user_.stop_requested();
    if (!is_ours) {
        return error;
    }
    return {ErrorCode::timeout,
            fmt::format("the run did not finish within {} s; give a longer --timeout, or less to solve", *seconds_),
            {}};
}

}  // namespace vkalgo::cli
