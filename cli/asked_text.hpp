#pragma once

#include "cli/answer.hpp"

#include <string>

namespace vkalgo::cli {

/// Returns the part of answer_text() that --repeat, --verify and --profile ask for. It is printed on standard error if
/// an output file takes standard output.
std::string asked_text(const Answer& answer, const AnswerFrame& frame);

}  // namespace vkalgo::cli
