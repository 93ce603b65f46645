#pragma once

#include "cli/batch/batch.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vkalgo::cli {

/// Where the inputs of a batch come from.
struct BatchInputs {
    /// the --batch files
    std::vector<std::unique_ptr<RowReader>> readers;
    /// of all problems
    std::map<std::string, dp::InputArray, std::less<>> common;
};

/// Opens the --batch files and reads what all problems have in common: --input, and INPUTs that are named after an
/// input. Errors: invalid_argument: an input that nothing gives, or two do; --n and --m that nothing uses.
Result<BatchInputs> open_inputs(const BatchJob& job);

}  // namespace vkalgo::cli
