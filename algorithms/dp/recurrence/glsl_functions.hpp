#pragma once

#include <string_view>

namespace vkalgo::dp {

/// Returns whether GLSL itself has a function of that name, except step() and smoothstep(). If a file defines a
/// function with such a name, it is an overload: the argument types of a call decide which function is called.
bool is_glsl_function(std::string_view name);

}  // namespace vkalgo::dp
