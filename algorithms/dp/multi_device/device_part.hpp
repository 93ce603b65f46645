#pragma once

// Internal to solve_multi_device(): one device's part of a table.
#include "../multi_device.hpp"
#include "../run/recording.hpp"
#include "exchange.hpp"

#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vkalgo::dp {

/// A device's plan, kernels and memory, and the work of its thread in a run. It cannot be copied or moved, since runs
/// keep references to it.
class DevicePart {
public:
    /// All arguments must outlive this object. `title` begins the messages of its errors.
    DevicePart(Runner& runner, const RecurrenceHeader& header, SolvePlan& plan, std::string title);
    DevicePart(const DevicePart&) = delete;
    DevicePart& operator=(const DevicePart&) = delete;

    /// Makes kernels and buffers, and uploads the instance.
    Result<void> prepare(const CompiledRecurrence& recurrence, const Instance& instance);
    /// Runs the device's slots once. `parts`: the parts of all devices, this one included. Returns when no submission
    /// is under way, and reports errors to `exchange`.
    void run(Exchange& exchange, std::span<const std::unique_ptr<DevicePart>> parts, const StatusOf& status,
             std::chrono::steady_clock::time_point start);

    /// Returns the answer record of the last run.
    Result<AnswerRecord> answer();
    const MethodPlan& plan() const { return *plan_.run; }
    const Bands& bands() const { return *plan_.run->bands; }
    /// Returns the work of the last run.
    const DeviceWork& work() const { return work_; }
    /// Returns the error with `title` before its message. A cancelled error stays as it is.
    Error named(Error error) const;

private:
    struct UnderWay {
        Ticket ticket;
        /// The step of the plan that was submitted; step 0 prepares the run. When the submission has ended, the status
        /// that this step left is checked.
        std::uint64_t step = 0;
    };
    /// Maximum submissions under way at once. There are several, so that the device has work while the host handles
    /// submissions that have ended.
    static constexpr std::size_t kMaxInFlight = 3;
    static constexpr std::uint64_t kStatusStride = kBandStatusBytes / 4;

    Result<void> run_slots(Exchange& exchange, std::span<const std::unique_ptr<DevicePart>> parts,
                           const StatusOf& status, std::chrono::steady_clock::time_point start);
    Result<void> submit(std::uint64_t step, std::span<const BandBorder> arriving);
    Result<void> await_oldest(Exchange& exchange, const StatusOf& status);
    const RunArguments& arguments() const { return loaded_->recording.arguments(); }
    void fetch(std::span<const BandBorder> arriving, std::span<const std::unique_ptr<DevicePart>> parts);

    Runner& runner_;
    const RecurrenceHeader& header_;
    SolvePlan& plan_;
    std::string title_;
    std::unique_ptr<MethodRun> run_;
    std::optional<LoadedRun> loaded_;
    /// Host-visible buffers: tiles of border rows that arrive from other devices, tiles that leave to other devices
    /// (both at their positions in a whole row), and the status.
    Buffer arriving_, leaving_, status_;
    std::deque<UnderWay> under_way_;
    DeviceWork work_;
};

}  // namespace vkalgo::dp
