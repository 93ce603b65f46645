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

/// A device's plan, kernels and memory, and the thread's work in a run. Neither copied nor moved: runs keep references.
class DevicePart {
public:
    /// All of them outlive it. `title` begins the messages of its errors.
    DevicePart(Runner& runner, const RecurrenceHeader& header, SolvePlan& plan, std::string title);
    DevicePart(const DevicePart&) = delete;
    DevicePart& operator=(const DevicePart&) = delete;

    /// Makes kernels and buffers, uploads the instance.
    Result<void> prepare(const CompiledRecurrence& recurrence, const Instance& instance);
    /// One run of its slots; `parts`: all devices', this one's among them. Returns when nothing is under way any more,
    /// and has told `exchange` what went wrong.
    void run(Exchange& exchange, std::span<const std::unique_ptr<DevicePart>> parts, const StatusOf& status,
             std::chrono::steady_clock::time_point start);

    /// Of the last run: its answer record.
    Result<AnswerRecord> answer();
    const MethodPlan& plan() const { return *plan_.run; }
    const Bands& bands() const { return *plan_.run->bands; }
    /// Of the last run.
    const DeviceWork& work() const { return work_; }
    /// The error with the device's name.
    Error named(Error error) const;

private:
    struct UnderWay {
        Ticket ticket;
        /// of which the status is looked at; the plan's step, of which 0 prepares
        std::uint64_t step = 0;
    };
    /// Submissions under way at once: the device has work while the host looks after what has ended.
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
    /// host-visible: border rows as they come from other devices and go to them, where they lie in a whole row
    Buffer arriving_, leaving_, status_;
    std::deque<UnderWay> under_way_;
    DeviceWork work_;
};

}  // namespace vkalgo::dp
