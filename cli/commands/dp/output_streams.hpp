#pragma once

#include "cli/command.hpp"
#include "engine/result.hpp"

#include <optional>
#include <string>

namespace vkalgo::cli {

/// The outputs of a run that may go to standard output. A file "-" must be the only output there.
struct OutputStreams {
    /// --table and --output.
    std::optional<std::string> table, output;
    /// --solution and --show.
    bool solution = false, show = false;

    /// Returns the option that needs standard output; empty if no option does.
    std::string standard_output() const;
};

/// Checks that the files can be written, and that a file "-" is the only output to standard output. Errors: those of
/// Session::check_output; invalid_argument.
Result<void> check_streams(const Session& session, const OutputStreams& streams);

}  // namespace vkalgo::cli
