#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/dp/job.hpp"
#include "engine/result.hpp"

#include <string>

namespace vkalgo::cli {

/// Runs `dp --write-inputs FOLDER`: writes a random instance of the recurrence as the files that the recurrence reads.
/// These are a table per `files csv` line, and a text per input of a `files letters` or `files numbers` line, or an
/// .npy file if the letters cannot be written as text. A recurrence without `files` lines gets an .npy file per input.
/// If the request does not give n, n is 6. Makes the folder if it does not exist, and replaces no file in it. The
/// answer names the files and the command that solves the instance. In this command, `chosen` ("--problem lcs") names
/// the recurrence. Errors: invalid_argument: the recurrence reads no files, a file exists already, or the folder cannot
/// be made; those of drawing the instance.
Result<Answer> write_inputs(const dp::Recurrence& recurrence, const std::string& chosen, InstanceRequest request,
                            const std::string& folder, InputReader& reader);

}  // namespace vkalgo::cli
