#pragma once

// Internal to solve_multi_device(): the state that the threads of one run share.
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

/// The state of a run: the number of slots that each device has finished, and whether the run goes on. Thread-safe.
class Exchange {
public:
    /// `slots`: number of slots per device. The run ends when all slots have finished, when `cancel` asks for it, or at
    /// the first error.
    Exchange(std::vector<std::uint64_t> slots, const std::stop_token& cancel);
    Exchange(const Exchange&) = delete;
    Exchange& operator=(const Exchange&) = delete;
    ~Exchange() = default;

    /// Reports that the device has finished one more slot, so that other devices may read the border tiles of this
    /// slot.
    void publish(std::size_t device);
    /// Reports that a device's thread leaves, whether or not all of its slots have finished.
    void leave();
    /// Ends the run with an error. If several errors are reported, watch() returns the first one.
    void fail(Error error);
    /// Returns whether the run has failed, so that no further slot is submitted.
    bool failed() const;
    /// Returns whether the slots that produce these borders have finished.
    bool have(std::span<const BandBorder> borders) const;
    /// Blocks until the slots that produce these borders have finished. Returns false if the run has failed.
    bool await(std::span<const BandBorder> borders);
    /// Blocks like await(), but at most for `most`, since the caller's own submissions may end earlier.
    void await_for(std::span<const BandBorder> borders, std::chrono::microseconds most);
    /// Blocks until all threads have left. Meanwhile reports the fraction of all slots that have finished. Errors: the
    /// first error of the run.
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
    /// Last member, because its constructor may already call the callback, which uses the other members.
    std::stop_callback<std::function<void()>> cancel_;
};

}  // namespace vkalgo::dp
