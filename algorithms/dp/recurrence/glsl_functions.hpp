#pragma once

#include <string_view>

namespace vkalgo::dp {

/// Is it the name of a function that GLSL has itself, but for step() and smoothstep()? One of a file's own beside it is
/// an overload, and which of them a call means depends on the types of its arguments.
bool is_glsl_function(std::string_view name);

}  // namespace vkalgo::dp
