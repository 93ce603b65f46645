#pragma once

#include "cli/answer.hpp"

#include <string>

namespace vkalgo::cli {

/// Of answer_text(), what --repeat, --verify and --profile ask for. It is told on standard error where a file takes
/// standard output.
std::string asked_text(const Answer& answer, const AnswerFrame& frame);

}  // namespace vkalgo::cli
