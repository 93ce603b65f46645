#pragma once

#include "cli/command.hpp"
#include "tests/cli/process.hpp"

#include <string>
#include <vector>

namespace vkalgo::cli::test {

/// Runs a command line within this process. `open` opens the command's device; a test may give a function that fails or
/// injects faults. If `open` is empty, the device is opened as usual.
ProcessResult run_here(const std::vector<std::string>& arguments, const OpenContext& open);

}  // namespace vkalgo::cli::test
