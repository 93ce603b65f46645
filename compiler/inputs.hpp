#pragma once

#include "../algorithms/dp/recurrence/header.hpp"

#include <initializer_list>
#include <string>
#include <string_view>

namespace vkalgo::compiler {

/// The GLSL type of a scalar in registers: 8- and 16-bit ones are wider there.
std::string_view glsl_type(ElementType scalar);

std::string join(std::initializer_list<std::string_view> parts);
/// Adds "#define NAME VALUE" and a line's end.
void define(std::string& text, std::string_view name, std::string_view value);

/// Buffers of the inputs, and for each a function of its name that reads element k. With `tiles` what the text reads at
/// the current row or column comes from registers: VkalgoRowInputs and VkalgoColumnInputs, their loaders, and the
/// latter as 32-bit words.
std::string input_accessors(const dp::RecurrenceHeader& header, bool tiles);

}  // namespace vkalgo::compiler
