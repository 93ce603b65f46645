#pragma once

#include "algorithms/dp/solve.hpp"
#include "cli/dp/job.hpp"
#include "engine/device_profile.hpp"
#include "engine/result.hpp"

/// What a person at the command line can do about an Error of algorithms/dp, which names fields and no options.
namespace vkalgo::cli {

/// What was asked for, as far as it is known when the Error comes up.
struct Asked {
    const dp::Recurrence* recurrence = nullptr;
    /// the table is kept because of --table, of --show, of --picture
    bool table = false, show = false, picture = false;
    /// the solution is wanted because of --solution, of --output (or of --show)
    bool solution = false, output = false;
    /// null before there is an instance, or a device, to plan for
    const dp::Instance* outline = nullptr;
    const DeviceProfile* profile = nullptr;
    dp::SolveOptions options;
    /// where the inputs come from
    const InstanceRequest* request = nullptr;
};

/// The Error with "; what to do" behind its message, in options of `vkalgo dp`, where there is something to do. Advice
/// about memory and methods was tried: with it, the planner accepts.
Error advised(Error error, const Asked& asked);

}  // namespace vkalgo::cli
