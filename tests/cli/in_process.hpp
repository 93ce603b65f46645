#pragma once

#include "cli/command.hpp"
#include "tests/cli/process.hpp"

#include <string>
#include <vector>

namespace vkalgo::cli::test {

/// Runs a command line within this process. `open` opens its device, which a test may have changed.
ProcessResult run_here(const std::vector<std::string>& arguments, const OpenContext& open);

}  // namespace vkalgo::cli::test
