#pragma once

#include <string>

namespace vkalgo {

/// Returns the text as one word for a POSIX shell, quoted if necessary.
std::string shell_word(const std::string& text);

/// Formats a plan's prediction: "predicted 1.200 ms", or "predicted 1.200 ms, and 30.0 ms to create kernels". `making`:
/// the milliseconds to create the kernels; 0 if they are not known.
std::string prediction_text(double milliseconds, double making = 0);

}  // namespace vkalgo
