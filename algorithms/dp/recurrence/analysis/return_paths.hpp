#pragma once

// Internal to the rules of recurrence files.
#include "../source_text.hpp"

namespace vkalgo::dp {

/// Returns whether some path through the function's body ends without a return. Returns false if a statement lacks its
/// ';': the paths are then unknown, and the compiler reports the error.
bool may_end_without_return(const SourceText& text, const SourceFunction& function);

}  // namespace vkalgo::dp
