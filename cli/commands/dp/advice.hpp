#pragma once

#include "algorithms/dp/solve.hpp"
#include "cli/dp/job.hpp"
#include "engine/device_profile.hpp"
#include "engine/result.hpp"

/// Advice for users of the command line about an Error of algorithms/dp, which names fields and not options.
namespace vkalgo::cli {

/// The user's request, as far as it is known when the Error occurs.
struct Asked {
    const dp::Recurrence* recurrence = nullptr;
    /// Which of --table, --show and --picture make the run keep the table.
    bool table = false, show = false, picture = false;
    /// Which of --solution and --output (or --show) make the run keep the solution.
    bool solution = false, output = false;
    /// The instance and the device to plan for. Each is null before it exists.
    const dp::Instance* outline = nullptr;
    const DeviceProfile* profile = nullptr;
    dp::SolveOptions options;
    /// The source of the inputs.
    const InstanceRequest* request = nullptr;
};

/// Returns the Error. If the user can do something about it, appends "; " and what to do, in options of `vkalgo dp`, to
/// its message. For a run that the planner refused, names an option only if the planner accepts the run with it.
Error advised(Error error, const Asked& asked);

}  // namespace vkalgo::cli
