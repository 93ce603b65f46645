#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "engine/result.hpp"

#include <optional>
#include <span>
#include <string>

namespace vkalgo::cli {

/// Runs `dp --new NAME [FILE]`: writes a recurrence of that name to start from, with comments, which passes --check and
/// runs. It goes to FILE, else to NAME.glsl. Errors: invalid_argument: NAME is not allowed for a problem, there is more
/// than one FILE, or it exists already; those of Session::check_output.
Result<Answer> new_recurrence(const Session& session, const std::string& name, std::span<const std::string> files);

}  // namespace vkalgo::cli
