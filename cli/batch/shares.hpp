#pragma once

#include "cli/answer.hpp"
#include "cli/batch/task.hpp"
#include "cli/command.hpp"
#include "cli/dp/job.hpp"
#include "engine/result.hpp"

#include <span>
#include <string>

namespace vkalgo::cli {

/// What all devices did together.
struct ShareSum {
    std::uint64_t problems = 0;
    double cells = 0;
    /// of the last task of all
    std::string method, plan_summary;
};

ShareSum sum_of(std::span<const DeviceShare> shares);

/// Puts times, memory, what --verify found and, of several devices, the share of each into the answer; tells them under
/// --verbose. The time of several devices, which work at the same time, is that of the one that took longest. Errors:
/// unsupported: --verify had nothing to compare.
Result<void> report_shares(const Session& session, const dp::Recurrence& recurrence,
                           std::span<const DeviceShare> shares, Answer& answer);

}  // namespace vkalgo::cli
