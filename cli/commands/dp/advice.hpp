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
    /// Whether the table is kept because of --table, of --show or of --picture.
    bool table = false, show = false, picture = false;
    /// Whether the solution is kept because of --solution, or of --output (or of --show).
    bool solution = false, output = false;
    /// The instance and the device to plan for. Each is null before it exists.
    const dp::Instance* outline = nullptr;
    const DeviceProfile* profile = nullptr;
    dp::SolveOptions options;
    /// The source of the inputs.
    const InstanceRequest* request = nullptr;
};

/// Returns the Error. If the user can do something, appends "; " and what to do to its message, in options of `vkalgo
/// dp`. Advice about memory and methods was tried before: the planner accepts it.
Error advised(Error error, const Asked& asked);

}  // namespace vkalgo::cli
