#pragma once

#include <string_view>

namespace vkalgo::dp {

/// Returns whether GLSL itself has a function of that name, except step() and smoothstep(). A function of a file with
/// such a name is an overload, and the types of a call's arguments decide which one is meant.
bool is_glsl_function(std::string_view name);

}  // namespace vkalgo::dp
