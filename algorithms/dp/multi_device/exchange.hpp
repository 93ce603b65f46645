#pragma once

// Internal to solve_multi_device(): what the threads of one run tell each other.
#include "../../../engine/result.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace vkalgo::dp {

struct BandBorder;

/// Which slots of which devices have ended, and whether the run goes on. Thread-safe.
class Exchange {
public:
    /// `slots` of each device; the run ends when they have, when `cancel` asks for it, or at the first error.
    Exchange(std::vector<std::uint64_t> slots, const std::stop_token& cancel);
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    ~Exchange() = default;

    /// The device has ended one slot more; what it left is there for others to read.
    void publish(std::size_t device);
    /// The device's thread leaves, whether all of its slots have ended or not.
    void leave();
    /// Ends the run; the first error counts.
    void fail(Error error);
    /// No further slot is to be submitted.
    bool failed() const;
    /// Whether the slots have ended that make these borders.
    bool have(std::span<const BandBorder> borders) const;
    /// Waits for that; false: the run has failed.
    bool await(std::span<const BandBorder> borders);
    /// The same for a short while: what the caller has under way may end before.
    void await_for(std::span<const BandBorder> borders, std::chrono::microseconds most);
    /// Until all threads have left, tells the part of all slots that have ended. Errors: the first.
    Result<void> watch(const std::function<void(double)>& progress);

private:
    std::string ended_text() const;
    bool have_locked(std::span<const BandBorder> borders) const;

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::uint64_t> ended_;
    std::uint64_t all_ended_ = 0, all_ = 0;
    std::size_t threads_ = 0;
    std::optional<Error> failed_;
    /// last: it may be called at once
    std::stop_callback<std::function<void()>> cancel_;
};

}  // namespace vkalgo::dp
