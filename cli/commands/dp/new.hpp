#pragma once

#include "cli/answer.hpp"
#include "cli/command.hpp"
#include "engine/result.hpp"

#include <optional>
#include <span>
#include <string>

namespace vkalgo::cli {

/// Runs `dp --new NAME [FILE]`: writes a recurrence of that name to start from. It has comments, passes --check and
/// runs. It is written to FILE or, without FILE, to NAME.glsl. Errors: invalid_argument: NAME is not allowed for a
/// problem, several FILEs are given, or the file exists already; those of Session::check_output.
Result<Answer> new_recurrence(const Session& session, const std::string& name, std::span<const std::string> files);

}  // namespace vkalgo::cli
