#pragma once

#include <string>

namespace vkalgo {

/// As a POSIX shell takes it for one word: in quotes where it needs them.
std::string shell_word(const std::string& text);

/// Of a plan: "predicted 1.200 ms", "predicted 1.200 ms, and 30.0 ms to make kernels". `making`: 0 for none that is
/// known.
std::string prediction_text(double milliseconds, double making = 0);

}  // namespace vkalgo
