#pragma once

#include "cli/batch/batch.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// The sources of a batch's inputs.
struct BatchInputs {
    /// The --batch files.
    std::vector<std::unique_ptr<RowReader>> readers;
    /// Inputs that all problems share.
    std::map<std::string, dp::InputArray, std::less<>> common;
};

/// Opens the --batch files and reads the inputs that all problems share: those of --input, and INPUT files that have
/// the name of an input. Errors: invalid_argument: an input has no source or two sources; nothing uses --n or --m.
Result<BatchInputs> open_inputs(const BatchJob& job);

}  // namespace vkalgo::cli
