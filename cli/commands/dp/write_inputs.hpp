#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "cli/dp/job.hpp"
#include "engine/result.hpp"

#include <string>

namespace vkalgo::cli {

/// `dp --write-inputs FOLDER`: a random instance of the recurrence, of n = 6 where the request names none, as the files
/// that it takes: a table for each `files csv` line, a text for each input of letters or numbers, an .npy file for each
/// input without such a line. The folder is made if it is not there; no file in it is replaced. The answer names the
/// files, and the command that solves them, where `chosen` ("--problem lcs") says which recurrence. Errors:
/// invalid_argument: the recurrence reads no files, one is there already; those of drawing the instance.
Result<Answer> write_inputs(const dp::Recurrence& recurrence, const std::string& chosen, InstanceRequest request,
                            const std::string& folder, InputReader& reader);

}  // namespace vkalgo::cli
