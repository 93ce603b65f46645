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

/// Opens the --batch files and reads the inputs that all problems share: those of --input, INPUT files that have the
/// name of an input, and those of BatchJob::made. Errors: invalid_argument: an input has no source or two sources; --n
/// or --m is given but not used, or needed but not given; those of read_files() and open_rows().
Result<BatchInputs> open_inputs(const BatchJob& job);

}  // namespace vkalgo::cli
