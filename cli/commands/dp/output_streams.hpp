#pragma once

#include "cli/command.hpp"
#include "engine/result.hpp"

#include <optional>
#include <string>

namespace vkalgo::cli {

/// The outputs of a run. At most one of them goes to standard output.
struct OutputStreams {
    /// --table and --output.
    std::optional<std::string> table, output;
    /// --solution and --show.
    bool solution = false, show = false;

    /// Returns the option that needs standard output; empty if no option does.
    std::string standard_output() const;
};

/// Checks that the files can be written, and that at most one output needs standard output. Errors: those of
/// Session::check_output; invalid_argument.
Result<void> check_streams(const Session& session, const OutputStreams& streams);

}  // namespace vkalgo::cli
