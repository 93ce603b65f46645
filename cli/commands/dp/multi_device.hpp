#pragma once

#include "algorithms/dp/multi_device.hpp"
#include "cli/command.hpp"
#include "cli/dp/job.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// `vkalgo dp --device 0,1` without --batch: several devices compute one table.
namespace vkalgo::cli {

/// The devices of a run: one device, or several devices that share its table.
class TableDevices {
public:
    /// Opens the devices of --device. Errors: those of named_devices() and Session::contexts().
    static Result<TableDevices> open(Session& session);

    /// Returns whether several devices share the table.
    bool several() const { return contexts_.size() > 1; }
    /// Returns the first device's context.
    Context& first() const { return *contexts_.front(); }
    /// Plans for all devices. If no method can share this table, or only one device would have work, keeps only the
    /// first device and warns. Errors: those of plan_multi_device() and plan_solve().
    Result<dp::MultiDevicePlan> plan(const Session& session, const dp::RecurrenceHeader& header,
                                     const dp::Instance& outline, const dp::SolveOptions& options);
    /// Returns a line for --verbose per device: its bands, submissions and memory.
    std::vector<std::string> lines(const dp::MultiDevicePlan& plan) const;

    /// Calls solve() with one device, or solve_multi_device(), by the plan of plan().
    Result<dp::Solution> solve(Runner& first, const dp::Recurrence& recurrence, const dp::Instance& instance,
                               dp::MultiDevicePlan& plan, const CallOptions& call);
    /// Reports what each device did in the last shared run, in the answer and under --verbose.
    void tell(const Session& session, Answer& answer) const;

private:
    void leave_one(const Session& session, const std::string& why);

    std::vector<std::string> names_;
    std::vector<Context*> contexts_;
    std::vector<dp::DeviceWork> works_;
};

}  // namespace vkalgo::cli
