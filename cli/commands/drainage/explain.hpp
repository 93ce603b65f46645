#pragma once

#include "algorithms/terrain/drainage_call.hpp"
#include "cli/command.hpp"

namespace vkalgo::cli {

/// Prints under --verbose what `vkalgo drainage` will do: the method, the device memory, and the largest number of
/// rounds of each step.
void explain_drainage(const Session& session, const DrainagePlan& plan);

}  // namespace vkalgo::cli
