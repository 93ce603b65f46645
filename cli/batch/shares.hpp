#pragma once

#include "cli/answer.hpp"
#include "cli/batch/task.hpp"
#include "cli/command.hpp"
#include "cli/dp/job.hpp"
#include "engine/result.hpp"

#include <span>
#include <string>

namespace vkalgo::cli {

/// The sum of what all devices did.
struct ShareSum {
    std::uint64_t problems = 0;
    double cells = 0;
    /// Method and plan of the task with the greatest number, over all devices.
    std::string method, plan_summary;
};

ShareSum sum_of(std::span<const DeviceShare> shares);

/// Adds to the answer times, memory, the result of --verify and, with several devices, the share of each device. Prints
/// the shares under --verbose. Several devices work at the same time, so their time is that of the slowest device.
/// Errors: unsupported: --verify had nothing to compare.
Result<void> report_shares(const Session& session, const dp::Recurrence& recurrence,
                           std::span<const DeviceShare> shares, Answer& answer);

}  // namespace vkalgo::cli
