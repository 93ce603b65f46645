#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "engine/result.hpp"

#include <optional>
#include <span>
#include <string>

namespace vkalgo::cli {

/// `dp --new NAME [FILE]`: a recurrence of that name to start from, with comments, that passes --check and runs. It is
/// written to FILE, else NAME.glsl. Errors: invalid_argument: a name that no problem may have, more than one FILE, one
/// that is there already; those of Session::check_output.
Result<Answer> new_recurrence(const Session& session, const std::string& name, std::span<const std::string> files);

}  // namespace vkalgo::cli
