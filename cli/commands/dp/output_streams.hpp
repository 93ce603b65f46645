#pragma once

#include "cli/command.hpp"
#include "engine/result.hpp"

#include <optional>
#include <string>

namespace vkalgo::cli {

/// What of a run is written and printed, of which one at most goes to standard output.
struct OutputStreams {
    /// --table, --output
    std::optional<std::string> table, output;
    /// --solution, --show
    bool solution = false, show = false;

    /// The option that wants standard output; empty: none does.
    std::string standard_output() const;
};

/// Refuses files that cannot be written, and two that want standard output. Errors: those of Session::check_output.
Result<void> check_streams(const Session& session, const OutputStreams& streams);

}  // namespace vkalgo::cli
