#pragma once

#include <string_view>

namespace vkalgo::dp {

/// Returns whether GLSL itself may have a function of that name: a known function other than step() and smoothstep(),
/// or any name of the form of a family of functions, such as "texture..." and "...BitsTo...". If a file defines a
/// function with such a name, this function is an overload: the argument types of a call decide which function is
/// called.
bool is_glsl_function(std::string_view name);

}  // namespace vkalgo::dp
